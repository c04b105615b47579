// The front of a result by the index: file by file in the order of the result, and no further than it is needed.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Answers } from "../../../../src/search/index/answers.ts";
import type { Files } from "../../../../src/search/index/files.ts";
import { wantedOf } from "../../../../src/search/index/pattern/pattern.ts";
import { type Proven, provenOf } from "../../../../src/search/index/pattern/proven.ts";
import type { Wanted } from "../../../../src/search/index/pattern/wanted.ts";
import type { Answer, Question } from "../../../../src/search/index/protocol.ts";
import type { Position, Reach } from "../../../../src/search/index/verify/in-order.ts";
import { Pace } from "../../../../src/search/index/verify/pace.ts";
import { namesIn, startedAt, storeAll, waitForTick, work } from "../../../support/stored.ts";
import { tree } from "../../../support/tree.ts";

const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 30);
const LINES_OF = [0, 1, 1, 2, 5];
const QUERY = { pattern: "apricot", caseInsensitive: false, multiline: false };

/** Looking at what is left would take too long. */
class Slow extends Pace {
  override estimateMs(): number {
    return Number.POSITIVE_INFINITY;
  }
}

const file = fc.record({
  name: fc.constantFrom("", "src/", "src/deep/", "src.", "lib/").chain((at) => fc.nat({ max: 40 }).map((n) => `${at}f${n}.txt`)),
  lines: fc.constantFrom(...LINES_OF),
  time: fc.nat({ max: 6 }),
});
type RandomFile = typeof file extends fc.Arbitrary<infer T> ? T : never;

function write(root: string, { name, lines, time }: RandomFile): void {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), `avocado\n${"apricot\n".repeat(lines)}`);
  fs.utimesSync(path.join(root, name), time, time);
}

/** An index that was kept, and in which some files changed since: of those, some were read again. */
function indexOf(root: string, changes: readonly (RandomFile & { isRead: boolean })[]): Files {
  const at = { root, cache: path.join(tree({}), "cache") };
  waitForTick();
  storeAll(startedAt(at));
  const files = startedAt(at);
  for (const change of changes) {
    const isNew = !fs.existsSync(path.join(root, change.name));
    write(root, change);
    if (isNew) files.list(namesIn(root), () => false);
    files.changed(change.name);
    if (change.isRead) work(files);
  }
  return files;
}

const scenarios = fc.record({
  files: fc.array(file, { minLength: 1, maxLength: 40 }),
  changes: fc.array(
    fc.tuple(file, fc.boolean()).map(([each, isRead]) => ({ ...each, isRead })),
    { maxLength: 6 },
  ),
  order: fc.constantFrom<"path" | "newest">("path", "newest"),
  unit: fc.constantFrom<"entries" | "hits">("entries", "hits"),
  least: fc.integer({ min: 1, max: 12 }),
  isVerified: fc.boolean(),
});

test("step by step all that matches comes in order, and each step brings enough", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ files: each, changes, order, unit, least, isVerified }) => {
      const root = tree({});
      for (const one of each) write(root, one);
      const answers = new Answers(indexOf(root, changes), new Slow());
      const found: string[] = [];
      for (let after: Position | undefined; ; ) {
        const reach = { order, unit, least, most: least, ...(after === undefined ? {} : { after }) };
        const answer = (await answers.to(questionOf(reach, isVerified), 1)) as Extract<Answer, { ok: true }>;
        const names = namesFrom(answer, root, order);
        found.push(...names);
        after = answer.rest;
        if (after === undefined) break;
        if (isVerified) expect(unitsIn(root, names, unit)).toBeGreaterThanOrEqual(least);
      }
      expect(found.filter((name) => linesIn(root, name) > 0)).toEqual(inOrder(root, [...namesIn(root)], order).filter((name) => linesIn(root, name) > 0));
    }),
    { numRuns: RUNS },
  );
});

test("after a change, what is newest has to be asked for again; the order of names stays as it is", async () => {
  const root = tree({ "a.txt": "apricot\n", "b.txt": "apricot\n", "c.txt": "apricot\n" });
  const files = indexOf(root, []);
  const answers = new Answers(files, new Slow());
  for (const [order, expected] of [
    ["newest", { ok: false, why: "changed meanwhile" }],
    ["path", { ok: true, printed: "b.txt\0" }],
  ] as const) {
    const reach: Reach = { order, unit: "entries", least: 1, most: 1 };
    const first = (await answers.to(questionOf(reach, true), 1)) as Extract<Answer, { ok: true }>;
    files.changed("c.txt");
    expect(await answers.to(questionOf({ ...reach, after: first.rest as Position }, true), 1)).toMatchObject(expected);
  }
});

test("a file that moves to another segment before its turn comes is looked at all the same", async () => {
  const root = tree({ "a.txt": "apricot\n", "b.txt": "apricot\n" });
  const files = indexOf(root, []);
  const crowd = files.picker.pick({ wanted: wantedOf(QUERY) as Wanted, span: "piece", passes: () => true });
  files.changed("b.txt");
  work(files);
  crowd.openAll(Number.POSITIVE_INFINITY);
  expect([0, 1].map((index) => crowd.chosen(index).file.name)).toEqual(["a.txt", "b.txt"]);
});

function questionOf(reach: Reach, isVerified: boolean): Question {
  const verification = { proven: provenOf(QUERY) as Proven, shape: { what: "names" as const }, maxChars: 1e9, budgetMs: 1e9, leftMs: 0, isNewestFirst: false };
  const counted = reach.unit === "hits" ? { ...verification, shape: { what: "counts" as const } } : verification;
  return {
    wanted: wantedOf(QUERY) as Wanted,
    span: "piece",
    below: "",
    filter: { globs: [] },
    hidden: true,
    maxBytes: 1e9,
    maxCandidates: isVerified ? 1_000 : 3,
    ...(isVerified ? { verification: counted } : {}),
    reach,
  };
}

/** What an answer tells of, in order. */
function namesFrom({ printed = "", candidates }: Extract<Answer, { ok: true }>, root: string, order: Reach["order"]): readonly string[] {
  const verified = printed.split(/\0(?:\d+\n)?/).filter((name) => name !== "");
  return inOrder(root, [...verified, ...candidates.text, ...candidates.doubtful], order);
}

function inOrder(root: string, names: readonly string[], order: Reach["order"]): readonly string[] {
  const byPath = [...names].sort();
  return order === "path" ? byPath : byPath.sort((a, b) => timeOf(root, b) - timeOf(root, a));
}

function timeOf(root: string, name: string): number {
  return fs.statSync(path.join(root, name)).mtimeMs;
}

function linesIn(root: string, name: string): number {
  return fs.readFileSync(path.join(root, name), "utf8").split("apricot").length - 1;
}

function unitsIn(root: string, names: readonly string[], unit: Reach["unit"]): number {
  return unit === "entries" ? names.length : names.reduce((sum, name) => sum + linesIn(root, name), 0);
}
