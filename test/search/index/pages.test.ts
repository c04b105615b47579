// Pages and whole lists of a tree with many files: the index stops when a page is full, and a second thread helps where all has to be looked at.
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fitting } from "../../../src/dialects/wording/cap.ts";
import type { SearchQuery, SearchResult } from "../../../src/index.ts";
import { openPair, type Pair, queryFor } from "../../support/indexed.ts";
import { temporary } from "../../support/race.ts";
import { tree } from "../../support/tree.ts";

const COUNT = 4_000;
const LATE = 900;

let root: string;
let pair: Pair;

beforeAll(async () => {
  root = temporary("pages");
  for (let i = 0; i < COUNT; i++) {
    const file = path.join(root, `d${i % 37}/f${i}.txt`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `first ${i}\nbefore apricot ${i % 5 === 0 ? "é" : ""}\nafter\n${i % 3 === 0 ? "apricot\n" : ""}`);
    fs.utimesSync(file, i % 50, i % 50);
  }
  fs.writeFileSync(path.join(root, "much.txt"), "a plum, and nothing but plums\n".repeat(10_000));
  fs.mkdirSync(path.join(root, "late"));
  for (let i = 0; i < LATE; i++) fs.writeFileSync(path.join(root, "late", `f${i}.txt`), `${"quince".repeat(6)} ${i}\nx\n`.repeat(1 + (i % 9)));
  pair = openPair(root);
  await pair.ready();
});

afterAll(async () => {
  await pair.close();
  fs.rmSync(root, { recursive: true, force: true });
});

const NO_LINKS = { ...queryFor("").walk, followLinks: false };
const LINES = { mode: "content", page: { unit: "hits", skip: 0, take: 20 } } as const;
const FILES = { mode: "files", page: { unit: "entries", skip: 0, take: 30 } } as const;

test.each<[string, string, Partial<SearchQuery>]>([
  ["lines", "apricot", LINES],
  ["lines of one file with very many", "plum", LINES],
  ["lines from within one file with very many", "plum", { ...LINES, page: { unit: "hits", skip: 5_000, take: 20 } }],
  ["the last lines of one file with very many", "plum", { ...LINES, page: { unit: "hits", skip: 9_990, take: 20 } }],
  ["lines of a page far behind", "apricot", { ...LINES, page: { unit: "hits", skip: 3_000, take: 20 } }],
  ["lines, counted first", "apricot", { ...LINES, limits: { ...queryFor("").limits, wholeBytes: 0 } }],
  ["lines with others around them", "apricot", { ...LINES, content: { ...queryFor("").content, before: 1, after: 1 } }],
  ["rows", "apricot", { ...LINES, page: { unit: "rows", skip: 5, take: 9 } }],
  ["rows with gaps between them", "first 39..$", { ...LINES, page: { unit: "rows", skip: 5, take: 9 } }],
  ["lines by file", "apricot", { ...LINES, page: { unit: "entries", skip: 7, take: 3 } }],
  ["lines below a directory", "apricot", { ...LINES, roots: [{ path: "d3" }] }],
  ["lines of a pattern that ripgrep has to judge", "apricot é$", LINES],
  ["lines of a pattern without any text in it", "\\d{4}$", LINES],
  ["lines that come late and are many", "\\S{30,}", { ...LINES, limits: { ...queryFor("").limits, wholeBytes: 20_000 } }],
  [
    "lines that come late and are many, far behind",
    "\\S{30,}",
    { ...LINES, page: { unit: "hits", skip: 700, take: 20 }, limits: { ...queryFor("").limits, wholeBytes: 100_000 } },
  ],
  ["matches over lines", "apricot[^z]*after", { ...LINES, multiline: true }],
  ["matches over lines of a page far behind", "apricot[^z]*after", { ...LINES, multiline: true, page: { unit: "hits", skip: 900, take: 20 } }],
  ["matches alone", "apri(cot)", { ...LINES, content: { ...queryFor("").content, onlyMatching: true } }],
  ["files by path", "apricot", { ...FILES, order: "path" }],
  ["newest files", "apricot", { ...FILES, order: "newest" }],
  ["newest files of a page far behind", "apricot", { ...FILES, order: "newest", page: { unit: "entries", skip: 2_000, take: 30 } }],
  ["newest files of a pattern that ripgrep has to judge", "apricot é$", { ...FILES, order: "newest" }],
  ["newest files of a pattern of which ripgrep has to judge some", "before apricot .?$", { ...FILES, order: "newest" }],
  ["newest files of a pattern that is rare", "first 7..7", { ...FILES, order: "newest" }],
])("%s: a page of %s is that of ripgrep", async (_, pattern, changes) => {
  const query = queryFor(pattern, { walk: NO_LINKS, ...changes });
  const [byIndex, plain] = await answers(query);
  expect(pageOf(byIndex)).toEqual(pageOf(plain));
  expect(isBound(byIndex.page.total, plain.page.total)).toBe(true);
  expect(pair.ways().at(-1)?.way).toBe("index");
});

