import fc from "fast-check";
import { expect, test } from "vitest";
import { provenOf } from "../../../../src/search/index/pattern/proven.ts";
import type { Row } from "../../../../src/search/index/pattern/row.ts";
import { needleOfRow } from "../../../../src/search/index/wasm/needle.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(100_000, 0);
const rowOf = (pattern: string): Row | undefined => provenOf({ pattern, caseInsensitive: false, multiline: false })?.row;

test.each([
  ["[A-Z]{14,}", 14],
  ["inte\\w+", 5],
  ["a[bc]d*", undefined], // two texts
  ["[a-z]{3}_[0-9]{2,}", 6],
  ["\\d+", 1],
  ["[0-9a-f]{32}", 32],
  ["[0-9a-f]{40}", undefined],
  ["\\bfoo\\w", undefined],
  ["foo\\w*bar", undefined],
])("%s is a row of %s sets", (pattern, length) => {
  expect(rowOf(pattern)?.length).toBe(length);
});

test.each([
  ["inte\\w+", 5],
  ["\\wint", 4],
  ["\\w+", 1],
  ["[A-Z]{3}", 3],
  ["a\\wb", undefined], // there may be several bytes between the two
  ["(?i)use\\w", undefined], // an s may have two bytes
  ["(?i)int\\w", 4],
])("beyond ASCII, %s is a row of %s sets at most", (pattern, length) => {
  expect(provenOf({ pattern, caseInsensitive: false, multiline: false })?.widestRow?.length).toBe(length);
});

const PATTERNS = ["[A-Z]{3,}", "[A-Z]{14,}", "int\\w", "[ab][bc]\\d", "\\w\\W\\w", "[aA]{2}b[^a]", "\\d", "[a-c]{4}", "[aA][bB]\\d", "(?i)int\\w"] as const;
const text = fc.string({ unit: fc.constantFrom(..."aAbBcCintZ019_ \n\r-"), maxLength: 300 });

test("a row is found where the pattern matches first, and on as many lines", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PATTERNS), text, fc.nat(40), (pattern, all, start) => {
      const row = rowOf(pattern) as Row;
      const sought = { row, needle: needleOfRow(row) };
      const from = Math.min(start, all.length);
      const expression = new RegExp(
        pattern.replace("\\W", "[^\\w\\r\\n]").replace("[^a]", "[^a\\r\\n]").replace("(?i)", ""),
        pattern.startsWith("(?i)") ? "i" : "",
      );
      const found = all.slice(from).search(expression);
      expect(scanner.findRow(Buffer.from(all), from, sought)).toBe(found === -1 ? -1 : from + found);
      const count = all.split("\n").filter((line) => expression.test(line)).length;
      const hits = [false, true].map((isAnyEnough) => scanner.hitsOfRow(scanner.spanOf(Buffer.from(all)), sought, isAnyEnough));
      expect(hits).toEqual([count, Math.min(1, count)]);
    }),
    { numRuns: 2_000 },
  );
});
