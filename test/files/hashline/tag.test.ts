import fc from "fast-check";
import { expect, test } from "vitest";
import { tagOf } from "../../../src/files/hashline/tag.ts";
import { xxHash32 } from "../../../src/files/hashline/xxhash32.ts";

test.each([
  ["", 0x02cc5d05],
  ["a", 0x550d7456],
  ["abc", 0x32d153ff],
  ["Nobody inspects the spammish repetition", 0xe2293b2f],
])("xxHash32 of %j is what its authors say", (text, hash) => {
  expect(xxHash32(Buffer.from(text))).toBe(hash);
});

test.each([
  ["", "5D05"],
  ["hello\n", "5BF9"],
  ["hello", "77F9"],
  ["hello\r\n", "5BF9"],
  ["hello \t \n", "5BF9"],
  ["hello\r\r\n", "5BF9"],
  ["hello  ", "77F9"],
  ["\uFEFFhello\n", "5BF9"],
])("the tag of %j is %s", (text, tag) => {
  expect(tagOf(Buffer.from(text))).toBe(tag);
});

test("UTF-16 has the tag of the same text in UTF-8", () => {
  expect(tagOf(Buffer.from("\uFEFFhello\r\n", "utf16le"))).toBe("5BF9");
  expect(tagOf(Buffer.from("\uFEFFhello\n", "utf16le").swap16())).toBe("5BF9");
});

test("line ends and white space before them never matter", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "é") });
  const blanks = fc.constantFrom("", " ", "\t", " \t", "\r");
  fc.assert(
    fc.property(fc.array(fc.tuple(line, blanks)), fc.boolean(), (lines, ends) => {
      const join = (texts: readonly string[], end: string): string => texts.join(end) + (ends ? end : "");
      const plain = join(
        lines.map(([text]) => text),
        "\n",
      );
      const other = join(
        lines.map(([text, blank]) => text + blank),
        "\r\n",
      );
      expect(tagOf(Buffer.from(other))).toBe(tagOf(Buffer.from(plain)));
    }),
  );
});
