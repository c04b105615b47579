import { describe, expect, test } from "vitest";
import { withFirsts } from "../../../../src/search/index/pattern/firsts.ts";
import { javascriptOf } from "../../../../src/search/index/pattern/javascript.ts";
import { loosened } from "../../../../src/search/index/pattern/loosen.ts";
import { provenOf, treeOf } from "../../../../src/search/index/pattern/proven.ts";
import { type Shape, shapeOf } from "../../../../src/search/index/pattern/shape.ts";
import type { Tree } from "../../../../src/search/index/pattern/syntax.ts";

const BLANK = "[\\x09\\x0b-\\x0c ]";

describe("a pattern as an expression for a line", () => {
  test.each<[string, string]>([
    ["foo", "foo"],
    ["foo|bar", "(?:foo|bar)"],
    ["a|b", "[a-b]"],
    ["(?P<name>a)b", "ab"],
    ["foo\\.bar", "foo\\x2ebar"],
    ["\\d\\w.\\s", `\\d\\w.${BLANK}`],
    ["[^x]", "[\\x00-\\x09\\x0b-\\x0c\\x0e-wy-\\x7f]"],
    ["(?i)k[a-c]", "[Kk][A-Ca-c]"],
    ["(?i)ſ", "[Ss]"],
    ["(?i)[^ſk]x", "[\\x00-\\x09\\x0b-\\x0c\\x0e-JL-RT-jl-rt-\\x7f][Xx]"],
    ["a(?i:b)", "a[Bb]"],
    ["é|foo", "foo"],
    ["é", "[]"],
    ["[a&&b]", "[]"],
    ["\\p{Lu}", "[A-Z]"],
    ["^foo$", "^foo$"],
    ["\\Afoo", "(?<![^])foo"],
    ["\\bfoo\\b", "\\bfoo\\b"],
    ["\\<foo\\b{end}", "\\b(?=\\w)foo\\b(?<=\\w)"],
    ["\\b{start-half}foo\\b{end-half}", "(?<!\\w)foo(?!\\w)"],
    ["ab?c", "ab??c"],
    ["a{2,3}b", "a{2}b"],
    ["xa{2,3}b", "xa{2,3}?b"],
    ["x(?:ab){2}", "x(?:ab){2}"],
    ["", "(?:)"],
  ])("%s", (pattern, expected) => {
    expect(sourceOf(pattern)).toEqual(expected);
  });

  test.each<[string, string]>([
    ["\\w+Error", "\\wError"],
    ["foo\\s*", "foo"],
    [".*foo.*", "foo"],
    ["(\\w+::)+new", "\\w::new"],
    ["^\\s*foo", `^${BLANK}*?foo`],
    ["<\\w+[^>]*>", "<\\w[\\x00-\\x09\\x0b-\\x0c\\x0e-=\\x3f-\\x7f]*?>"],
    ["^\\s*(async)?\\s*def", `^${BLANK}*?(?:async${BLANK}*?)??def`],
  ])("%s: what does not change whether a line matches is left out", (pattern, expected) => {
    expect(sourceOf(pattern)).toEqual(expected);
  });

  test.each<[string, string]>([
    ["foo.*bar", "^(?=(?<first0>.*?foo))\\k<first0>.*?bar"],
    ["^foo.*bar", "^foo.*?bar"],
    ["a.*b.+c", "^(?=(?<first0>.*?a))\\k<first0>(?=(?<first1>.*?b.))\\k<first1>.*?c"],
    ["x.*y|z", "(?:^(?=(?<first0>.*?x))\\k<first0>.*?y|z)"],
    ['"[^"]*foo[^"]*"', '"(?=(?<first0>[\\x00-\\x09\\x0b-\\x0c\\x0e-!#-\\x7f]*?foo))\\k<first0>[\\x00-\\x09\\x0b-\\x0c\\x0e-!#-\\x7f]*?"'],
  ])("%s: where the first will do, no other is tried", (pattern, expected) => {
    expect(sourceOf(pattern)).toEqual(expected);
  });
});

