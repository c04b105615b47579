// What comes to a tree or goes from it: where no rule can mean it, the next search goes by the index all the same; where one may, ripgrep is asked.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPair, type Pair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

const FILES = {
  ".gitignore": "*.log\nout/\n",
  "a.txt": "needle\n",
  "src/a.txt": "needle\n",
  "src/deep/b.txt": "needle\n",
  "lib/c.txt": "needle\n",
  "src-2/d.txt": "needle\n",
};

async function open(): Promise<Pair & { readonly root: string }> {
  const root = tree(FILES);
  const pair = openPair(root);
  onTestFinished(() => fs.rmSync(`${root}-elsewhere`, { recursive: true, force: true }));
  onTestFinished(() => pair.close());
  await pair.ready();
  return { ...pair, root };
}

/** Counts by the index and without, and the way that the first took. */
async function counts({ indexed, plain, ways }: Pair) {
  const query = queryFor("needle", { mode: "count" });
  const [byIndex, alone] = [await indexed.search(query), await plain.search(query)];
  return { byIndex: byIndex.ok && byIndex.value.entries, alone: alone.ok && alone.value.entries, way: ways().at(-1) };
}

type Change = (at: (name: string) => string) => void;

function write(file: string, text = "needle\n"): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

test.each<[string, Change]>([
  ["a file comes", (at) => write(at("src/new.txt"))],
  ["a file that is ignored comes", (at) => write(at("src/new.log"))],
  ["an empty directory comes", (at) => fs.mkdirSync(at("new"))],
  ["a directory comes with a file", (at) => write(at("new/a.txt"))],
  ["a directory comes with files that are ignored", (at) => ["new/a.log", "new/b.txt"].map((name) => write(at(name)))],
  ["directories come in one another", (at) => ["new/a/b/c/a.txt", "new/a/b.txt", "new/d/e.txt"].map((name) => write(at(name)))],
  ["a directory is renamed", (at) => fs.renameSync(at("src"), at("moved"))],
  ["a directory is moved into another", (at) => fs.renameSync(at("src"), at("lib/src"))],
  ["a directory goes", (at) => fs.rmSync(at("src"), { recursive: true })],
  ["a directory goes elsewhere", (at) => fs.renameSync(at("src"), `${at("")}-elsewhere`)],
])("%s: the index answers", async (_, change) => {
  const pair = await open();
  change((name) => path.join(pair.root, name));
  const { byIndex, alone, way } = await counts(pair);
  expect(byIndex).toEqual(alone);
  expect(way).toMatchObject({ way: "index" });
});

const MANY = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`${index}.txt`, "needle\n"]));

test.each<[string, string, Parameters<typeof tree>[0]]>([
  ["a directory that is ignored comes", "src/out", { "a.txt": "needle\n" }],
  ["a directory comes with one that is ignored", "new", { "a.txt": "needle\n", "out/a.txt": "needle\n" }],
  ["a directory comes with rules", "new", { "a.md": "needle\n", ".gitignore": "*.md\n" }],
  ["a directory comes with a link", "new", { link: { link: "../lib" } }],
  ["a directory comes with very many files", "new", MANY],
  ["a directory is another one", "lib", { "other.txt": "needle\n" }],
])("%s: ripgrep is asked", async (_, name, files) => {
  const pair = await open();
  const [came, place] = [tree(files), path.join(pair.root, name)];
  if (fs.existsSync(place)) fs.renameSync(place, path.join(pair.root, "old"));
  fs.renameSync(came, place); // at once, or it might all be known when it is asked for
  const { byIndex, alone, way } = await counts(pair);
  expect(byIndex).toEqual(alone);
  expect(way).toEqual({ way: "plain", why: "listing" });
});

test.each<[string, readonly Change[]]>([
  ["a directory comes, and then a file", [(at) => fs.mkdirSync(at("new")), (at) => write(at("new/a.txt"))]],
  ["a directory comes, and then one in it", [(at) => write(at("new/a.txt")), (at) => write(at("new/deep/b.txt"))]],
  ["a directory comes, and its file changes", [(at) => write(at("new/a.txt")), (at) => write(at("new/a.txt"), "needle\nneedle\n")]],
  ["a directory goes and comes again", [(at) => fs.rmSync(at("src"), { recursive: true }), (at) => write(at("src/a.txt"), "needle\nneedle\n")]],
  ["a directory is renamed, and its file changes", [(at) => fs.renameSync(at("src"), at("new")), (at) => write(at("new/a.txt"), "needle\nneedle\n")]],
  ["a directory is renamed to and fro", [(at) => fs.renameSync(at("src"), at("new")), (at) => fs.renameSync(at("new"), at("src"))]],
  [
    "a directory comes, is renamed and gets a file",
    [(at) => fs.mkdirSync(at("new")), (at) => fs.renameSync(at("new"), at("lib/new")), (at) => write(at("lib/new/a.txt"))],
  ],
  [
    "a directory goes with its rules, and comes again without",
    [
      (at) => write(at("lib/.gitignore"), "*.md\n"),
      (at) => write(at("lib/a.md")),
      (at) => fs.renameSync(at("lib"), `${at("")}-elsewhere`),
      (at) => write(at("lib/a.md")),
    ],
  ],
  [
    "a directory goes with what lets its files in, and comes again without",
    [
      (at) => write(at("lib/deep/.gitignore"), "!kept.log\n"),
      (at) => write(at("lib/deep/kept.log")),
      (at) => fs.renameSync(at("lib"), `${at("")}-elsewhere`),
      (at) => write(at("lib/deep/kept.log")),
    ],
  ],
  ["a directory comes, and then a rule in it", [(at) => write(at("new/a.txt")), (at) => write(at("new/.ignore"), "a.txt\n")]],
])("%s: nothing is missed after any of it, and nothing else is found", async (_, changes) => {
  const pair = await open();
  for (const change of changes) {
    change((name) => path.join(pair.root, name));
    const { byIndex, alone } = await counts(pair);
    expect(byIndex).toEqual(alone);
    await pair.ready();
  }
});
