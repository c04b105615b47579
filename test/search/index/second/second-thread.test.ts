// The second thread says what the first would say, of files as they are, and leaves to it what it cannot judge.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { Answers } from "../../../../src/search/index/answers.ts";
import { Files } from "../../../../src/search/index/files.ts";
import { wantedOf } from "../../../../src/search/index/pattern/pattern.ts";
import { type Proven, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import type { Wanted } from "../../../../src/search/index/pattern/wanted.ts";
import type { Answer } from "../../../../src/search/index/protocol.ts";
import { errandOf, type Item, itemsOf } from "../../../../src/search/index/second/errand.ts";
import { MAX_BYTES } from "../../../../src/search/index/texts/read-text.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";
import { namesIn, work } from "../../../support/stored.ts";
import { tree } from "../../../support/tree.ts";

const COUNT = 1_500;
const QUERY = { pattern: "apri.?ot", caseInsensitive: false, multiline: false };

function textOf(i: number): string {
  return `${i}\n${i % 2 === 0 ? "apricot\n" : "apri ot, not apricot\n"}${"x\n".repeat(i)}${i % 3 === 0 ? "apriot" : "april"}\n`;
}

/** Files that are read, with a second thread that is ready to help. */
async function filesAt(root: string, roomBytes: number): Promise<Files> {
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, roomBytes));
  files.list(namesIn(root), () => false);
  work(files);
  await vi.waitFor(() => {
    const hand = files.helpWith({ proven: provenOf(QUERY) as Proven, shape: { what: "names" }, cut: 0 });
    expect(hand).toBeDefined();
    hand?.end();
  }, 20_000);
  return files;
}

async function countsOf(files: Files): Promise<ReadonlyMap<string, number>> {
  const verification = { proven: provenOf(QUERY) as Proven, shape: { what: "counts" as const }, maxChars: 1e9, budgetMs: 1e9, leftMs: 0, isNewestFirst: false };
  const question = {
    wanted: wantedOf(QUERY) as Wanted,
    span: "piece" as const,
    below: "",
    filter: { globs: [] },
    hidden: true,
    maxBytes: 1e9,
    maxCandidates: 1e9,
  };
  const answer = (await new Answers(files).to({ ...question, verification }, 1)) as Extract<Answer, { ok: true }>;
  const rows = (answer.printed ?? "").split("\n").filter((row) => row !== "");
  return new Map(
    [...rows]
      .sort()
      .map((row) => row.split("\0"))
      .map(([name = "", count]) => [name, Number(count)]),
  );
}

function truth(root: string): ReadonlyMap<string, number> {
  const names = [...namesIn(root)].sort();
  const counted = names.map(
    (name) =>
      [
        name,
        fs
          .readFileSync(path.join(root, name), "utf8")
          .split("\n")
          .filter((line) => /apri.?ot/.test(line)).length,
      ] as const,
  );
  return new Map(counted.filter(([, count]) => count > 0));
}

test.each([
  ["kept in memory", 2 ** 25],
  ["read from the disk", 0],
  ["kept in part, and put in the place of others", 2 ** 19],
])("files that are %s", async (_, roomBytes) => {
  const root = tree(Object.fromEntries(Array.from({ length: COUNT }, (_each, i) => [`d${i % 7}/f${i}.txt`, textOf(i)])));
  const files = await filesAt(root, roomBytes);
  const helped = vi.spyOn(files, "helpWith");
  for (let round = 0; round < 3; round++) expect(await countsOf(files)).toEqual(truth(root));
  expect(helped.mock.results.map(({ value }) => value !== undefined)).toEqual([true, true, true]);
});

test("a file that changed is read again, whoever was to look at it", async () => {
  const root = tree(Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`f${i}.txt`, textOf(i)])));
  const files = await filesAt(root, 0);
  await countsOf(files);
  for (let i = 0; i < COUNT; i += 10) fs.writeFileSync(path.join(root, `f${i}.txt`), "another text, and no april\napriot\n");
  for (let i = 5; i < COUNT; i += 10) fs.rmSync(path.join(root, `f${i}.txt`));
  expect(await countsOf(files)).toEqual(truth(root));
});

test("an errand comes as it was sent", () => {
  const number = fc.nat();
  const part = fc.record({ start: number, end: number, linesBefore: number });
  const item: fc.Arbitrary<Item> = fc.record({
    name: fc.string({ unit: fc.constantFrom(..."ab/ \xff\n"), minLength: 1 }),
    fd: fc.option(fc.nat(), { nil: undefined }),
    place: fc.option(number, { nil: undefined }),
    isThere: fc.boolean(),
    size: number,
    state: fc.record({ inode: number, size: number, modifiedMs: fc.double({ noNaN: true }), changedMs: fc.double({ noNaN: true }) }),
    parts: fc.option(fc.array(part, { maxLength: 4 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), (items) => {
      expect(itemsOf(errandOf(items))).toEqual(items);
    }),
  );
});
