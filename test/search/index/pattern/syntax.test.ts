import { expect, test } from "vitest";
import { type CharSet, codesOf, OTHERS } from "../../../../src/search/index/pattern/char-set.ts";
import { parseRegex, type Tree } from "../../../../src/search/index/pattern/syntax.ts";

test.each<[string, string]>([
  ["", "()"],
  ["a", "a"],
  ["ab.", "(a b .)"],
  ["a|b", "(a | b)"],
  ["a|", "(a | ())"],
  ["(a|b)c", "((a | b) c)"],
  ["(?:a)(?P<n>b)(?<m>c)", "(a b c)"],
  ["()", "()"],
  ["a]}b", "(a ] } b)"],
  ["^a$", "(<line start> a <line end>)"],
  ["(?-m)^a$", "(<text start> a <text end>)"],
  ["(?-m:^)^", "(<text start> <line start>)"],
  ["\\Aa\\z", "(<text start> a <text end>)"],
  ["\\b\\B\\<\\>", "(<word boundary> <no word boundary> <word start> <word end>)"],
  ["\\b{start}\\b{end-half}", "(<word start> <word end half>)"],
  ["a*b+c?", "(a{0,∞} b{1,∞} c{0,1})"],
  ["a*?b{2}c{2,}d{2,3}?", "(a{0,∞}? b{2,2} c{2,∞} d{2,3}?)"],
  ["(?U)a*b*?", "(a{0,∞}? b{0,∞})"],
  ["a**", "a{0,∞}{0,∞}"],
  ["a???", "a{0,1}?{0,1}"],
  ["^*", "<line start>{0,∞}"],
  ['\\.\\/\\_\\ \\"', '(. / _   ")'.replace(".", "'.'")],
  ["\\t\\x41\\u0042\\U00000043\\x{44}\\u{0045}", "(\t A B C D E)"],
  ["é😀", "(é 😀)"],
  ["(?i)ab", "(a/i b/i)"],
  ["a(?i)b|c", "((a b/i) | c/i)"],
  ["(a(?i)b)c", "((a b/i) c)"],
  ["(?i:a(?-i)b)c", "((a/i b) c)"],
  ["(?i-s:a)", "a/i"],
  ["[abc]", "[abc]"],
  ["[^ -~\\x00-\\x1f]", "[\x7f…]"],
  ["[a-cx]", "[abcx]"],
  ["[]a]", "[]a]"],
  ["[a-]", "[-a]"],
  ["[-a]", "[-a]"],
  ["[--a]", "[-a]"],
  ["[a-c-e]", "[-abce]"],
  ["[+--]", "[+]"],
  ["[a-c--b]", "[ac]"],
  ["[a-d&&b-e&&c]", "[c]"],
  ["[a-c~~b-d]", "[ad]"],
  ["[a-d&&[^b]]", "[acd]"],
  ["[a[bc]]", "[abc]"],
  ["[a&b~c]", "[&abc~]"],
  ["[[:digit:]x]", "[0123456789x]"],
  ["[[:^word:]&&[!-/]]", "[!\"#$%&'()*+,-./]"],
  ["[:x:]", "[:x]"],
  ["[\\d&&[^3-9]]", "[012…]"],
  ["[\\x61\\]\\-]", "[-]a]"],
  ["[a-cé]", "[abc…]"],
  ["(?i)[a-b]", "[ABab]"],
  ["(?i)[ſ]", "[Ss…]"],
  ["(?i)[[:upper:]&&[x-z]]", "[XYZxyz]"],
  ["\\d", "[0123456789…]"],
  ["\\s", "[\t\n\v\f\r …]"],
  ["\\p{Nd}", "[0123456789…]"],
  ["\\p{Greek}", "[…]"],
])("%j is read", (pattern, expected) => {
  expect(written(parseRegex({ pattern, caseInsensitive: false }))).toEqual(expected);
});

test("without case, every character is in any", () => {
  expect(written(parseRegex({ pattern: "a(?-i)b[c]", caseInsensitive: true }))).toEqual("(a/i b [c])");
});

/** ripgrep refuses most of them; of the others we are not sure, or nobody writes them. */
test.each([
  ..."( ) [ { * + ?".split(" "),
  ..."(a a) a|* (*a) [a [] [^] [[] [a\\] a{ a{} a{,3} a{b} a{2,1} a{-1} a{99999} {1}".split(" "),
  ..."(?i (?) (?-) (?i-) (?ii) (?i-i) (?y) (?i)* a(?i)+ (?x)a (?-u)a (?R)a (?#c)".split(" "),
  ..."(?=a) (?!a) (?<=a) (?<!a) (?>a) (?P=n) (?'n'a) (?<>a) (?<1>a) (?<n (?<n>a)(?<n>b)".split(" "),
  ..."\\ \\y \\Q \\Z \\e \\1 \\0 \\é \\x \\x6 \\x{} \\x{110000} \\x{d800} \\u12 \\b{2} \\b{foo}".split(" "),
  ..."\\p{Foo} \\p{^L} \\pX [b-a] [\\d-z] [a-\\d] [\\b] [\\<] [a-[:word:]] [[:foo:]]".split(" "),
  "\ud800",
  `a${"*".repeat(300)}`,
  "(".repeat(200) + ")".repeat(200),
  "[".repeat(200) + "]".repeat(200),
])("%j is not read", (pattern) => {
  expect(parseRegex({ pattern, caseInsensitive: false })).toBeUndefined();
});

function written(tree: Tree | undefined): string | undefined {
  switch (tree?.kind) {
    case undefined:
      return undefined;
    case "char":
      return `${tree.code === 0x2e ? "'.'" : String.fromCodePoint(tree.code)}${tree.folds ? "/i" : ""}`;
    case "any":
      return ".";
    case "class":
      return `[${writtenSet(tree.set)}]`;
    case "place":
      return `<${tree.place}>`;
    case "row":
      return `(${tree.parts.map(written).join(" ")})`;
    case "either":
      return `(${tree.choices.map(written).join(" | ")})`;
    case "repeat":
      return `${written(tree.of)}{${tree.min},${tree.max === Number.POSITIVE_INFINITY ? "∞" : tree.max}}${tree.greedy ? "" : "?"}`;
  }
}

function writtenSet(set: CharSet): string {
  return String.fromCharCode(...codesOf(set)) + ((set & OTHERS) === 0n ? "" : "…");
}