describe("what every matching line holds", () => {
  test.each<[string, readonly string[], string]>([
    ["foo", ["foo"], "alone"],
    ["foo|bar", ["foo", "bar"], "alone"],
    ["foo|foobar", ["foo"], "alone"],
    ["(?:get|set)Name\\w*", ["getName", "setName"], "alone"],
    ["[Tt]odo", ["Todo", "todo"], "alone"],
    ["colou?r", ["color", "colour"], "alone"],
    ["(?i)todo", ["todo"], "alone, in any case"],
    ["(?i)todo\\b", ["todo"], "in any case"],
    ["Needle(?i:x)", ["NeedleX", "Needlex"], "alone"],
    ["needle(?i:xyzzy)", ["needle"], ""],
    ["é|foo", ["foo"], "alone"],
    ["é", [], "alone"],
    ["\\bfoo\\b", ["foo"], ""],
    ["^foo", ["foo"], ""],
    ["foo.*longer", ["longer"], ""],
    ["import .* from ['\"]react['\"]", ["react"], ""],
    ["return .*Node", ["Node"], ""],
    ["(foo|bar)\\w+\\(", ["foo", "bar"], ""],
    ["a{3}b", ["aaab"], "alone"],
    ["xa{3,}b", ["aaa"], ""],
    ["\\w+", [], ""],
    ["x*", [], ""],
    ["a|b*", [], ""],
    ["one|two|three|four|five|six|seven|eight|nine", [], ""],
  ])("%s: %j %s", (pattern, needles, how) => {
    const proven = provenOf({ pattern, caseInsensitive: false, multiline: false });
    const said = [proven?.isLiteral ? "alone" : "", proven?.foldsCase ? "in any case" : ""].filter((word) => word !== "").join(", ");
    expect([proven?.needles, said]).toEqual([needles, how]);
  });
});

describe("left to ripgrep", () => {
  test.each([
    ...["foo(", "(?=a)", "(?x)a", "a\\1"],
    // Line ends, and what is refused or depends on them.
    ...["a\\nb", "a\\rb", "[\\n]", "[\\r\\n]", "\\x0a", "\\x{d}", "\\x00", "[\\x00]", "a\\z", "(?-m)a$", "\\b", "\\B|a", "\\A", "\\b{end-half}x*"],
    // More than one engine or the other should be asked.
    ...["a{1001}", "(\\w{50}){50}", "x".repeat(1_001), "\\w{500}"],
    // What may be tried in too many ways, and has too many states.
    ...["^a{0,60}a{0,60}a{0,60}a{0,60}a{0,60}a{0,60}a{0,60}b$", "x([ab]c*)*a[ab]{12}y"],
  ])("%j", (pattern) => {
    expect(provenOf({ pattern, caseInsensitive: false, multiline: false })).toBeUndefined();
  });

  test.each(["foo\\n", "foo.bar", "foo\\s", "[^x]foo", "^foo", "foo$", "foo\\A"])("over lines: %j", (pattern) => {
    expect(provenOf({ pattern, caseInsensitive: false, multiline: true })).toBeUndefined();
  });
});

test.each(["^(a+)+$", "^(ab|ab)*$", "^(a|aa)+$", "^(\\w+\\s?)*$", "^(a?){30}a{30}$", "a[^b]*c[^d]*e", "^(a*)*$"])(
  "what may be tried in too many ways is left to an automaton: %j",
  (pattern) => {
    const { test: expression, automata } = provenOf({ pattern, caseInsensitive: false, multiline: false }) ?? {};
    expect([expression, automata !== undefined]).toEqual([undefined, true]);
  },
);

test("a pattern that cannot match a line's end is the same over lines", () => {
  const [over, on] = [true, false].map((multiline) => provenOf({ pattern: "\\bfoo(bar|[a-z]+)", caseInsensitive: false, multiline }));
  expect(over).toEqual(on);
  expect(over?.test?.line.source).toBe("\\bfoo(?:bar|[a-z])");
});

test.each<[string, string, boolean]>([
  ["^b", "a\rb", true],
  ["a$", "a\rb", true],
  ["a.b", "a\rb", false],
  ["a[^x]b", "a\rb", false],
  ["a\\sb", "a\rb", false],
  ["a.*b", "a\rb", false],
  ["\\Ab", "a\rb", false],
  ["^$", "a\r\rb", true],
  ["^a.*c", "x\rabc", true],
  ["x.*b.*c", "x\rabc", false],
])("a \\r in a line ends it for %s only where it does for ripgrep", (pattern, line, isMatch) => {
  expect(expressionOf(pattern).test(line)).toBe(isMatch);
});

test("a text needs no expression", () => {
  expect(provenOf({ pattern: "foo|bar", caseInsensitive: true, multiline: false })?.test).toBeUndefined();
});

/** As it is made where one is needed. */
function expressionOf(pattern: string): RegExp {
  const tree = treeOf({ pattern, caseInsensitive: false }) as Tree;
  return javascriptOf(withFirsts(loosened(shapeOf(tree) as Shape)));
}

function sourceOf(pattern: string): string {
  return expressionOf(pattern).source;
}
