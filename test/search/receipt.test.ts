// What is told of a search without results: everything that was not looked at, and whether it holds matches.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace, type SearchQuery, type SearchResult } from "../../src/index.ts";
import { queryFor } from "../support/indexed.ts";
import { tree } from "../support/tree.ts";

const exactly = (count: number) => ({ count, exact: true });

async function skippedIn(root: string, changes: Partial<SearchQuery> = {}, signal?: AbortSignal): Promise<SearchResult["skipped"]> {
  const workspace = openWorkspace({ workdir: root, denyDirs: ["secret"], ripgrep: { prefer: "bundled", environment: { PATH: "", HOME: "/nonexistent" } } });
  onTestFinished(() => workspace.close());
  const query = queryFor("needle", { limits: { ...queryFor("").limits, receiptMs: 60_000 }, ...changes });
  const result = await workspace.search(query, signal);
  if (!result.ok) throw new Error(result.failure.code);
  return result.value.skipped;
}

const FILES = {
  ".gitignore": "out/\n*.log\n",
  "a.txt": "straw\n",
  "out/deep/b.txt": "needle\nneedle\n",
  "node_modules/p/index.js": "needle\n",
  "c.bin": "\0needle\n",
  "d.bin": "\0straw\n",
  "secret/e.txt": "needle\n",
};

test("each cause, with the rule, and what is behind it", async () => {
  expect(await skippedIn(tree({ ...FILES, "x.log": "needle\n" }))).toEqual({
    ignored: [
      { rule: { file: ".gitignore", glob: "out/", line: 1 }, files: exactly(1) },
      { rule: { file: ".gitignore", glob: "*.log", line: 2 }, files: exactly(1) },
    ],
    named: [{ name: "node_modules", files: exactly(1) }],
    hidden: exactly(0),
    binary: exactly(2),
    matches: exactly(4),
    binaryMatches: exactly(1),
    denied: 1,
    tooLarge: [],
    unreadable: [],
    linksOutside: 0,
    linksTooMany: 0,
    ranOut: false,
  });
});

test("the same where there is more than can be named to ripgrep one by one", async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`logs/${i}.log`, i % 2 === 0 ? "needle\n" : "straw\n"]));
  const { ignored, named, binary, matches, binaryMatches } = await skippedIn(tree({ ...FILES, ...many }));
  expect({ ignored, named, binary, matches, binaryMatches }).toEqual({
    ignored: [
      { rule: { file: ".gitignore", glob: "*.log", line: 2 }, files: exactly(2_001) },
      { rule: { file: ".gitignore", glob: "out/", line: 1 }, files: exactly(1) },
    ],
    named: [{ name: "node_modules", files: exactly(1) }],
    binary: exactly(2),
    matches: exactly(1_004),
    binaryMatches: exactly(1),
  });
});

test("a binary file whose name is not UTF-8 is looked into, too", async () => {
  const root = tree(FILES);
  fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff]), Buffer.from(".bin")]), "\0needle\nneedle\n");
  const { binary, binaryMatches, matches } = await skippedIn(root);
  expect({ binary, binaryMatches, matches }).toEqual({ binary: exactly(3), binaryMatches: exactly(3), matches: exactly(3) });
});

test("a hidden file that a rule lets in again is hidden where hidden files are not meant, whatever its name is", async () => {
  const root = tree({ ".gitignore": "!*.md\n", "a.txt": "straw\n", ".hid.md": "needle\n" });
  const asked = { walk: { ...queryFor("").walk, hidden: false } };
  expect(await skippedIn(root, asked)).toMatchObject({ hidden: exactly(2), matches: exactly(1) });
  fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/.`), Buffer.from([0xff]), Buffer.from(".md")]), "needle\n");
  expect(await skippedIn(root, asked)).toMatchObject({ hidden: exactly(3), matches: exactly(2) });
});

test("over lines, files that are too large are not looked into, wherever they stand", async () => {
  const large = `needle\n${"f\n".repeat(1_000)}`;
  const root = tree({ ".gitignore": "big.log\nbuild/\n", "big.log": large, "build/big": large, "big.bin": `\0${large}`, "x.txt": "straw\n" });
  const { ignored, matches, binaryMatches, tooLarge } = await skippedIn(root, {
    multiline: true,
    limits: { ...queryFor("").limits, receiptMs: 60_000, multilineBytes: 500 },
  });
  expect({ files: ignored.map(({ files }) => files), matches, binaryMatches, tooLarge }).toEqual({
    files: [exactly(1), exactly(1)],
    matches: exactly(0),
    binaryMatches: exactly(0),
    tooLarge: [path.join(root, "big.bin")],
  });
});

test("what is denied is not told of under another name, either", async () => {
  const root = tree({ ".gitignore": "ign*\n", "secret/key.bin": "\0needle\n", "secret/key.txt": "needle\n", "x.txt": "straw\n" });
  for (const [name, other] of [
    ["key.bin", "other.bin"],
    ["key.txt", "ign.txt"],
    ["key.txt", "other.txt"],
  ] as const)
    fs.linkSync(path.join(root, "secret", name), path.join(root, other));
  const { ignored, binary, matches, binaryMatches } = await skippedIn(root);
  expect({ ignored, binary, matches, binaryMatches }).toEqual({ ignored: [], binary: exactly(0), matches: exactly(0), binaryMatches: exactly(0) });
});

test("a search that is cancelled while it looks at what was skipped ends without a word", async () => {
  const root = tree({ ...FILES, ...Object.fromEntries(Array.from({ length: 500 }, (_, i) => [path.join("out", `${i}.txt`), "straw\n"])) });
  const outcomes: unknown[] = [];
  for (let ms = 5; ms <= 60; ms += 5) outcomes.push(await skippedIn(root, {}, AbortSignal.timeout(ms)).catch((error: Error) => error.name));
  expect(outcomes).toContain("TimeoutError"); // and no promise was rejected that nobody waits for, which fails the run
});
