// Patterns whose matches run over the ends of lines: which are verified in process, where their matches can begin, and what is printed.
import { describe, expect, test } from "vitest";
import { type AcrossLines, acrossLinesOf } from "../../../../src/search/index/pattern/across-lines.ts";
import { textsOf } from "../../../../src/search/index/texts/parts.ts";
import { printedOf, type Shape, soughtOf } from "../../../../src/search/index/verify/verify.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(1_000_000, 0);
const across = (pattern: string, caseInsensitive = false): AcrossLines | undefined => acrossLinesOf({ pattern, caseInsensitive, multiline: true });

describe("every match begins with one of some texts", () => {
  test.each<[string, readonly string[]]>([
    ["foo\\nbar", ["foo\nbar"]],
    ["(struct \\w+ \\{|class \\w+:)\\n", ["struct ", "class "]],
    ["^\\bfoo.*bar", ["foo"]],
    ["[ab]c\\s+", ["ac", "bc"]],
    ["(?:ab){2}\\n", ["abab\n"]],
    ["a+\\n", ["a"]],
    ["(a|ab)\\n", ["a\n", "ab\n"]],
    ["(a|ab+)\\n", ["a"]],
  ])("%j", (pattern, starts) => {
    expect(across(pattern)).toMatchObject({ starts, foldsCase: false });
  });

  test("without regard to case, in lower case", () => {
    expect(across("Foo\\nBar", true)).toMatchObject({ starts: ["foo\nbar"], foldsCase: true });
  });
});

test.each([
  ["what begins with anything", "\\w+\\n"],
  ["what may begin with anything", "a*\\nfoo"],
  ["what may be nothing", "(foo\\n)?"],
  ["what repeats nothing", "foo(\\s*){2}\\n"],
  ["what looks for \\r", "foo\\r\\n"],
  ["a dot whose meaning is set", "foo(?-s:.*)\\nbar"],
  ["the end of the text", "foo\\n\\z"],
  ["what could take long at one place", "foo\\s+[^x]*\\s+[^y]*bar"],
  ["what has a line's end only where nothing can match", "foo\\n{0}"],
])("left to ripgrep: %s", (_, pattern) => {
  expect(across(pattern)).toBeUndefined();
});

describe("what is printed", () => {
  const TEXT = "fn a(\n  x,\n) {}\n\nfn b() {} fn c(\n) {}\nfn d(\n  y)\n";
  const printed = (shape: Shape, text = TEXT): string | undefined => {
    const proven = across("fn \\w\\(\\n[^)]*\\)");
    if (proven === undefined) throw new Error("not proven");
    return printedOf("f", textsOf(Buffer.from(text), undefined), soughtOf(proven, scanner), shape)?.text;
  };
  const LINES: Shape = { what: "lines", before: 0, after: 0, maxBytes: 400, columns: 100 };

  test("each line of each match, once", () => {
    expect(printed(LINES)).toBe(
      ["f\x001:0:fn a(", "f\x002:6:  x,", "f\x003:11:) {}", "f\x005:17:fn b() {} fn c(", "f\x006:33:) {}", "f\x007:38:fn d(", "f\x008:44:  y)", ""].join("\n"),
    );
  });

  test("how many matches there are, not lines", () => {
    expect(printed({ what: "counts" })).toBe("f\x003\n");
  });

  test("also in a text beyond ASCII, if no match has such characters", () => {
    expect(printed(LINES, "// é\nfn a(\n) // é\n")).toBe(Buffer.from("f\x002:6:fn a(\nf\x003:12:) // é\n").toString("latin1"));
  });

  test("nothing where nothing matches", () => {
    expect(printed(LINES, "fn a()\nfn b()\n")).toBe("");
  });

  test.each([
    ["with a \\r", "fn a(\r\n)\n"],
    ["with a \\r where a match could begin otherwise", "fn\ra(\n)\n"],
    ["whose match has more than ASCII in it", "fn a(\n  é)\n"],
    ["that is too long", `fn a(\n)${" ".repeat(300_000)}\n`],
  ])("of a text %s, ripgrep has to say", (_, text) => {
    expect(printed(LINES, text)).toBeUndefined();
  });
});
