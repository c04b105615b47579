// Random patterns in the syntax of Rust's regex crate, and random lines for them.
import fc from "fast-check";

export interface Line {
  readonly line: string;
  readonly end: string;
}

const ALPHABET = [..."aAbBkKsS_09 \t\v\f\x01\x1c\x7f.-([{\"'/&~^"];
const chars = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...ALPHABET) }, { weight: 1, arbitrary: fc.constant("\r") });
/** Short lines of few characters, so that many match, with ends of both kinds. A \r at the end of a line would be part of its end. */
export const lines: fc.Arbitrary<Line> = fc
  .record({ line: fc.array(chars, { maxLength: 10 }).map((all) => all.join("")), end: fc.constantFrom("\n", "\n", "\r\n") })
  .map(({ line, end }) => ({ line: end === "\n" ? line.replace(/\r+$/, "") : line, end }));

const OTHERS = [..."éſ\u212aΩж\u2028\u00a0\u0085١\u200d\u0301中𝒳\ufeff·”→\u{1f600}"].map((char) => Buffer.from(char).toString("latin1"));
const NO_TEXT = ["\x80", "\xff", "\xc3", "\xed\xa0\x80"];
const anything = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...ALPHABET) },
  { weight: 4, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(...NO_TEXT) },
);
/** Such lines with characters beyond ASCII, one character a byte, and some that are no text. */
export const linesBeyondAscii: fc.Arbitrary<string> = fc.array(anything, { maxLength: 8 }).map((all) => all.join(""));

const one = (texts: string): fc.Arbitrary<string> => fc.constantFrom(...texts.split(" "));

const literals = fc.oneof(
  one("a A b B k K s S _ 0 9 . - / \" ' & ~ ] } ab ak é ſ \u212a"),
  one("\\. \\( \\[ \\{ \\^ \\t \\_ \\x61 \\x{6b} \\u0073"),
  fc.constant(" "),
);
const sets = one(". .* .+ \\w+ [^a]* \\s* \\d \\w \\s \\D \\W \\S \\pL \\p{Lu} \\P{Ll} \\p{Greek}");
const places = one("^ $ \\b \\B \\A \\z \\< \\> \\b{start} \\b{end} \\b{start-half} \\b{end-half}");
const oddities = one("\\n \\r \\x0a \\0 \\y \\1 (?=a) { * + a{,2} (?x) (?-u) (?R) (?m) (?-m) (?i) (?-i)");
const items = one("a b k K S 0 9 _ - ^ & ~ . ] a-c A-S 0-9 \\w \\d \\S \\n \\x00 \\- \\] [:alpha:] [:^upper:] [:punct:] [^k] [a-k] && -- ~~ é ſ !-\u2028");
const classes = fc
  .tuple(fc.constantFrom("", "^"), fc.array(items, { minLength: 1, maxLength: 4 }))
  .map(([negation, members]) => `[${negation}${members.join("")}]`);
const quantifiers = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: one("? * + {2} {1,3} {0,12} {2,} {0} {0,1} *? +? ?? {1,2}? ** {2}{2} {3,1}") },
);
/** Patterns of all that there is, and of what there is not. */
export const { patterns } = fc.letrec<{ patterns: string; rows: string; atoms: string; groups: string }>((tie) => ({
  patterns: fc.oneof(
    { weight: 4, arbitrary: tie("rows") },
    { weight: 1, arbitrary: fc.array(tie("rows"), { minLength: 2, maxLength: 3 }).map((rows) => rows.join("|")) },
  ),
  rows: fc.array(fc.tuple(tie("atoms"), quantifiers), { maxLength: 5 }).map((parts) => parts.map((part) => part.join("")).join("")),
  atoms: fc.oneof(
    { weight: 12, arbitrary: literals },
    { weight: 5, arbitrary: sets },
    { weight: 3, arbitrary: classes },
    { weight: 2, arbitrary: places },
    { weight: 1, arbitrary: oddities },
    { weight: 3, arbitrary: tie("groups") },
  ),
  groups: fc.tuple(one("( (?: (?i: (?-i: (?s: (?U: (?i-s: (?m: (?<n> (?P<m>"), tie("patterns")).map(([open, inner]) => `${open}${inner})`),
}));
