// Queries at random: what may be asked of a search, with patterns that often match something in the odd tree.
import fc from "fast-check";
import type { SearchQuery } from "../../src/index.ts";
import { queryFor } from "./indexed.ts";
import { ALWAYS, WORDS } from "./odd-tree.ts";

const escaped = (text: string): string => text.replace(/[.*+?()[\]{}|^$\\]/g, "\\$&");
const word = fc.constantFrom(...WORDS);

/** A text, or a part of it with something in place of some of its characters. */
const pieceOf = fc.tuple(word, fc.nat(), fc.nat(), fc.constantFrom("whole", "part", "dot", "class", "optional", "any case", "repeated", "escape", "swapped"));
const pieces = pieceOf.map(([text, from, to, how]) => {
  const chars = [...text];
  const [a, b] = [from % chars.length, to % chars.length].sort((x, y) => x - y) as [number, number];
  const [head, middle, tail] = [chars.slice(0, a), chars[a] as string, chars.slice(a + 1)].map((part) => escaped([part].flat().join(""))) as [
    string,
    string,
    string,
  ];
  const byHow: Record<typeof how, string> = {
    whole: escaped(text),
    part: escaped(chars.slice(a, b + 1).join("")),
    dot: `${head}.${tail}`,
    class: `${head}[${chars[a]?.replace(/[\]\\^[&~-]/g, "\\$&")}q-t]${tail}`,
    optional: `${head}${middle}?${tail}`,
    "any case": `(?i)${escaped(text)}`,
    repeated: `${head}${middle}{1,3}${tail}`,
    escape: `${head}\\x{${middle.replace(/^\\/, "").codePointAt(0)?.toString(16)}}${tail}`,
    swapped: escaped(chars.map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase())).join("")),
  };
  return byHow[how];
});
const joints = fc.constantFrom("", "", " ", " ", ".*", "\\s", "\\s+", ".", "\\W", "\\b", "\\n", "\\s*\\n\\s*", ".*?", "[^\\n]*", "(?s:.)*");
const atoms = fc.constantFrom(
  ...["\\w+", "\\d", "\\d{2}", ".", "[a-f]+", "\\s", "(?:alpha|beta)", "^", "$", "\\bfoo", "[^x]", "e{2}", "é?", "\\S*", "(?i)NEEDLE", "(?i:k)elvin"],
  ...["[Nn]ee", "[[:alpha:]]+", "nee(dle)?", "(al|ne|be)(pha|edle|ta)", "\\x6eeedle", "\\p{Greek}", "need{1,2}le", "(needle)+", "\\r", ".*", "|alpha|"],
  ...[
    "\\pL",
    "\\PL+",
    "[[:^alpha:]]",
    "\\<needle\\>",
    "\\B",
    "\\A",
    "\\z",
    "(?x) needle # no",
    "(?-u:\\xe9)",
    "[a-z&&[^aeiou]]{3}",
    "[\\w--\\d]+",
    "(?m)^x",
    "\\u{e9}",
    "(?P<n>x)",
  ],
  ...["(?=x)", "[unclosed", "a{2", "*", "(", "\\1", "x**", "(a+)+b", "(?i-s)é.", "\\Q", "{,3}", "\\ba\\b{start}"],
);
const patterns = fc.oneof(
  { weight: 4, arbitrary: pieces },
  { weight: 4, arbitrary: fc.tuple(pieces, joints, pieces).map((parts) => parts.join("")) },
  { weight: 2, arbitrary: fc.array(pieces, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("|")) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("^", "^\\s*", "\\b", "(?m)^"), pieces, fc.constantFrom("", "$", "\\b", ".*$", "\\r?$")).map((parts) => parts.join("")),
  },
  { weight: 2, arbitrary: fc.tuple(pieces, atoms, pieces).map(([a, b, c]) => `${a}${b}(${c})?`) },
  { weight: 3, arbitrary: fc.array(fc.oneof(pieces, atoms), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")) },
);
/** Patterns that once were wrong, or nearly. */
const recorded = fc.constantFrom(
  "late needle",
  "across\\s+lines",
  "far.*apart",
  "long.*line",
  "needle{9999999}",
  "absent_needle{1001}{1001}",
  "straße",
  "[ſk]",
  "ﬀ",
  "\\s$",
);

/** Receipts are dear and the same for both, so most patterns find something. */
const fruitful = fc
  .tuple(patterns, fc.constantFrom(true, true, true, false))
  .map(([pattern, isFruitful]) => (isFruitful ? `(?:${pattern})|${ALWAYS}` : pattern));

const globs = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly string[]>([]) },
  fc.constantFrom<readonly string[]>(
    ...[
      ["*.txt"],
      ["*.{c,h}"],
      ["src/**"],
      ["!*.txt"],
      ["*.c", "!deep*"],
      ["**/deep/*.c"],
      ["/a*.txt"],
      ["!src"],
      ["random/*/f[1-3]*"],
      ["*é*"],
      ["* *"],
      [".*"],
    ],
  ),
);
const roots = fc.oneof(
  { weight: 3, arbitrary: fc.constant<SearchQuery["roots"]>([{ path: "." }]) },
  fc.constantFrom<SearchQuery["roots"]>(
    ...[[{ path: "src" }], [{ path: "random" }], [{ path: "src/deep" }, { path: "." }], [{ path: "out" }], [{ path: "a.txt" }, { path: "random/1" }]],
    ...[[{ path: "linked" }], [{ path: "empty" }, { path: "binary.dat" }]],
  ),
);
const types = fc.oneof(
  { weight: 5, arbitrary: fc.constant<SearchQuery["filter"]["types"]>([]) },
  fc.constantFrom<SearchQuery["filter"]["types"]>([{ name: "c" }], [{ name: "made", globs: ["f1*", "*.md"] }]),
);