test.each<[string, Partial<SearchQuery>]>([
  ["lines", { mode: "content", page: { unit: "hits", skip: 0, take: Number.POSITIVE_INFINITY } }],
  ["lines of one file with very many", { mode: "content", page: { unit: "hits", skip: 700, take: Number.POSITIVE_INFINITY }, roots: [{ path: "." }] }],
  ["newest files", { mode: "files", order: "newest" }],
  ["files by path, far behind", { mode: "files", order: "path", page: { unit: "entries", skip: 2_500, take: Number.POSITIVE_INFINITY } }],
])("%s without a limit end where their text is full", async (_, changes) => {
  const textChars = 5_000;
  for (const pattern of ["apricot", "plum"]) {
    const query = queryFor(pattern, { walk: NO_LINKS, limits: { ...queryFor("").limits, textChars }, ...changes });
    const [byIndex, plain] = await answers(query);
    const shown = textsOf(byIndex, textChars);
    expect(shown).toEqual(textsOf(plain, textChars));
    expect(byIndex.rows).toEqual(plain.rows);
    expect(byIndex.page.more || !plain.page.more).toBe(true);
    expect(isBound(byIndex.page.total, plain.page.total)).toBe(true);
  }
});

/** What a face would show: as much as there is room for. */
function textsOf({ entries, rows }: SearchResult, chars: number): readonly string[] {
  const texts =
    rows.length > 0 ? rows.map((row) => ("text" in row ? `${entries[row.entry]?.name}:${row.line}:${row.text}` : "--")) : entries.map(({ name }) => name);
  return fitting(texts, chars);
}

const LINKS: Readonly<Record<string, string>> = {
  "a-file.txt": "d9/f9.txt",
  "a-directory": "d36",
  "d1/a-third-name.txt": "../d36/f36.txt",
  "a-hidden-way.txt": "d2/ignored.log",
  "z-directory": "d3",
  outside: "/",
};

test.each<[string, string, Partial<SearchQuery>]>([
  ["lines", "apricot", LINES],
  ["lines far behind", "apricot", { ...LINES, page: { unit: "hits", skip: 1_000, take: 20 } }],
  ["lines with others around them", "apricot", { ...LINES, content: { ...queryFor("").content, before: 1, after: 1 } }],
  ["lines without a limit", "apricot", { mode: "content", page: { unit: "hits", skip: 0, take: Number.POSITIVE_INFINITY } }],
  ["lines of some names", "apricot", { ...LINES, filter: { globs: ["a-*"], types: [] } }],
  ["lines of what passes under a link's name alone", "apricot", { ...LINES, filter: { globs: ["!d36/**"], types: [] } }],
  ["lines below a link", "apricot", { ...LINES, filter: { globs: ["a-directory/**"], types: [] } }],
  ["files by path", "apricot", { ...FILES, order: "path" }],
  ["newest files", "apricot", { ...FILES, order: "newest" }],
  ["few files", "first 3[67]$", FILES],
])("where links are followed, a page of %s (%s) is that of ripgrep, under the first names", async (_, pattern, changes) => {
  fs.writeFileSync(path.join(root, ".ignore"), "*.log\n");
  fs.writeFileSync(path.join(root, "d2/ignored.log"), "apricot\n");
  for (const [name, to] of Object.entries(LINKS)) fs.symlinkSync(to, path.join(root, name));
  await pair.ready();
  await answers(queryFor(pattern, changes)); // where links lead is remembered from one search to the next
  const [byIndex, plain] = await answers(queryFor(pattern, changes));
  expect(pageOf(byIndex)).toEqual(pageOf(plain));
  expect(byIndex.skipped).toEqual(plain.skipped);
  expect(isBound(byIndex.page.total, plain.page.total)).toBe(true);
  expect(pair.ways().at(-1)?.way).toBe("index");
  for (const name of [...Object.keys(LINKS), ".ignore", "d2/ignored.log"]) fs.rmSync(path.join(root, name));
  await pair.ready();
});

