// What a search without results tells of what was not looked at is the same by the index, which knows much of it.
import { execFileSync } from "node:child_process";
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
  "two\nlines.log": "needle\n",
  "kept/c.txt": "straw\n",
  "src/picture.bin": "\0needle\n",
  "src/other.bin": "\0straw\n",
  "src/late.bin": `${"straw\n".repeat(20_000)}\0straw\n`,
  "node_modules/p/index.js": "needle\n",
  "secret/d.txt": "needle\n",
};

function open(files: Parameters<typeof tree>[0] = FILES): Pair & { readonly root: string } {
  const root = tree(files);
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

test.each<[string, (root: string) => void]>([
  ["a file that is ignored comes", (root) => fs.writeFileSync(path.join(root, "src/new.log"), "needle\n")],
  ["a file that is ignored goes", (root) => fs.rmSync(path.join(root, "x.log"))],
  ["a directory that is ignored goes", (root) => fs.rmSync(path.join(root, "out"), { recursive: true })],
  ["what is denied goes", (root) => fs.rmSync(path.join(root, "secret"), { recursive: true })],
  ["what is left out by name comes", (root) => fs.cpSync(path.join(root, "node_modules"), path.join(root, "src/node_modules"), { recursive: true })],
])("%s: the next receipt tells", async (_, change) => {
  const pair = open();
  const query = queryFor("needle", { limits: { ...queryFor("").limits, receiptMs: 60_000 } });
  await receipts(pair, {});
  change(pair.root);
  expect(await pair.indexed.search(query)).toEqual(await pair.plain.search(query));
});

test.each<[string, (root: string) => void]>([
  ["is given what is looked for", (root) => fs.appendFileSync(path.join(root, "src/other.bin"), "needle\n")],
  ["loses it", (root) => fs.writeFileSync(path.join(root, "src/picture.bin"), "\0straw\n")],
  ["comes", (root) => fs.writeFileSync(path.join(root, "src/third.bin"), "\0needle\n")],
  ["is another, of the same size and time", (root) => replaceUnnoticed(path.join(root, "src/other.bin"), "\0needl")],
])("a binary file %s: the next receipt tells, and the one after it", async (_, change) => {
  const pair = open({ ...FILES, "src/other.bin": "\0straw\n" });
  const query = queryFor("needl", { limits: { ...queryFor("").limits, receiptMs: 60_000 } });
  await receipts(pair, {});
  change(pair.root);
  expect(await pair.indexed.search(query)).toEqual(await pair.plain.search(query));
  const { byIndex, plain } = await receipts(pair, { pattern: "needl" });
  expect(byIndex).toEqual(plain);
});

function replaceUnnoticed(file: string, text: string): void {
  const { mtime, atime } = fs.statSync(file);
  fs.writeFileSync(file, text.padEnd(fs.statSync(file).size));
  fs.utimesSync(file, atime, mtime);
}

test("what an earlier index kept of binary files is no less", async () => {
  const root = tree(FILES);
  const cacheDirectory = tree({});
  for (const _ of ["first", "second"]) {
    const pair = openPair(root, { denyDirs: ["secret"], cacheDirectory });
    const { byIndex, plain } = await receipts(pair, {});
    expect(byIndex).toEqual(plain);
    expect(byIndex).toMatchObject({ skipped: { binary: { count: 3 }, binaryMatches: { count: 1, exact: true } } });
    await pair.close();
  }
});

test("a file that is ignored comes, goes and comes again: each receipt tells", async () => {
  const pair = open();
  const file = path.join(pair.root, "src/new.log");
  const query = queryFor("needle", { limits: { ...queryFor("").limits, receiptMs: 60_000 } });
  for (const change of [() => fs.writeFileSync(file, "needle\n"), () => fs.rmSync(file), () => fs.writeFileSync(file, "needle\n")]) {
    await receipts(pair, {});
    change();
    expect(await pair.indexed.search(query)).toEqual(await pair.plain.search(query));
  }
});

const IGNORING = { ".gitignore": "*.lnk\nthing/\n", "a.txt": "straw\n" };

test("links and pipes that are ignored are left alone, wherever they lead", async () => {
  const outside = tree({ "b.txt": "needle\n" });
  const links = { "out.lnk": { link: outside }, "up.lnk": { link: ".." }, "file.lnk": { link: path.join(outside, "b.txt") }, "gone.lnk": { link: "nowhere" } };
  const pair = open({ ...IGNORING, ...links });
  execFileSync("mkfifo", [path.join(pair.root, "pipe.lnk")]);
  const { byIndex, plain } = await receipts(pair, {});
  expect(byIndex).toEqual(plain);
  expect(byIndex).toMatchObject({ skipped: { ignored: [], matches: { count: 0, exact: true }, ranOut: false } });
});

test("a directory that was ignored is a file now, which is not", async () => {
  const pair = open({ ...IGNORING, "src/thing/b.txt": "needle\n" });
  await receipts(pair, {});
  fs.rmSync(path.join(pair.root, "src/thing"), { recursive: true });
  fs.writeFileSync(path.join(pair.root, "src/thing"), "straw\n");
  const { byIndex, plain } = await receipts(pair, {});
  expect(byIndex).toEqual(plain);
});

test("hidden files that a rule lets in again are hidden all the same", async () => {
  const pair = open({
    ".gitignore": "!*.md\n",
    "a.txt": "straw\n",
    ".hid.md": "needle\n",
    "src/.dir/b.md": "needle\n",
    ".other": "needle\n",
    "src/.hid.md": "\0needle\n",
  });
  const { byIndex, plain } = await receipts(pair, { walk: { ...queryFor("").walk, hidden: false } });
  expect(byIndex).toEqual(plain);
  expect(byIndex).toMatchObject({ skipped: { ignored: [], hidden: { count: 5, exact: true }, matches: { count: 4, exact: true } } });
});