/** Content of the whole answer; pages and other modes are made from it. */
export const randomQueries: fc.Arbitrary<SearchQuery> = fc
  .record({
    pattern: fc.oneof({ weight: 12, arbitrary: fruitful }, { weight: 1, arbitrary: recorded }),
    caseInsensitive: fc.boolean(),
    multiline: fc.constantFrom(false, false, false, true),
    globs,
    roots,
    types,
    followLinks: fc.constantFrom(false, false, true),
    order: fc.constantFrom<SearchQuery["order"]>("path", "newest"),
    context: fc.constantFrom(0, 0, 0, 1, 2),
    onlyMatching: fc.constantFrom(false, false, true),
    /** Each line that is shown as a window costs a run of ripgrep. */
    columns: fc.oneof({ weight: 7, arbitrary: fc.constant(Number.POSITIVE_INFINITY) }, fc.constant(200)),
    /** 0: files are counted first, and then those of the page are read. */
    wholeBytes: fc.constantFrom(0, 2 ** 26, 2 ** 26),
  })
  .map((asked) =>
    queryFor(asked.pattern, {
      ...asked,
      mode: "content",
      // Not everywhere: a dot alone matches a million times.
      roots: asked.onlyMatching ? [{ path: "src" }] : asked.roots,
      filter: { globs: asked.globs, types: asked.types },
      walk: { ...queryFor("").walk, followLinks: asked.followLinks },
      content: { ...queryFor("").content, columns: asked.columns, before: asked.context, after: asked.context, onlyMatching: asked.onlyMatching },
      page: { unit: "hits", skip: 0, take: Number.POSITIVE_INFINITY },
      // Where pages do not count lines, reading goes on for some milliseconds after a page is full: what is told then depends on the clock.
      limits: { ...queryFor("").limits, wholeBytes: asked.onlyMatching || asked.multiline ? 2 ** 26 : asked.wholeBytes },
    }),
  );

export interface RandomPage {
  readonly skip: number;
  readonly take: number;
}
export const randomPages: fc.Arbitrary<RandomPage> = fc.record({ skip: fc.integer({ min: 0, max: 12 }), take: fc.constantFrom(1, 2, 7, 50, 1_000) });
