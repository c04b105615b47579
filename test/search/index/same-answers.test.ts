// By the index or without it: the answers are the same, whatever is asked, in a tree with every oddity. `npm run fuzz` goes on for longer.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchQuery } from "../../../src/index.ts";
import { expectSameAnswers } from "../../support/compare.ts";
import { openPair, type Pair, queryFor, withoutReceipt } from "../../support/indexed.ts";
import { makeOddTree } from "../../support/odd-tree.ts";
import { tree } from "../../support/tree.ts";

/** As many in another tree (see same-answers-alone.test.ts). */
const COMPARISONS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 10_000) / 2;
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

test("random queries have the same answers", { timeout: 900_000 }, () => expectSameAnswers(pair, { comparisons: COMPARISONS, seed: SEED }));

test.each<[string, Partial<SearchQuery>]>([
  ["needle", {}],
  ["needle", { caseInsensitive: true }],
  ["kelvin", { caseInsensitive: true }],
  ["sausage", { caseInsensitive: true }],
  ["straße", { caseInsensitive: true }],
  ["(?i:s)\u017fx", {}],
  ["(?i)s(?-i)\u017fx", {}],
  ["(?i)ssx", {}],
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

test("what the index tells of a file that is denied under another name is left out, and all others are in order", async () => {
  const root = tree({ "secret.txt": "needle\n".repeat(300), ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}.txt`, "needle\n"])) });
  fs.linkSync(path.join(root, "secret.txt"), path.join(root, "open.txt"));
  fs.writeFileSync(path.join(root, "wide.txt"), Buffer.from("\ufeffneedle\n", "utf16le"));
  for (const [age, name] of fs.readdirSync(root).sort().entries()) fs.utimesSync(path.join(root, name), 1_000 - age, 1_000 - age);
  const denied = openPair(root, { denyDirs: ["secret*"] });
  await denied.ready();
  for (const changes of [
    { mode: "files", order: "newest" },
    { mode: "content", page: { unit: "hits", skip: 0, take: 20 } },
  ] as const) {
    const query = queryFor("needle", { walk: { ...queryFor("").walk, followLinks: false }, ...changes });
    const [byIndex, plain] = [await denied.indexed.search(query), await denied.plain.search(query)];
    expect(byIndex.ok && [byIndex.value.entries.length, byIndex.value.rows]).toEqual(plain.ok && [plain.value.entries.length, plain.value.rows]);
    expect(byIndex.ok && byIndex.value.entries.map(({ name }) => name)).toEqual(plain.ok && plain.value.entries.map(({ name }) => name));
  }
  expect(denied.ways().every(({ way }) => way === "index")).toBe(true);
  await denied.close();
});

test("what stands far apart on one line is found", async () => {
  const long = openPair(tree({ "a.txt": `x\nlong ${"y".repeat(200_000)} line\n`, "b.txt": `long\n${"y\n".repeat(100_000)} line\n` }));
  await long.ready();
  const [line, lines] = [await long.indexed.search(queryFor("long.*line")), await long.indexed.search(queryFor("long.*line", { multiline: true }))];
  expect([line, lines].map((result) => result.ok && result.value.entries.map(({ name }) => name))).toEqual([["a.txt"], ["a.txt", "b.txt"]]);
  expect(long.ways().map(({ way }) => way)).toEqual(["index", "index"]);
  await long.close();
});