test("where links are followed, a page ends when it is full, and shows what they bring to it", async () => {
  const links = ["a-file.txt", "z-directory"] as const;
  for (const name of links) fs.symlinkSync(LINKS[name] as string, path.join(root, name));
  await pair.ready();
  const query = queryFor("plum|apricot", LINES);
  await answers(query);
  const [byIndex] = await answers({ ...query, page: { unit: "hits", skip: 0, take: 3 } });
  expect(byIndex.entries[0]?.name).toBe("a-file.txt");
  expect(byIndex.page.total.exact).toBe(false);
  for (const name of links) fs.rmSync(path.join(root, name));
  await pair.ready();
});

test.each<[string, Partial<SearchQuery>]>([
  ["apricot", { mode: "files", order: "newest" }],
  ["apricot", { mode: "files", order: "path" }],
  ["apricot", { mode: "count" }],
  ["apricot", { mode: "content", page: { unit: "hits", skip: 0, take: Number.POSITIVE_INFINITY } }],
  ["first \\d", { mode: "files", order: "newest" }],
  ["before apricot .?$", { mode: "files", order: "newest" }],
])("all of %s %j is what ripgrep finds", async (pattern, changes) => {
  const [byIndex, plain] = await answers(queryFor(pattern, { walk: NO_LINKS, ...changes }));
  expect(byIndex).toEqual(plain);
  expect(pair.ways().at(-1)?.way).toBe("index");
});

test("a file that has just come is found by the index, and one that is ignored is not", async () => {
  fs.writeFileSync(path.join(root, ".gitignore"), "*.tmp\n");
  await pair.ready();
  pair.ways();
  for (const name of ["d1/new.txt", "d1/new.tmp", "newer.txt"]) fs.writeFileSync(path.join(root, name), "damson\n");
  const [byIndex] = await answers(queryFor("damson", { walk: NO_LINKS }));
  expect(byIndex.entries.map(({ name }) => name)).toEqual(["d1/new.txt", "newer.txt"]);
  expect(pair.ways().map(({ way }) => way)).toEqual(["index"]);
});

async function answers(query: SearchQuery): Promise<[SearchResult, SearchResult]> {
  const [byIndex, plain] = [await pair.indexed.search(query), await pair.plain.search(query)];
  if (!byIndex.ok || !plain.ok) throw new Error("a search failed");
  return [byIndex.value, plain.value];
}

/** What is shown. */
function pageOf({ entries, rows, page: { first, shown, more } }: SearchResult): unknown {
  const named = rows.map((row) => (row.kind === "gap" ? row : { ...row, entry: entries[row.entry]?.name }));
  return { page: { first, shown, more }, rows: named, ...(rows.length === 0 ? { entries } : {}) };
}

function isBound({ count, exact }: SearchResult["page"]["total"], truth: SearchResult["page"]["total"]): boolean {
  return exact ? count === truth.count : count <= truth.count || !truth.exact;
}

