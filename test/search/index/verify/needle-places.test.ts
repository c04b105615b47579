// Where one of several texts stands next: the same as if each place were looked at.
import fc from "fast-check";
import { expect, test } from "vitest";
import { NeedlePlaces } from "../../../../src/search/index/verify/needle-places.ts";
import { needleOf } from "../../../../src/search/index/wasm/needle.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(100_000, 0);

function placesOf(text: string, texts: readonly string[]): NeedlePlaces {
  const bytes = scanner.input.subarray(0, scanner.input.write(text, "latin1"));
  return new NeedlePlaces(
    bytes,
    texts.map((each) => needleOf(each, false)),
    scanner,
  );
}

test("the first of them, from any place on", () => {
  const places = placesOf("one two one three", ["three", "two", "one", "four"]);
  expect([0, 1, 5, 9, 13].map((at) => places.find(at))).toEqual([0, 4, 8, 12, -1]);
});

test("one that begins before another and ends behind its beginning comes first", () => {
  expect(placesOf("xaabx", ["b", "aab"]).find(0)).toBe(1);
  expect(placesOf("xaabx", ["aab", "b"]).find(0)).toBe(1);
});

test("in random texts with long gaps, from place to place", () => {
  const needle = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 3 });
  const part = fc.tuple(fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 12 }), fc.constantFrom(0, 1, 3, 900, 1_100, 5_000));
  const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.map(([letters, gap]) => letters + "-".repeat(gap)).join(""));
  fc.assert(
    fc.property(texts, fc.array(needle, { minLength: 1, maxLength: 5 }), fc.nat(7), (text, needles, step) => {
      const places = placesOf(text, needles);
      for (let at = 0; at <= text.length; ) {
        const expected = Math.min(...needles.map((each) => text.indexOf(each, at)).map((place) => (place === -1 ? Number.POSITIVE_INFINITY : place)));
        const found = places.find(at);
        expect(found).toBe(expected === Number.POSITIVE_INFINITY ? -1 : expected);
        at = found === -1 ? text.length + 1 : found + 1 + step;
      }
    }),
    { numRuns: 2_000 },
  );
});
