// Texts that are not files are searched as files are: the same rows, counts and pages.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Result } from "../../src/failure.ts";
import type { SearchQuery } from "../../src/search/query.ts";
import { search } from "../../src/search/search.ts";
import { searchTexts } from "../../src/search/search-text.ts";
import type { TextQuery, TextResult, VirtualText } from "../../src/search/text-source.ts";
import { engineAt, NEVER } from "../support/engine.ts";
import { tree } from "../support/tree.ts";

const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 25);

interface Asked {
  readonly pattern: string;
  readonly caseInsensitive?: boolean;
  readonly multiline?: boolean;
  readonly before?: number;
  readonly after?: number;
  readonly columns?: number;
  readonly hitsPerFile?: number;
  readonly skip?: number;
  readonly take?: number;
  readonly wholeBytes?: number;
  readonly multilineBytes?: number;
}

function textQuery({ pattern, caseInsensitive = false, multiline = false, before = 0, after = 0, ...asked }: Asked): TextQuery {
  const { columns = 512, hitsPerFile = 20, skip = 0, take = Number.POSITIVE_INFINITY, wholeBytes = 2 ** 21, multilineBytes = 10_000_000 } = asked;
  return {
    pattern,
    caseInsensitive,
    multiline,
    content: { before, after, onlyMatching: false, gaps: true, columns, hitsPerFile },
    order: "path",
    page: { skip, take },
    hitsOfOne: hitsPerFile,
    limits: { timeMs: 20_000, multilineBytes, wholeBytes, textChars: 1_000_000 },
  };
}

function fileQuery(query: TextQuery): SearchQuery {
  return {
    ...query,
    roots: [{ path: "." }],
    filter: { globs: [], types: [] },
    walk: { ignoreFiles: false, hidden: true, followLinks: false, skipNames: [], bulkNames: [] },
    mode: "content",
    order: "path",
    page: { unit: "entries", ...query.page },
    limits: { ...query.limits, wholeBytes: 2 ** 21, receiptMs: 0 },
  };
}

const textsOf = (files: Readonly<Record<string, string>>): readonly VirtualText[] =>
  Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));

describe("rows are those of the same texts as files", () => {
  const words = fc.constantFrom("alpha", "needle", "foo", "é", "日本", "x", "Foo", " ", "a");
  const ends = fc.constantFrom("\n", "\n", "\r\n", "\n\n", "\r", "");
  const lines = fc
    .tuple(
      fc.array(words, { maxLength: 4 }).map((parts) => parts.join("")),
      ends,
    )
    .map((parts) => parts.join(""));
  const texts = fc.array(lines, { maxLength: 8 }).map((parts) => parts.join(""));
  const atoms = fc.oneof(
    words,
    fc.constantFrom("^", "$", "\\A", "\\z", "(?-m)^", "(?-m:$)", "\\b", "\\B", "\\s", "\\s*", ".", ".*", "[^x]", "[^x]+", "\\w+", "o?", "(?i)FOO", "(?:foo|x)"),
  );
  const patterns = fc.array(atoms, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
  const acrossLines = fc.array(fc.oneof(atoms, fc.constantFrom("\\n", "\\r?\\n", "\\r", "(?s:.)", "\\n|^", "\\n|\\b{start}")), { minLength: 1, maxLength: 3 });
  const asked = fc.record({
    caseInsensitive: fc.boolean(),
    before: fc.integer({ min: 0, max: 2 }),
    after: fc.integer({ min: 0, max: 2 }),
    columns: fc.constantFrom(5, 512),
    hitsPerFile: fc.constantFrom(1, 2, 20),
    wholeBytes: fc.constantFrom(0, 200, 2 ** 21),
    take: fc.constantFrom(1, 3, 100),
    skip: fc.constantFrom(0, 0, 1),
  });
  const compare = async (files: readonly string[], query: TextQuery): Promise<void> => {
    const named = Object.fromEntries(files.map((text, i) => [`t${i}`, text]));
    const root = fs.mkdtempSync(path.join(tree({}), "texts-"));
    for (const [name, text] of Object.entries(named)) fs.writeFileSync(path.join(root, name), text);
    const workspace = engineAt(root);
    const [inMemory, onDisk] = await Promise.all([searchTexts(query, textsOf(named), workspace, NEVER), search(fileQuery(query), workspace, NEVER)]);
    if (!onDisk.ok || !inMemory.ok) return expect(inMemory).toEqual(onDisk);
    const { rows, entries, page, totals } = onDisk.value;
    expect(inMemory.value).toEqual({ rows, entries, page, totals: { entries: totals.entries, hits: totals.hits }, tooLarge: [] });
  };

  test("line by line", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { maxLength: 9 }), patterns, asked, (files, pattern, more) => compare(files, textQuery({ pattern, ...more }))),
      { numRuns: RUNS },
    );
  });

  test("over several lines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { maxLength: 12 }), acrossLines, asked, (files, parts, more) =>
        compare(files, textQuery({ pattern: parts.join(""), multiline: true, ...more })),
      ),
      { numRuns: RUNS },
    );
  });
});