/** Pages of a few files with many lines, asked of both. */
async function pagesOf(contents: Record<string, string | Buffer>, pattern: string, changes: Partial<SearchQuery>): Promise<readonly unknown[]> {
  const few = openPair(tree(contents));
  await few.ready();
  const query = queryFor(pattern, { walk: NO_LINKS, mode: "content", ...changes });
  const found = await Promise.all([few.indexed, few.plain].map((each) => each.search(query)));
  await few.close();
  return found.map(
    (result) => result.ok && { rows: result.value.rows.map((row) => (row.kind === "gap" ? row : [result.value.entries[row.entry]?.name, row.line])) },
  );
}

const LIMITS = queryFor("").limits;

test("a pattern that stays on a line, over lines: what was only counted for a page does not stand for everything", async () => {
  const contents = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.txt`, "needle here\n".repeat(30)]));
  const page = { unit: "rows", skip: 5_000, take: Number.POSITIVE_INFINITY } as const;
  const [byIndex, plain] = await pagesOf(contents, "needle", { multiline: true, page, limits: { ...LIMITS, wholeBytes: 20_000, textChars: 2_000 } });
  expect(byIndex).toEqual(plain);
});

test("what ripgrep finds behind a file that is only counted does not come before it", async () => {
  const wide = Buffer.from(`\ufeff${`needle ${"c".repeat(150)}\n`.repeat(8)}`, "utf16le");
  const contents = { "a.txt": `needle ${"y".repeat(150)}\n`.repeat(6), "b.txt": "needle b\n", "c.txt": wide };
  const [byIndex, plain] = await pagesOf(contents, "needle", { page: { unit: "hits", skip: 5, take: 20 }, limits: { ...LIMITS, textChars: 500 } });
  expect(byIndex).toEqual(plain);
  expect(plain).toEqual({ rows: [["a.txt", 6], { kind: "gap" }, ["b.txt", 1], { kind: "gap" }, ["c.txt", 1], ["c.txt", 2], ["c.txt", 3]] });
});

test("matches that look at the next character are counted by ripgrep", async () => {
  const few = openPair(tree({ "a.txt": `foo foo\n${"x".repeat(300)}\n` }));
  await few.ready();
  const query = queryFor("foo(?:[\\s\\S]{100,140}$)?", { multiline: true, mode: "count" });
  const counts = await Promise.all([few.indexed, few.plain].map(async (each) => each.search(query)));
  await few.close();
  expect(counts.map((result) => result.ok && result.value.totals.hits)).toEqual([1, 1].map((count) => ({ count, exact: true })));
});

test("files too large for matches over lines are left out, and told of, where matches alone are shown, too", async () => {
  const few = openPair(tree({ "large.txt": "needle here\n".repeat(30), "small.txt": "needle here\n" }));
  await few.ready();
  const content = { ...queryFor("").content, onlyMatching: true };
  const query = queryFor("needle\\s", { mode: "content", multiline: true, content, page: LINES.page, limits: { ...LIMITS, multilineBytes: 100 } });
  const found = await Promise.all([few.indexed, few.plain].map((each) => each.search(query)));
  const large = path.join(fs.realpathSync(few.plain.settings.workdir), "large.txt");
  await few.close();
  const told = found.map((result) => result.ok && { names: result.value.entries.map(({ name }) => name), tooLarge: result.value.skipped.tooLarge });
  expect(told).toEqual([1, 2].map(() => ({ names: ["small.txt"], tooLarge: [large] })));
});

test("a page of files that is cut by its text says that there is more", async () => {
  const few = openPair(tree(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}.txt`, `needle ${"x".repeat(90)}\n`]))));
  await few.ready();
  const query = queryFor("needle", { mode: "content", page: { unit: "entries", skip: 1, take: 8 }, limits: { ...LIMITS, textChars: 250 } });
  const found = await Promise.all([few.indexed, few.plain].map((each) => each.search(query)));
  await few.close();
  const page = { first: 1, shown: 3, total: { count: 9, exact: true }, more: true };
  expect(found.map((result) => result.ok && { page: result.value.page, rows: result.value.rows.filter(({ kind }) => kind === "hit").length })).toEqual(
    [1, 2].map(() => ({ page, rows: 3 })),
  );
});
