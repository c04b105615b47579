// By the index or without it: the answers are the same, whatever is asked, in a tree with every oddity.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchQuery } from "../../../src/index.ts";
import { openPair, type Pair, queryFor, withoutReceipt } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 120);

let root: string;
let cache: string;
let pair: Pair;

beforeAll(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-same-")));
  for (const [name, content] of Object.entries(oddTree())) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
  fs.linkSync(path.join(root, "a.txt"), path.join(root, "src/second-name.txt"));
  fs.symlinkSync("src/main.c", path.join(root, "link.c"));
  fs.symlinkSync("src/deep", path.join(root, "linked"));
  fs.mkdirSync(path.join(root, "empty"));
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

test("random queries have the same answers", async () => {
  let indexed = 0;
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const [byIndex, plain] = [await pair.indexed.search(query), await pair.plain.search(query)];
      expect(byIndex.ok ? withoutReceipt(byIndex.value) : byIndex).toEqual(plain.ok ? withoutReceipt(plain.value) : plain);
      if (pair.ways().some(({ way }) => way === "index")) indexed++;
    }),
    { numRuns: RUNS },
  );
  // Otherwise nothing was tested.
  expect(indexed).toBeGreaterThan(RUNS / 4);
});

test.each<[string, Partial<SearchQuery>]>([
  ["needle", {}],
  ["needle", { caseInsensitive: true }],
  ["kelvin", { caseInsensitive: true }],
  ["sausage", { caseInsensitive: true }],
  ["straße", { caseInsensitive: true }],
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

test("what stands far apart on one line is found", async () => {
  const long = openPair(tree({ "a.txt": `x\nlong ${"y".repeat(200_000)} line\n`, "b.txt": `long\n${"y\n".repeat(100_000)} line\n` }));
  await long.ready();
  const [line, lines] = [await long.indexed.search(queryFor("long.*line")), await long.indexed.search(queryFor("long.*line", { multiline: true }))];
  expect([line, lines].map((result) => result.ok && result.value.entries.map(({ name }) => name))).toEqual([["a.txt"], ["a.txt", "b.txt"]]);
  expect(long.ways().map(({ way }) => way)).toEqual(["index", "index"]);
  await long.close();
});

const words = fc.constantFrom("alpha", "beta", "needle", "Needle", "foo_1", "é", "日本", "x", "_id", "=> x", "TODO", " ", "late", "kelvin", "sausage", "ÉÀ");
const atoms = fc.oneof(
  { weight: 3, arbitrary: words.map((word) => word.replace(/[.*+?()[\]{}|^$\\]/g, "\\$&")) },
  fc.constantFrom("\\w+", "\\d", ".", "[a-f]+", "\\s", "(?:alpha|beta)", "^", "$", "\\bfoo", "[^x]", "e{2}", "é?", "\\S*", "(?i)NEEDLE", "(?i:k)elvin"),
  fc.constantFrom(
    "[Nn]ee",
    "[[:alpha:]]+",
    "nee(dle)?",
    "(al|ne|be)(pha|edle|ta)",
    "\\x6eeedle",
    "\\p{Greek}",
    "need{1,2}le",
    "(needle)+",
    "\\r",
    ".*",
    "|alpha|",
  ),
);
const patterns = fc.array(atoms, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const globs = fc.constantFrom<readonly string[]>(
  [],
  [],
  ["*.txt"],
  ["*.{c,h}"],
  ["src/**"],
  ["!*.txt"],
  ["*.c", "!deep*"],
  ["**/deep/*.c"],
  ["/a.txt"],
  ["!src"],
);
const roots = fc.constantFrom<SearchQuery["roots"]>(
  [{ path: "." }],
  [{ path: "." }],
  [{ path: "src" }],
  [{ path: "src/deep" }, { path: "." }],
  [{ path: "out" }],
);
const queries: fc.Arbitrary<SearchQuery> = fc
  .record({
    pattern: patterns,
    caseInsensitive: fc.boolean(),
    multiline: fc.boolean(),
    globs,
    roots,
    types: fc.constantFrom<SearchQuery["filter"]["types"]>([], [], [{ name: "c" }]),
    hidden: fc.constant(true),
    followLinks: fc.boolean(),
    mode: fc.constantFrom<SearchQuery["mode"]>("files", "count", "content"),
    order: fc.constantFrom<SearchQuery["order"]>("path", "newest"),
    context: fc.integer({ min: 0, max: 2 }),
    onlyMatching: fc.boolean(),
    skip: fc.integer({ min: 0, max: 5 }),
    take: fc.constantFrom(1, 7, 50, Number.POSITIVE_INFINITY),
    wholeBytes: fc.constantFrom(0, 2 ** 26),
  })
  .map((asked) =>
    queryFor(asked.pattern, {
      ...asked,
      filter: { globs: asked.globs, types: asked.types },
      walk: { ...queryFor("").walk, followLinks: asked.followLinks },
      content: { ...queryFor("").content, before: asked.context, after: asked.context, onlyMatching: asked.onlyMatching },
      page: { unit: asked.mode === "content" ? "hits" : "entries", skip: asked.skip, take: asked.take },
      // Where pages do not count lines, reading goes on for some milliseconds after a page is full: what is told then depends on the clock.
      limits: { ...queryFor("").limits, wholeBytes: asked.onlyMatching || asked.multiline ? 2 ** 26 : asked.wholeBytes },
    }),
  );

/**
 * Files of every kind that has ever surprised a search tool, and some that would surprise an index. No line is longer than ripgrep's buffer: it would grow,
 * and from then on, depending on the thread, a NUL further down in another file would be in its first buffer.
 */
function oddTree(): Readonly<Record<string, string | Buffer>> {
  const code = (count: number): string =>
    Array.from({ length: count }, (_, i) => `${i % 3 === 0 ? "alpha" : "beta"} foo_${i} ${i % 7 === 0 ? "needle" : ""} => x`).join("\n");
  const filler = (bytes: number): string => "nothing to see here at all\n".repeat(bytes / 27);
  return {
    "a.txt": "alpha\nbeta needle\nfoo\n",
    "b.txt": "no newline at the end needle",
    "crlf.txt": "alpha\r\nneedle foo\r\n\r\nbeta\r\n",
    "mixed-ends.txt": "alpha\nneedle\r\nfoo\rbeta\n",
    "empty.txt": "",
    "blank.txt": "\n\n\n",
    "lines.txt": "across\nlines\n\nacross\t\n  lines\n",
    "utf16le.txt": Buffer.from("\ufeffalpha needle\nfoo é\n", "utf16le"),
    "utf16be.txt": Buffer.from("\ufeffalpha needle\nfoo é\n", "utf16le").swap16(),
    "bom.txt": "\ufeffneedle first\nfoo\n",
    "latin1.txt": Buffer.from("caf\xe9 needle\nfoo\n", "latin1"),
    "unicode.txt": "日本 needle\nÉÀ é Needle\n\u2028 x\nSTRASSE straße\n",
    "partners.txt": "\u212aelvin\n\u017fausage\n",
    "ascii-partners.txt": "Kelvin kelvin\nSausage sausage\n",
    "binary.dat": Buffer.from("needle\0alpha\nfoo\n"),
    "late-nul.dat": Buffer.from(`late needle\n${filler(100_000)}\0\nlate needle\n`),
    "nul-at-border.dat": Buffer.from(`late needle\n${filler(65_536)}\0\nneedle\n`),
    "large.txt": `far\n${filler(200_000)}needle\napart\n`,
    "long-line.txt": `long ${"y".repeat(50_000)} line\n`,
    "long.txt": `${"x".repeat(5_000)} needle ${"y".repeat(5_000)}\nfoo\n`,
    "src/main.c": code(40),
    "src/main.h": code(5),
    "src/deep/other.c": code(300),
    "src/deep/x.txt": "TODO needle\n",
    "src/deep/generated.c": "needle made\n",
    ".hidden": "needle hidden\n",
    ".gitignore": "*.log\n/out/\n!keep.log\n/src/deep/generated.c\nnested/ignored\n",
    "app.log": "needle log\n",
    "keep.log": "needle kept\n",
    "out/made.txt": "needle made\n",
    "src/nested/ignored/x.txt": "needle nested\n",
    "src/.ignore": "main.h\n",
    "secret.txt": "needle secret\n",
    "src/secrets/x.txt": "needle secret\n",
    "node_modules/x/index.js": "needle module\n",
    "name with space.txt": "needle space\n",
    "trailing space.txt ": "needle\u212a trailing\n",
    "[a]{b,c}*?!.txt": Buffer.from("\ufeffneedle glob é\n", "utf16le"),
    "-dash.txt": "needle dash\n",
    "é.txt": "needle accent\n",
  };
}
