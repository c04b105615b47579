// Texts that are not files are searched as files are: the same rows, counts and pages.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SearchQuery } from "../../src/search/query.ts";
import { search } from "../../src/search/search.ts";
import { searchTexts } from "../../src/search/search-text.ts";
import type { TextQuery, VirtualText } from "../../src/search/text-source.ts";
import { engineAt, NEVER } from "../support/engine.ts";
import { tree } from "../support/tree.ts";

const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 60);

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
