import fc from "fast-check";
import { expect, test } from "vitest";
import { encode, encodingOf } from "../../src/files/encoding.ts";
import { findInAnyQuotes } from "../../src/files/find-in-any-quotes.ts";
import { inQuotesOf, straightened } from "../../src/files/quotes.ts";
import { type Replacement, replaceText } from "../../src/files/replace-text.ts";

const MAX = 1024 * 1024;
const MARK = "\uFEFF";

/** The text after the edit, or the code of the failure. */
function replaced(file: string, old: string, text: string, more: Partial<Replacement> = {}): string {
  const edited = replaceText(Buffer.from(file), { old, new: text, occurrences: "one", quotes: "any", ...more }, "/f", MAX);
  return edited.ok ? edited.value.bytes.toString() : edited.failure.code;
}

test.each([
  ["what both begin and end with stays as it stands", "“a” and ‘b’", `"a" or 'b'`, "“a” or ‘b’"],
  ["even where it is odd", "”a”", '"b"', "”b”"],
  ["a pair that is new", "say “a”", 'say "b", "c"', "say “b”, “c”"],
  ["an apostrophe", "it’s", "it's John's", "it’s John’s"],
  ["in parentheses and behind dashes", "“a”", '("b") —"c" =["d"] x', "(“b”) —“c” =[“d”] x"],
  ["one kind in the other", "‘a’ “b”", `x "'c' d" y`, "x “‘c’ d” y"],
  ["a kind that was straight stays so", "“a” it's", `"b" isn't it's`, "“b” isn't it's"],
  ["no curly quotes", `"a"`, `"b" 'c'`, `"b" 'c'`],
  ["curly quotes in the new text are meant", "“a”", "„b“", "„b“"],
  ["nothing left", "“a”", "", ""],
  ["nothing in common", "“a”", `x "y"`, `x “y”`],
])("new text in the quotes of the old: %s", (_, standing, text, made) => {
  expect(inQuotesOf(standing, text)).toBe(made);
});

test.each([
  ["straight quotes match curly ones", "say “hi” now", 'say "hi"', 'say "ho"', "say “ho” now"],
  ["a text that stands there as it is is the one", `“hi” and "hi"`, '"hi"', '"ho"', `“hi” and "ho"`],
  ["curly quotes match straight ones", `say "hi"`, "“hi”", "“ho”", "say “ho”"],
  ["places that differ in quotes are several", "“hi” ”hi“", '"hi"', "x", "text-ambiguous"],
  ["over lines that end with CRLF", "“a\r\nb” c\r\n", '"a\nb"', '"1\n2"', "“1\r\n2” c\r\n"],
  ["quotes behind many others", "’’’’ä“’“x”", '"x"', '"y"', "’’’’ä“’“y”"],
  ["other characters of that page are no quotes", "… – „x“ ″", '… – "x" ″', "y", "text-not-found"],
])("%s", (_, file, old, text, result) => {
  expect(replaced(file, old, text)).toBe(result);
});

test("every place keeps its own quotes", () => {
  expect(replaced("“a” ‘a’ ”a“", '"a"', '"b"', { occurrences: "all" })).toBe("“b” ‘a’ ”b“");
  expect(replaced("‘a’\r\n‘a'\n", "'a'", "'b'\n'c'", { occurrences: "all" })).toBe("‘b’\r\n‘c’\r\n‘b’\n‘c'\n");
});

test("without the wish for any quotes they are what they are", () => {
  expect(replaced("“a”", '"a"', "x", { quotes: "exact" })).toBe("text-not-found");
});

test.each([
  ["little", (text: string) => Buffer.from(text, "utf16le")],
  ["big", (text: string) => Buffer.from(text, "utf16le").swap16()],
])("UTF-16, %s end first, is searched in any quotes, too", (_, bytesOf) => {
  const edited = replaceText(bytesOf(`${MARK}ä “a”`), { old: '"a"', new: '"b"', occurrences: "one", quotes: "any" }, "/f", MAX);
  expect(edited.ok && edited.value.bytes).toEqual(bytesOf(`${MARK}ä “b”`));
});

test("places in any quotes are where the text with straight ones has them", () => {
  const text = fc.string({ unit: fc.constantFrom("'", '"', "‘", "’", "“", "”", "a", "ä", "€", "\n"), maxLength: 30 });
  const needle = fc.string({ unit: fc.constantFrom("'", '"', "”", "a"), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, needle, fc.constantFrom("", MARK), (file, old, mark) => {
      const bytes = Buffer.from(mark + file);
      const spans = findInAnyQuotes(bytes, encodingOf(bytes), old);
      const found = Array.from({ length: spans.count }, (_, i) => [spans.start(i), spans.end(i)]);
      const places = [...straightened(file).matchAll(new RegExp(straightened(old), "g"))].map(({ index }) => [index, index + old.length]);
      const bytesBefore = (chars: number): number => Buffer.byteLength(mark + file.slice(0, chars));
      expect(found).toEqual(places.map((place) => place.map(bytesBefore)));
    }),
  );
});

test("the new text differs from what was asked for in quotes alone, and never splits a character", () => {
  const text = fc.string({ unit: fc.constantFrom("'", '"', "‘", "’", "“", "”", "a", " ", "😀") });
  fc.assert(
    fc.property(text, text, (standing, made) => {
      expect(straightened(inQuotesOf(standing, made))).toBe(straightened(made));
      expect(encode(inQuotesOf(standing, made), { name: "utf-8", markBytes: 0 }).includes("\uFFFD")).toBe(false);
    }),
  );
});

test("very many quotes are replaced in linear time, and what would be too much is refused before it is made", () => {
  const file = Buffer.from("’".repeat(300_000));
  const all = { old: "'", occurrences: "all", quotes: "any" } as const;
  const edited = replaceText(file, { ...all, new: "'x" }, "/f", 8 * MAX);
  expect(edited.ok && [edited.value.count, edited.value.bytes.length]).toEqual([300_000, 1_200_000]);
  expect(replaceText(file, { ...all, new: "x'".repeat(1_000) }, "/f", 8 * MAX).ok).toBe(false);
});
