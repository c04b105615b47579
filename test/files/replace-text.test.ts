import fc from "fast-check";
import { expect, test } from "vitest";
import { contextOf } from "../../src/files/context.ts";
import { insertText } from "../../src/files/insert-text.ts";
import { replaceText } from "../../src/files/replace-text.ts";

const MAX = 1024 * 1024;

/** The text after the edit, one character a byte, or the code of the failure. */
function replaced(file: string, old: string, text: string, occurrences: "one" | "all" = "one", encoding: BufferEncoding = "latin1"): string {
  const edited = replaceText(Buffer.from(file, encoding), { old, new: text, occurrences }, "/f", MAX);
  return edited.ok ? edited.value.bytes.toString(encoding) : edited.failure.code;
}

test.each([
  ["one match", "a b c", "b", "x", "a x c"],
  ["the whole file", "abc", "abc", "", ""],
  ["several matches", "a b a", "a", "x", "text-ambiguous"],
  ["no match", "a b a", "z", "x", "text-not-found"],
  ["matches that overlap count once", "aaa", "aa", "x", "xa"],
  ["a newline matches CRLF", "a\r\nb\r\nc", "a\nb", "x\ny", "x\r\ny\r\nc"],
  ["a leading newline takes its return along", "a\r\nb", "\nb", "", "a"],
  ["new lines take the file's line ends", "a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"],
  ["a text with returns means exactly that", "a\r\nb", "a\r\nb", "a\nb", "a\nb"],
  ["a lone return is a character", "a\rb\nc", "a\rb", "x", "x\nc"],
  ["mixed line ends: those of the place", "a\nb\r\nc\n", "c", "c\nd", "a\nb\r\nc\nd\n"],
  ["invalid bytes outside stay", "\xff\xfea\x80 b".slice(2), "b", "c", "a\x80 c"],
])("%s", (_, file, old, text, result) => {
  expect(replaced(file, old, text)).toBe(result);
});

test("all occurrences are replaced", () => {
  expect(replaced("a b a\r\na", "a", "x\ny", "all")).toBe("x\r\ny b x\r\ny\r\nx\r\ny");
});

test.each([
  ["UTF-16 LE", "\uFEFFone\r\ntwo ä\r\n"],
  ["UTF-16 LE without the last unit", "\uFEFFone\r\ntwo ä"],
])("%s keeps its mark and line ends", (_, file) => {
  expect(replaced(file, "one\ntwo", "1\n2", "one", "utf16le")).toBe(file.replace("one\r\ntwo", "1\r\n2"));
});

test("UTF-16 BE and a UTF-8 mark are kept", () => {
  const big = Buffer.from("\uFEFFone\ntwo", "utf16le").swap16();
  const edited = replaceText(big, { old: "two", new: "zwei ü", occurrences: "one" }, "/f", MAX);
  expect(edited.ok && edited.value.bytes.swap16().toString("utf16le")).toBe("\uFEFFone\nzwei ü");
  expect(replaced("\uFEFFone", "one", "1", "one", "utf8")).toBe("\uFEFF1");
});

test("a match in UTF-16 never begins between two characters", () => {
  // Bytes 0x61 0x00 stand at an odd offset, too.
  const file = Buffer.from([0xff, 0xfe, 0x00, 0x61, 0x00, 0x62, 0x61, 0x00]);
  const edited = replaceText(file, { old: "a", new: "x", occurrences: "one" }, "/f", MAX);
  expect(edited.ok && [...edited.value.bytes]).toEqual([0xff, 0xfe, 0x00, 0x61, 0x00, 0x62, 0x78, 0x00]);
});

test("an ambiguous text names its lines, a missing one the nearest", () => {
  const bytes = Buffer.from("let a = 1;\nlet b = 2;\nlet a = 1;\n");
  expect(replaceText(bytes, { old: "a = 1", new: "", occurrences: "one" }, "/f", MAX)).toEqual({
    ok: false,
    failure: { code: "text-ambiguous", path: "/f", text: "a = 1", count: 2, lines: [1, 3], more: false },
  });
  expect(replaceText(bytes, { old: "  let b = 3;", new: "", occurrences: "one" }, "/f", MAX)).toEqual({
    ok: false,
    failure: { code: "text-not-found", path: "/f", text: "  let b = 3;", near: { line: 2, lines: ["let b = 2;"] } },
  });
  expect(replaceText(bytes, { old: "something else entirely", new: "", occurrences: "one" }, "/f", MAX)).toEqual({
    ok: false,
    failure: { code: "text-not-found", path: "/f", text: "something else entirely" },
  });
});

test("a result above the limit is refused before it is made", () => {
  expect(replaced("a".repeat(2_000), "a", "b".repeat(1_000), "all")).toBe("content-too-large");
});

test("texts that repeat themselves are found in linear time", () => {
  const file = Buffer.from("a".repeat(2_000_000));
  expect(replaceText(file, { old: `b${"a".repeat(5_000)}`, new: "", occurrences: "one" }, "/f", 4 * MAX).ok).toBe(false);
  const all = replaceText(file, { old: "a", new: "\n", occurrences: "all" }, "/f", 4 * MAX);
  expect(all.ok && all.value.count).toBe(2_000_000);
});

