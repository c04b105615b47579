// Where hidden files are not meant, ripgrep lists those that a rule takes back all the same: they are neither shown nor counted, whoever looks.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SearchQuery, SearchResult } from "../../../src/index.ts";
import { openPair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

const COUNT = 30;
const WALK = { ...queryFor("").walk, hidden: false, followLinks: false };
const QUERY: SearchQuery = queryFor("apricot", { walk: WALK, mode: "files", order: "newest", page: { unit: "entries", skip: 0, take: 3 } });
const LINES = { mode: "content", page: { unit: "hits", skip: 0, take: 3 } } as const;

/** Numbered files, the first of them the newest; hidden ones of that age, which a rule takes back; and some that have another name, so that only ripgrep can judge them. */
function makeTree(hidden: Readonly<Record<string, number>>, linked: readonly number[] = []): string {
  const numbered = Array.from({ length: COUNT }, (_, i) => [`d/f${String(i).padStart(2, "0")}.txt`, { text: "apricot\n", mtime: 1_000 - i }] as const);
  const taken = Object.entries(hidden).map(([name, mtime]) => [name, { text: "apricot\n", mtime }] as const);
  const root = tree({ "d/.gitignore": "!*.md\n!.h\n", ...Object.fromEntries([...numbered, ...taken]), "elsewhere/": "" });
  for (const i of linked) fs.linkSync(path.join(root, numbered[i]?.[0] as string), path.join(root, `elsewhere/.${i}`));
  return root;
}

async function answersIn(root: string, query: SearchQuery): Promise<readonly (readonly [names: readonly string[], total: SearchResult["page"]["total"]])[]> {
  const pair = openPair(root);
  onTestFinished(() => pair.close());
  const isReady = async (): Promise<boolean> => (await pair.indexed.search({ ...query, pattern: "nowhere" })) && pair.ways().at(-1)?.way === "index";
  await vi.waitUntil(isReady, { timeout: 20_000 });
  const found = [await pair.indexed.search(query), await pair.plain.search(query)];
  expect(pair.ways().map(({ way }) => way)).toEqual(["index"]);
  return found.flatMap((result) => (result.ok ? [[shownIn(result.value), result.value.page.total] as const] : []));
}

function shownIn({ entries, rows }: SearchResult): readonly string[] {
  return rows.length === 0 ? entries.map(({ name }) => name) : rows.flatMap((row) => (row.kind === "gap" ? [] : (entries[row.entry]?.name ?? [])));
}

test.each<[string, Readonly<Record<string, number>>, Partial<SearchQuery>]>([
  ["behind a page of files", { "d/.old.md": 1 }, {}],
  ["before a page of files", { "d/.new.md": 2_000, "d/.newer.md": 3_000 }, {}],
  ["in a hidden directory", { "d/.h/old.md": 1 }, {}],
  ["behind a page of lines", { "e/.z.md": 1, "d/.z.md": 1 }, LINES],
])("they are not in the total: %s", async (_, hidden, changes) => {
  const expected = [["d/f00.txt", "d/f01.txt", "d/f02.txt"], { count: COUNT, exact: true }];
  expect(await answersIn(makeTree(hidden), { ...QUERY, ...changes })).toEqual([expected, expected]);
});

test("before a page of lines they are not counted, either", async () => {
  const expected = [["d/f20.txt", "d/f21.txt", "d/f22.txt"], { count: COUNT, exact: true }];
  const query: SearchQuery = { ...QUERY, ...LINES, page: { ...LINES.page, skip: 20 } };
  expect(await answersIn(makeTree({ "d/.a.md": 1 }), query)).toEqual([expected, expected]);
});

test("they do not fill a page, so that what ripgrep finds behind it comes too early", async () => {
  const root = makeTree({ "d/.new.md": 2_000, "d/.newer.md": 3_000 }, [20, 21]);
  const expected = [["d/f00.txt", "d/f01.txt", "d/f02.txt"], { count: COUNT, exact: true }];
  expect(await answersIn(root, QUERY)).toEqual([expected, expected]);
});

test("named directly, what is in a hidden directory is meant", async () => {
  const root = makeTree({ "d/.h/x.md": 1 });
  const expected = [["x.md"], { count: 1, exact: true }];
  expect(await answersIn(root, { ...QUERY, roots: [{ path: "d/.h" }] })).toEqual([expected, expected]);
});
