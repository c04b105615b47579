// What cannot be read is told beside every page, by the index or without it. Nothing is unreadable to root, so the searches are somebody else's.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { SearchQuery } from "../../../src/index.ts";
import { queryFor } from "../../support/indexed.ts";
import { MAIN } from "../../support/server.ts";
import { tree } from "../../support/tree.ts";

const NOBODY = { uid: 65_534, gid: 65_534 };
const LIBRARY = path.join(path.dirname(MAIN), "index.js");

/** Asks with the index and without; prints what was not readable, how much is shown, and the way it took. Infinity is no JSON. */
const ASK = `
  const { openWorkspace } = await import(process.argv[1]);
  const [workdir, cacheDirectory, queries] = JSON.parse(process.argv[2], (_, value) => (value === "Infinity" ? Infinity : value));
  const all = [];
  for (const use of ["always", "off"]) {
    const ripgrep = { prefer: "bundled", environment: { PATH: "", HOME: "/nonexistent" } };
    const workspace = openWorkspace({ workdir, cacheDirectory, ripgrep, index: { use, minFiles: 1, cacheBytes: 2 ** 24, host: "server" } });
    const answers = [];
    let last;
    workspace.onWay(({ way }) => (last = way));
    for (const query of queries) {
      for (let tries = 0; use === "always" && last !== "index" && tries < 500; tries++) {
        await workspace.search({ ...query, pattern: "nowhere" });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const { value } = await workspace.search(query);
      answers.push({ way: last, unreadable: value.skipped.unreadable, shown: value.page.shown });
    }
    await workspace.close();
    all.push(answers);
  }
  console.log(JSON.stringify(all));
`;

interface Answer {
  readonly way: string;
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  readonly shown: number;
}

function answersOf(root: string, queries: readonly SearchQuery[]): readonly (readonly Answer[])[] {
  fs.chmodSync(root, 0o755);
  const asked = JSON.stringify([root, "/nonexistent", queries], (_, value) => (value === Number.POSITIVE_INFINITY ? "Infinity" : value));
  const args = ["--input-type=module", "--eval", ASK, pathToFileURL(LIBRARY).href, asked];
  return JSON.parse(execFileSync(process.execPath, args, { ...NOBODY, cwd: root, env: { PATH: process.env.PATH }, encoding: "utf8" }));
}

function canRead(): boolean {
  try {
    execFileSync(process.execPath, ["-e", `require("fs").accessSync(${JSON.stringify(LIBRARY)})`], { ...NOBODY, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const NO_LINKS = { ...queryFor("").walk, followLinks: false };
const FILES = { mode: "files", page: { unit: "entries", skip: 0, take: 3 } } as const;
const LINES = { mode: "content", page: { unit: "hits", skip: 0, take: 3 } } as const;
const QUERIES = {
  "newest files": queryFor("apricot", { ...FILES, order: "newest", walk: NO_LINKS }),
  "files by path": queryFor("apricot", { ...FILES, walk: NO_LINKS }),
  "files where links are followed": queryFor("apricot", FILES),
  lines: queryFor("apricot", { ...LINES, walk: NO_LINKS }),
  "lines of a pattern that ripgrep has to judge": queryFor("apricot \\p{Greek}$", { ...LINES, walk: NO_LINKS }),
  "files below a directory": queryFor("apricot", { ...FILES, walk: NO_LINKS, roots: [{ path: "d9" }] }),
  "files that a glob means": queryFor("apricot", { ...FILES, walk: NO_LINKS, filter: { globs: ["d[1-9]/*"], types: [] } }),
};

test.skipIf(process.getuid?.() !== 0)("an unreadable file is told, however early a page is full", ({ skip }) => {
  if (!canRead()) return skip("this checkout is in a folder that others may not enter");
  const names = Array.from({ length: 3_000 }, (_, i) => `d${i % 10}/f${i}.txt`);
  const root = tree(Object.fromEntries(names.map((name) => [name, { text: `${"apricot α\n".repeat(200)}`, mtime: 1_000 }])));
  const locked = ["d0/f2990.txt", "d9/f2999.txt"];
  for (const name of locked) fs.chmodSync(path.join(root, name), 0);
  const unreadable = locked.map((name) => ({ path: path.join(root, name), reason: "Permission denied (os error 13)" }));
  const [byIndex, plain] = answersOf(root, Object.values(QUERIES));
  const asked = Object.keys(QUERIES);
  const expected = asked.map((name) => ({ name, shown: 3, unreadable: /below|glob/.test(name) ? unreadable.slice(1) : unreadable }));
  expect(byIndex?.map(({ way: _, ...answer }, at) => ({ name: asked[at], ...answer }))).toEqual(expected);
  expect(plain?.map(({ way: _, ...answer }, at) => ({ name: asked[at], ...answer }))).toEqual(expected);
  // On a busy machine some may go the other way.
  expect(byIndex?.map(({ way }) => way)).toContain("index");
});

test.skipIf(process.getuid?.() !== 0)("an unreadable file behind links is told once, under the first of its names", ({ skip }) => {
  if (!canRead()) return skip("this checkout is in a folder that others may not enter");
  const links = { "a-link": { link: "d/behind.txt" }, "z-link": { link: "d/before.txt" }, "z-too": { link: "z-link" }, z: { link: "d" } };
  const root = tree({ "d/behind.txt": "", "d/before.txt": "", "d/x.txt": "apricot\n", "d/y.txt": "apricot\n", ...links });
  for (const name of ["d/behind.txt", "d/before.txt"]) fs.chmodSync(path.join(root, name), 0);
  const unreadable = ["a-link", "d/before.txt"].map((name) => ({ path: path.join(root, name), reason: "Permission denied (os error 13)" }));
  const answers = answersOf(root, [queryFor("apricot"), queryFor("apricot", { page: { unit: "entries", skip: 0, take: 1 } })]);
  const expected = [2, 1].map((shown) => ({ unreadable, shown }));
  expect(answers).toEqual([expected.map((answer) => ({ way: "index", ...answer })), expected.map((answer) => ({ way: "plain", ...answer }))]);
});
