// What a search without results tells of what was not looked at is the same by the index, which knows much of it.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SearchQuery } from "../../../src/index.ts";
import { openPair, type Pair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

const FILES = {
  ".gitignore": "out/\n*.log\nkept/*\n",
  "a.txt": "straw\n",
  "out/deep/a.txt": "needle\n",
  "out/b.js": "needle needle\n",
  "x.log": "needle\n",
  "kept/c.txt": "straw\n",
  "src/picture.bin": "\0needle\n",
  "src/other.bin": "\0straw\n",
  "src/late.bin": `${"straw\n".repeat(20_000)}\0straw\n`,
  "node_modules/p/index.js": "needle\n",
  "secret/d.txt": "needle\n",
};

function open(): Pair & { readonly root: string } {
  const root = tree(FILES);
  const pair = openPair(root, { denyDirs: ["secret"] });
  onTestFinished(() => pair.close());
  return { ...pair, root };
}

/** The second of two: the first has what was left out asked for. */
async function receipts(pair: Pair, changes: Partial<SearchQuery>) {
  const query = queryFor("needle", { limits: { ...queryFor("").limits, receiptMs: 60_000 }, ...changes });
  await pair.ready();
  await pair.indexed.search(query);
  await new Promise((resolve) => setTimeout(resolve, 300));
  pair.ways();
  const [byIndex, plain] = [await pair.indexed.search(query), await pair.plain.search(query)];
  return { byIndex: byIndex.ok && byIndex.value, plain: plain.ok && plain.value };
}

test.each<[string, Partial<SearchQuery>]>([
  ["a word", {}],
  ["a word without case", { caseInsensitive: true }],
  ["counts", { mode: "count" }],
  ["lines", { mode: "content" }],
  ["a type", { filter: { globs: [], types: [{ name: "js" }] } }],
  ["a glob", { filter: { globs: ["*.bin"], types: [] } }],
  ["a negated glob", { filter: { globs: ["!*.log"], types: [] } }],
  ["a directory", { roots: [{ path: "src" }] }],
])("%s", async (_, changes) => {
  const pair = open();
  const { byIndex, plain } = await receipts(pair, changes);
  expect(byIndex).toEqual(plain);
  expect(pair.ways().at(-1)).toMatchObject({ way: "index" });
});

test("a rule that changes is heard of", async () => {
  const pair = open();
  await receipts(pair, {});
  fs.writeFileSync(path.join(pair.root, ".gitignore"), "out/deep\n*.log\nkept/*\n*.js\n");
  const { byIndex, plain } = await receipts(pair, {});
  expect(byIndex).toEqual(plain);
});