/** Rows as `name:12:text`, context with `-`; then the totals. */
function linesOf(result: Result<TextResult>): readonly string[] {
  if (!result.ok) return [result.failure.code];
  const { rows, entries, totals } = result.value;
  const lines = rows.map((row) => (row.kind === "gap" ? "--" : [entries[row.entry]?.name, row.line, row.text].join(row.kind === "hit" ? ":" : "-")));
  return [...lines, `${totals.hits?.count} in ${totals.entries.count}`];
}

const ask = async (asked: Asked & Partial<Pick<TextQuery, "order" | "hitsOfOne">>, texts: readonly VirtualText[]): Promise<readonly string[]> => {
  const { order = "path", hitsOfOne = 20, ...rest } = asked;
  return linesOf(await searchTexts({ ...textQuery(rest), order, hitsOfOne }, texts, engineAt(tree({})), NEVER));
};

test("context ends with its text, although the next one follows in the same run", async () => {
  const texts = textsOf({ a: "1\nneedle", b: "one\ntwo\nneedle\n", c: "x\n" });
  expect(await ask({ pattern: "needle", before: 1, after: 2 }, texts)).toEqual(["a-1-1", "a:2:needle", "--", "b-2-two", "b:3:needle", "2 in 2"]);
});

test("texts come by name, or as they were given; the last of a name takes its place", async () => {
  const texts = [...textsOf({ b: "needle 1\n", a: "needle 2\n" }), { name: "b", bytes: Buffer.from("needle 3\n") }];
  expect(await ask({ pattern: "needle" }, texts)).toEqual(["a:1:needle 2", "--", "b:1:needle 3", "2 in 2"]);
  expect(await ask({ pattern: "needle", order: "given" }, texts)).toEqual(["a:1:needle 2", "--", "b:1:needle 3", "2 in 2"]);
  expect(await ask({ pattern: "needle", order: "given" }, texts.slice(0, 2))).toEqual(["b:1:needle 1", "--", "a:1:needle 2", "2 in 2"]);
});

test("of one text more hits may be shown than of each of many", async () => {
  const texts = textsOf({ a: "x\nx\nx\n", b: "x\n" });
  expect(await ask({ pattern: "x", hitsPerFile: 1, hitsOfOne: 2 }, texts)).toEqual(["a:1:x", "--", "b:1:x", "4 in 2"]);
  expect(await ask({ pattern: "x", hitsPerFile: 1, hitsOfOne: 2 }, texts.slice(0, 1))).toEqual(["a:1:x", "a:2:x", "3 in 1"]);
});

test("outside its ranges a text has neither hits nor context", async () => {
  const bytes = Buffer.from("x\nx\nx\nx\nx\n");
  const ranges = [
    { first: 2, last: 2 },
    { first: 5, last: 9 },
  ];
  expect(await ask({ pattern: "x", before: 1, after: 1 }, [{ name: "a", bytes, ranges }])).toEqual(["a:2:x", "--", "a:5:x", "2 in 1"]);
});

test("texts too large for matches over several lines are left out and told", async () => {
  const query = textQuery({ pattern: "x\\n", multiline: true, multilineBytes: 5 });
  const result = await searchTexts(query, textsOf({ a: "x\n", b: "x\nx\nx\n" }), engineAt(tree({})), NEVER);
  expect([linesOf(result), result.ok && result.value.tooLarge]).toEqual([["a:1:x", "1 in 1"], ["b"]]);
});

test("what looks like a byte order mark within a text is text", async () => {
  expect(await ask({ pattern: "^\\x{FEFF}b" }, textsOf({ a: "a\n", b: "\ufeffb\n" }))).toEqual(["b:1:\ufeffb", "1 in 1"]);
  expect(await ask({ pattern: "^\\x{FEFF}b" }, textsOf({ b: "\ufeffb\n" }))).toEqual(["b:1:\ufeffb", "1 in 1"]);
});

test("no texts, empty texts and a wrong pattern", async () => {
  expect(await ask({ pattern: "x" }, [])).toEqual(["0 in 0"]);
  expect(await ask({ pattern: "^" }, textsOf({ a: "", b: "" }))).toEqual(["0 in 0"]);
  expect(await ask({ pattern: "(" }, [])).toEqual(["bad-pattern"]);
});

test("more texts than fit into one run are all searched", async () => {
  const large = `${"x".repeat(2 ** 20)}\nneedle\n`;
  const texts = textsOf(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t${i}`, large])));
  expect(await ask({ pattern: "needle" }, texts)).toEqual([...texts.flatMap(({ name }) => ["--", `${name}:2:needle`]).slice(1), "10 in 10"]);
});