test("replacing everything equals what JavaScript's replaceAll does on text without returns", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "ä", "世") });
  fc.assert(
    fc.property(
      text,
      text.filter((old) => old !== ""),
      text,
      (file, old, made) => {
        const expected = file.includes(old) ? file.replaceAll(old, () => made) : "text-not-found";
        expect(replaced(file, old, made, "all", "utf8")).toBe(expected);
      },
    ),
  );
});

test.each([
  ["a line in the middle", "a\nb\nc\n", "b", "a\nc\n"],
  ["the first line", "a\nb\n", "a", "b\n"],
  ["the only line", "a\n", "a", ""],
  ["a last line without newline", "a\nb", "b", "a\n"],
  ["several lines", "a\nb\nc\n", "a\nb", "c\n"],
  ["an empty line and the next", "a\n\nb\nc", "\nb", "a\nc"],
  ["a part of a line", "a b\nc\n", "b", "a \nc\n"],
  ["the start of a line", "a b\nc\n", "a ", "b\nc\n"],
  ["the end of a line and its newline", "a b\nc\n", " b\n", "ac\n"],
  ["a line with its newline", "a\n\nb\n", "a\n", "\nb\n"],
  ["a newline and the line behind it", "a\nb\nc\n", "\nb", "a\nc\n"],
  ["a line that ends with CRLF", "a\r\nb\r\nc", "b", "a\r\nc"],
  ["a line and its return", "a\r\nb\r\nc", "b\r", "a\r\nc"],
])("deleting %s: lines without text go, all others stay", (_, file, old, result) => {
  const deletion = { old, new: "", occurrences: "one", emptiedLines: "deleted" } as const;
  const edited = replaceText(Buffer.from(file), deletion, "/f", MAX);
  expect(edited.ok && edited.value.bytes.toString()).toBe(result);
  const wide = replaceText(Buffer.from(`\uFEFF${file}`, "utf16le"), deletion, "/f", MAX);
  expect(wide.ok && wide.value.bytes.toString("utf16le")).toBe(`\uFEFF${result}`);
});

test("deleting everywhere takes the newlines of whole lines, and only those", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("x", "xy", "yx", "", "z")), fc.constantFrom("\n", "\r\n"), (lines, eol) => {
      const file = lines.map((line) => line + eol).join("");
      const edited = replaceText(Buffer.from(file), { old: "x", new: "", occurrences: "all", emptiedLines: "deleted" }, "/f", MAX);
      const left = lines.filter((line) => line !== "x").map((line) => line.replace("x", "") + eol);
      expect(edited.ok ? edited.value.bytes.toString() : edited.failure.code).toBe(file.includes("x") ? left.join("") : "text-not-found");
    }),
  );
});

test("a newline that the next match begins with is deleted once", () => {
  const edited = replaceText(Buffer.from("\nx\nx\ny"), { old: "\nx", new: "", occurrences: "all", emptiedLines: "deleted" }, "/f", MAX);
  expect(edited.ok && [edited.value.bytes.toString(), edited.value.count]).toEqual(["\ny", 2]);
});

function inserted(file: string, afterLine: number, text: string): string {
  const edited = insertText(Buffer.from(file), afterLine, text, MAX);
  if (edited.ok) return edited.value.bytes.toString();
  return edited.failure.code === "line-past-end" ? `past ${edited.failure.total}` : edited.failure.code;
}

test.each([
  ["at the top", "a\nb\n", 0, "x", "x\na\nb\n"],
  ["in the middle", "a\nb\n", 1, "x\ny", "a\nx\ny\nb\n"],
  ["at the end", "a\nb\n", 2, "x\n", "a\nb\nx\n"],
  ["after a last line without newline", "a\nb", 2, "x", "a\nb\nx\n"],
  ["into an empty file", "", 0, "x", "x\n"],
  ["behind the mark", "\uFEFFa\n", 0, "x", "\uFEFFx\na\n"],
  ["with the file's line ends", "a\r\nb\r\n", 1, "x\ny", "a\r\nx\r\ny\r\nb\r\n"],
  ["past the end", "a\nb\n", 3, "x", "past 2"],
])("lines are inserted %s", (_, file, line, text, result) => {
  expect(inserted(file, line, text)).toBe(result);
});

test("the context of an edit is four lines around it, with their numbers", () => {
  const file = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("");
  const edited = replaceText(Buffer.from(file), { old: "line 10\n", new: "ten\nmore\n", occurrences: "one" }, "/f", MAX);
  if (!edited.ok) throw new Error(edited.failure.code);
  const { first, lines, isCut } = contextOf(edited.value, { lines: 4, columns: 2_000, textChars: 10_000 });
  expect({ first, lines: lines.map(({ text }) => text), isCut }).toEqual({
    first: 6,
    lines: ["line 6", "line 7", "line 8", "line 9", "ten", "more", "line 11", "line 12", "line 13", "line 14"],
    isCut: false,
  });
});
