import fc from "fast-check";
import { expect, test } from "vitest";
import { wantedOf } from "../../../../src/search/index/pattern/pattern.ts";
import type { Wanted } from "../../../../src/search/index/pattern/wanted.ts";
import { holdersOf } from "../../../../src/search/index/segments/lookup.ts";
import { PIECE_BYTES, SegmentWriter } from "../../../../src/search/index/segments/segment.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

function segmentOf(texts: readonly string[]) {
  const writer = new SegmentWriter<number>(new ScannerWithRoom(4_000_000, 0));
  for (const [index, text] of texts.entries()) writer.add(index, { bytes: Buffer.from(text), pieceBytes: PIECE_BYTES, hasPartners: false });
  return writer.finish();
}

const wanted = (pattern: string): Wanted => wantedOf({ pattern, caseInsensitive: false }) as Wanted;

test("every text that holds a word is found, and few others", () => {
  const text = fc.array(fc.constantFrom("alpha", "beta", "gamma", "Delta", "é", "\n", " ", "_x"), { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), fc.constantFrom("alpha", "gammaDelta", "beta beta", "alpha|_xgamma", "éalpha"), (texts, pattern) => {
      const found = [...holdersOf(segmentOf(texts), wanted(pattern), "piece").owners];
      const holding = texts.flatMap((each, index) => (new RegExp(pattern).test(each) ? [index] : []));
      expect(holding.filter((index) => !found.includes(index))).toEqual([]);
    }),
  );
});

test("texts that have the same trigrams, or the same letters in the other case, are told apart", () => {
  const segment = segmentOf(["reports of ports and sports\n", "a port for spools of thread\n", "transport\n", "SPORT and spring\n"]);
  expect([...holdersOf(segment, wanted("sport"), "piece").owners]).toEqual([0, 2]);
  expect([...holdersOf(segment, wanted("(?i)sport"), "piece").owners]).toEqual([0, 1, 2, 3]);
});

test("a trigram that many texts have is found in all of them", () => {
  const texts = Array.from({ length: 100 }, (_, i) => `${i % 3 === 0 ? "alpha" : "beta"} ${i % 2 === 0 ? "gamma" : "delta"} ${i === 50 ? "omega" : ""}\n`);
  const found = (pattern: string): readonly number[] => [...holdersOf(segmentOf(texts), wanted(pattern), "piece").owners];
  for (const pattern of ["alpha", "beta", "gamma", "delta", "omega", "alpha|omega"])
    expect(found(pattern)).toEqual(texts.flatMap((text, index) => (new RegExp(pattern).test(text) ? [index] : [])));
});

test("where nearly all of the first texts have a word, those after them are not told apart, and none is lost", () => {
  const other = "reports of ports and spools\n"; // the same trigrams but one, and none of the fours of the word
  const texts = Array.from({ length: 200 }, (_, i) => (i < 100 || i % 2 === 0 ? "sport\n" : `${other}s po ort\n`));
  const found = [...holdersOf(segmentOf(texts), wanted("sport"), "piece").owners];
  expect(found).toEqual([...texts.keys()]);
});

test("what must stand on one line is looked for in each piece of a file, what may span lines in all of it", () => {
  const filler = "nothing\n".repeat(PIECE_BYTES / 8);
  const segment = segmentOf([`first\n${filler}second\n`, "first second\n", "first\n"]);
  expect([...holdersOf(segment, wanted("first.*second"), "piece").owners]).toEqual([1]);
  expect([...holdersOf(segment, wanted("first.*second"), "owner").owners]).toEqual([0, 1]);
});

test("a line is never cut, however long", () => {
  const segment = segmentOf([`first ${"x".repeat(3 * PIECE_BYTES)} second\n`]);
  expect([...holdersOf(segment, wanted("first.*second"), "piece").owners]).toEqual([0]);
});
