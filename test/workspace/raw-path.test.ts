import { expect, test } from "vitest";
import { below, isUtf8, joined, rawOf, shown, textOf, unquoted } from "../../src/workspace/raw-path.ts";

test("text goes to bytes and back", () => {
  expect([rawOf("é"), textOf(rawOf("日本/é.txt"))]).toEqual(["\xc3\xa9", "日本/é.txt"]);
});

test.each([
  ["plain.txt", "plain.txt"],
  [rawOf("日本 é.txt"), "日本 é.txt"],
  ["new\nline", '"new\\nline"'],
  ["esc\x1b[31m", '"esc\\033[31m"'],
  ["caf\xe9", '"caf\\351"'],
  ['q"uote\t', '"q\\"uote\\t"'],
  [rawOf("bidi\u202eevil"), '"bidi\\342\\200\\256evil"'],
  ['only"quote', 'only"quote'],
])("%j is shown as %s", (raw, text) => {
  expect(shown(raw)).toBe(text);
});

test("what was shown in quotes can be given back", () => {
  for (const raw of ["new\nline", "caf\xe9", 'q"uote\t\\', "esc\x1b"]) expect(unquoted(shown(raw))).toBe(raw);
  expect(unquoted("plain")).toBeUndefined();
});

test("invalid bytes are not UTF-8", () => {
  expect([isUtf8("abc"), isUtf8(rawOf("é")), isUtf8("caf\xe9")]).toEqual([true, true, false]);
});

test("below and joined are each other's inverse", () => {
  expect([below("/a", "/a/b/c"), below("/", "/a"), below("/a", "/a"), below("/a", "/ab")]).toEqual(["b/c", "a", "", undefined]);
  expect([joined("/a", "b"), joined("/", "b"), joined("", "b"), joined("/a", "")]).toEqual(["/a/b", "/b", "b", "/a"]);
});
