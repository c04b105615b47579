// By the index or without it: the answers are the same, whatever is asked, in a tree with every oddity. `npm run fuzz` goes on for longer.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchQuery } from "../../../src/index.ts";
import { compareRandomly } from "../../support/compare.ts";
import { openPair, type Pair, queryFor, withoutReceipt } from "../../support/indexed.ts";
import { makeOddTree } from "../../support/odd-tree.ts";
import { tree } from "../../support/tree.ts";

const COMPARISONS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 6_000);
const SEED = Number(process.env.FOSSICK_FUZZ_SEED ?? 1);

let root: string;
let cache: string;
let pair: Pair;

beforeAll(async () => {
  root = makeOddTree(SEED);
  // The second time it is what the first kept, as in most servers' lives.
  cache = fs.mkdtempSync(path.join(os.tmpdir(), "fossick-kept-"));
  for (const start of ["first", "second"]) {
    pair = openPair(root, { denyDirs: ["secret*"], cacheDirectory: cache });
    await pair.ready();
    if (start === "first") await pair.close();
  }
});

afterAll(async () => {
  await pair.close();
  for (const directory of [root, cache]) fs.rmSync(directory, { recursive: true, force: true });
});

test("random queries have the same answers", { timeout: 900_000 }, async () => {
  const compared = await compareRandomly(pair, { comparisons: COMPARISONS, timeMs: Number.POSITIVE_INFINITY, seed: SEED });
  expect(compared.differences).toEqual([]);
  expect(compared.comparisons).toBeGreaterThanOrEqual(COMPARISONS);
  expect(compared.byIndex).toBeGreaterThan(COMPARISONS / 4); // otherwise nothing was tested
});

test.each<[string, Partial<SearchQuery>]>([
  ["needle", {}],
  ["needle", { caseInsensitive: true }],
  ["kelvin", { caseInsensitive: true }],
  ["sausage", { caseInsensitive: true }],
  ["straße", { caseInsensitive: true }],
  ["late needle", {}],
  ["late needle", { mode: "count" }],
  ["across\\s+lines", { multiline: true }],
  ["far.*apart", { multiline: true }],
  ["far.*apart", {}],
  ["long.*line", {}],
  ["[unclosed needle", {}],
  ["needle(?=x)", {}],
  ["needle{9999999}", {}],
  ["absent_needle{1001}{1001}", {}],
  ["needle", { roots: [{ path: "src" }, { path: "a.txt" }, { path: "src/deep" }] }],
  ["needle", { roots: [{ path: "out" }] }],
  ["needle", { roots: [{ path: "empty" }] }],
  ["needle", { filter: { globs: [], types: [{ name: "c" }] } }],
  ["needle", { limits: { ...queryFor("").limits, multilineBytes: 100 }, multiline: true }],
])("%s %j has the same answer", async (pattern, changes) => {
  const query = queryFor(pattern, changes);
  const [byIndex, plain] = [await pair.indexed.search(query), await pair.plain.search(query)];
  expect(byIndex.ok ? withoutReceipt(byIndex.value) : byIndex).toEqual(plain.ok ? withoutReceipt(plain.value) : plain);
});

test("what stands far apart on one line is found", async () => {
  const long = openPair(tree({ "a.txt": `x\nlong ${"y".repeat(200_000)} line\n`, "b.txt": `long\n${"y\n".repeat(100_000)} line\n` }));
  await long.ready();
  const [line, lines] = [await long.indexed.search(queryFor("long.*line")), await long.indexed.search(queryFor("long.*line", { multiline: true }))];
  expect([line, lines].map((result) => result.ok && result.value.entries.map(({ name }) => name))).toEqual([["a.txt"], ["a.txt", "b.txt"]]);
  expect(long.ways().map(({ way }) => way)).toEqual(["index", "index"]);
  await long.close();
});
