// Where many files match, the newest of them are found by going through all files, newest first: the same ones in the same order, whatever has happened.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { Answers } from "../../../../src/search/index/answers.ts";
import { Files } from "../../../../src/search/index/files.ts";
import { wantedOf } from "../../../../src/search/index/pattern/pattern.ts";
import { type Proven, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import type { Wanted } from "../../../../src/search/index/pattern/wanted.ts";
import type { Answer, Question } from "../../../../src/search/index/protocol.ts";
import { MAX_BYTES } from "../../../../src/search/index/texts/read-text.ts";
import type { Reach } from "../../../../src/search/index/verify/in-order.ts";
import { Pace } from "../../../../src/search/index/verify/pace.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";
import { namesIn, work } from "../../../support/stored.ts";
import { tree } from "../../../support/tree.ts";

const COUNT = 400;
const NAMES = Array.from({ length: COUNT }, (_, i) => `d${i % 3}/f${i}.txt`);
const QUERY = { pattern: "plum", caseInsensitive: false, multiline: false };

/** To count everything would take too long. */
class SlowPace extends Pace {
  override estimateMs(): number {
    return 100;
  }
}

function treeOf(times: readonly number[], hasPlum: (index: number) => boolean): { readonly root: string; readonly files: Files } {
  const root = tree(Object.fromEntries(NAMES.map((name, index) => [name, hasPlum(index) ? "a plum\n" : "pl um\n"])));
  for (const [index, name] of NAMES.entries()) setTime(root, name, times[index] as number);
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  work(files);
  files.adopted(); // has them put in order
  return { root, files };
}

function setTime(root: string, name: string, seconds: number): void {
  fs.utimesSync(path.join(root, name), seconds, seconds);
}

function questionFor(least: number, globs: readonly string[] = []): Question {
  const reach: Reach = { order: "newest", unit: "entries", least, most: least - 1, isRestCounted: true };
  return {
    wanted: wantedOf(QUERY) as Wanted,
    span: "piece",
    below: "",
    filter: { globs },
    hidden: true,
    maxBytes: 1e9,
    maxCandidates: 1e9,
    reach,
    verification: { proven: provenOf(QUERY) as Proven, shape: { what: "names" }, maxChars: 1e9, budgetMs: 1e9, leftMs: 0, isNewestFirst: true },
  };
}

/** What was found, newest first; whether there is more; and whether all files were gone through for it, newest first. */
async function newestIn(files: Files, question: Question): Promise<{ readonly names: readonly string[]; readonly isPart: boolean; readonly isOfAll: boolean }> {
  const ofAll = vi.spyOn(files, "newestOfAll");
  const answer = (await new Answers(files, new SlowPace()).to(question, 1)) as Extract<Answer, { ok: true }>;
  const isOfAll = ofAll.mock.calls.length > 0;
  ofAll.mockRestore();
  expect(answer.candidates).toEqual({ text: [], doubtful: [] });
  return { names: (answer.printed ?? "").split("\0").slice(0, -1), isPart: answer.rest !== undefined, isOfAll };
}

function byTime(times: ReadonlyMap<string, number>): string[] {
  return [...times.keys()].sort((a, b) => (times.get(b) as number) - (times.get(a) as number) || (a < b ? -1 : 1));
}

test("they are the newest that match, then by name, also those that changed, came or went since all were put in order", async () => {
  const times = fc.array(fc.nat({ max: 9 }), { minLength: COUNT, maxLength: COUNT });
  const changes = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 10 }), fc.constantFrom("plum", "no plum", "gone")), {
    maxLength: 12,
    selector: ([name]) => name,
  });
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 3, max: 6 }), changes, fc.integer({ min: 2, max: 4 }), async (before, every, changed, least) => {
      const { root, files } = treeOf(before, (index) => index % every !== 0);
      const matching = new Map(NAMES.map((name, index) => [name, before[index] as number] as const).filter((_, index) => index % every !== 0));
      for (const [name, seconds, what] of changed) {
        fs.rmSync(path.join(root, name));
        if (what !== "gone") fs.writeFileSync(path.join(root, name), what === "plum" ? "now a plum\n" : "none now\n");
        if (what !== "gone") setTime(root, name, seconds);
        files[what === "gone" ? "vanished" : "changed"](name);
        matching.delete(name);
        if (what === "plum") matching.set(name, seconds);
      }
      const found = await newestIn(files, questionFor(least));
      const expected = byTime(matching).slice(0, found.names.length);
      expect({ ...found, isEnough: found.names.length >= least }).toEqual({ names: expected, isPart: true, isOfAll: true, isEnough: true });
    }),
    { numRuns: 15 },
  );
});

test("so they are of the names that are meant", async () => {
  const { files } = treeOf(
    Array.from({ length: COUNT }, (_, i) => i),
    () => true,
  );
  const { names, isOfAll } = await newestIn(files, questionFor(3, ["d1/*"]));
  expect({ first: names.slice(0, 4), isOfAll }).toEqual({ first: ["d1/f397.txt", "d1/f394.txt", "d1/f391.txt", "d1/f388.txt"], isOfAll: true });
});

test("where few names are meant, the index is asked before all have been looked at", async () => {
  const { files } = treeOf(
    Array.from({ length: COUNT }, (_, i) => i),
    () => true,
  );
  const newestOfAll = files.newestOfAll.bind(files);
  let seen = 0;
  vi.spyOn(files, "newestOfAll").mockImplementation(function* () {
    for (const file of newestOfAll()) {
      seen++;
      yield file;
    }
  });
  const { names, isPart } = await newestIn(files, questionFor(3, ["d1/f1.txt"]));
  expect({ names, isPart, isGivenUp: seen > 0 && seen < COUNT / 2 }).toEqual({ names: ["d1/f1.txt"], isPart: false, isGivenUp: true });
});

test("where the newest do not match, the index is asked after all", async () => {
  const { files } = treeOf(
    Array.from({ length: COUNT }, (_, i) => i),
    (index) => index < 250,
  );
  const { names, isOfAll } = await newestIn(files, questionFor(4));
  expect({ first: names.slice(0, 4), isOfAll }).toEqual({ first: ["d0/f249.txt", "d2/f248.txt", "d1/f247.txt", "d0/f246.txt"], isOfAll: true });
});

test("what happens meanwhile is not missed: then the index is asked", async () => {
  const { root, files } = treeOf(
    Array.from({ length: COUNT }, (_, i) => i),
    () => true,
  );
  const newestOfAll = files.newestOfAll.bind(files);
  vi.spyOn(files, "newestOfAll").mockImplementation(function* () {
    for (const file of newestOfAll()) {
      yield file;
      if (file.name !== "d0/f399.txt") continue;
      fs.appendFileSync(path.join(root, "d2/f398.txt"), "more\n");
      setTime(root, "d2/f398.txt", 398);
      files.changed("d2/f398.txt");
    }
  });
  const { names } = await newestIn(files, questionFor(3));
  expect(names.slice(0, 3)).toEqual(["d0/f399.txt", "d2/f398.txt", "d1/f397.txt"]);
});

test("few candidates are looked up: they are found sooner so", async () => {
  const { files } = treeOf(
    Array.from({ length: COUNT }, (_, i) => i),
    (index) => index % 20 === 0,
  );
  const { names, isOfAll } = await newestIn(files, questionFor(3));
  expect({ first: names.slice(0, 3), isOfAll }).toEqual({ first: ["d2/f380.txt", "d0/f360.txt", "d1/f340.txt"], isOfAll: false });
});
