import { describe, expect, test } from "vitest";
import { type BlockQuery, blockAround } from "../../src/files/indentation-block.ts";

const ALL: BlockQuery = { levels: Number.POSITIVE_INFINITY, siblings: false, header: true, maxLines: 1_000, maxChars: 100_000, lineChars: 1 };

/** The block as `first-last`, lines counted from 1. */
function block(text: string, anchor: number, query: Partial<BlockQuery> = {}): string {
  const lines = text.split("\n").map((line) => ({ text: line, chars: line.length, isCut: false }));
  const { first, last, cutBy } = blockAround(lines, anchor - 1, { ...ALL, ...query });
  return `${first + 1}-${last + 1}${cutBy === undefined ? "" : ` cut by ${cutBy}`}`;
}

const RUST = `mod root {
    fn first() {
        a();
    }

    /// Says
    /// something
    #[inline]
    fn second() {
        if cond {
            b();
        } else {
            c();
        }
        d();
    }
}`;

const PYTHON = `import os
class Foo:
    def one(self):
        return 1

    # The second
    @cached
    def two(self):

        if self:
            return 2
        return 3

    def three(self):
        return 3
class Bar:
    pass
done = True`;

describe("the block around a line", () => {
  test.each([
    ["a statement and the braces around it", RUST, 3, { levels: 1 }, "2-4"],
    ["two parents", RUST, 3, { levels: 2 }, "1-17"],
    ["all parents", RUST, 3, {}, "1-17"],
    ["more parents than there are", RUST, 3, { levels: 9 }, "1-17"],
    ["siblings of the parent", RUST, 3, { levels: 1, siblings: true }, "2-16"],
    ["the header above the parent", RUST, 15, { levels: 1 }, "6-16"],
    ["no header", RUST, 15, { levels: 1, header: false }, "9-16"],
    ["a condition with its other half", RUST, 11, { levels: 1 }, "10-14"],
    ["the other half with its condition", RUST, 13, { levels: 1 }, "10-14"],
    ["the line that opens a block", RUST, 1, {}, "1-17"],
    ["the line that closes it", RUST, 17, {}, "1-17"],
    ["a function without braces", PYTHON, 4, { levels: 1 }, "3-4"],
    ["a function after a blank first line, with its header", PYTHON, 12, { levels: 1 }, "6-12"],
    ["no header of it", PYTHON, 12, { levels: 1, header: false }, "8-12"],
    ["two parents without braces", PYTHON, 11, { levels: 2 }, "6-12"],
    ["all parents without braces", PYTHON, 11, {}, "2-15"],
    ["a blank line in a block", PYTHON, 5, { levels: 1 }, "3-4"],
    ["a block that the next statement follows", PYTHON, 17, {}, "16-17"],
    ["its first line", PYTHON, 16, {}, "16-17"],
    ["a lone statement", PYTHON, 1, {}, "1-1"],
    ["a comment above a block", "x()\n\n# one\n# two\ndef f():\n    pass\ny()", 3, {}, "3-6"],
    ["a comment out of line", "def f():\n    a\n# odd\n    b\ndef g():\n    c", 4, {}, "1-4"],
    ["a comment block", "int x;\n/**\n * f\n */\nint f() {\n\treturn 1;\n}\nint g() {", 6, {}, "2-7"],
    ["tabs as levels", "a {\n\tb {\n\t\tc\n\t}\n}", 3, { levels: 1 }, "2-4"],
    ["a closing tag", "<ul>\n  <li>\n    x\n  </li>\n</ul>\n<p>", 3, {}, "1-5"],
    ["a closing word", "if x; then\n    y\nfi\nz", 2, {}, "1-3"],
    ["nothing but blank lines", "\n\n\n", 2, {}, "2-2"],
    ["one line", "x", 1, {}, "1-1"],
  ])("%s", (_, text, anchor, query, found) => {
    expect(block(text, anchor, query)).toBe(found);
  });

  test.each([
    [1, "11-11 cut by lines"],
    [2, "10-11 cut by lines"],
    [3, "10-12 cut by lines"],
    [5, "9-13 cut by lines"],
    [17, "1-17"],
  ])("of at most %i lines grows up and down by turns", (maxLines, found) => {
    expect(block(RUST, 11, { maxLines })).toBe(found);
  });

  test("ends where there is no room for more text", () => {
    expect(block("aaaa\nbbbb\ncccc\ndddd", 2, { siblings: true, maxChars: 15 })).toBe("1-3 cut by chars");
    expect(block("aaaa\nbbbb\ncccc\ndddd", 2, { siblings: true, maxChars: 20 })).toBe("1-4");
  });

  test("takes a line of which only the white space is known for indented text", () => {
    const lines = ["a", " ".repeat(8), "b"].map((text) => ({ text, chars: 600, isCut: true }));
    expect(blockAround(lines, 0, ALL)).toEqual({ first: 0, last: 1 });
  });
});
