import fs from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compiled } from "../../../../scripts/wasm.mjs";
import { foursOf, hashOf, mayHave } from "../../../../src/search/index/segments/fours.ts";
import { CLASS_OF, trigramsOf } from "../../../../src/search/index/segments/grams.ts";
import { needleOf } from "../../../../src/search/index/wasm/needle.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(100_000, 0);
const text = fc.string({ unit: fc.constantFrom(..."aAbBzZ_ \n0\x80\xff[{"), maxLength: 200 });

test("the code is that of scan.wat", async () => {
  expect(fs.readFileSync(new URL("../../../../src/search/index/wasm/scan.wasm.ts", import.meta.url), "utf8")).toBe(await compiled());
});

test("finds the distinct trigrams of each line", () => {
  fc.assert(
    fc.property(text, fc.nat(20), (all, start) => {
      const bytes = Buffer.from(all, "latin1");
      const from = Math.min(start, bytes.length);
      const lines = bytes.subarray(from).toString("latin1").split("\n");
      const classes = (line: string): string => Buffer.from(line, "latin1").reduce((made, byte) => made + String.fromCharCode(CLASS_OF[byte] as number), "");
      const wanted = new Set(lines.flatMap((line) => trigramsOf(classes(line))));
      expect(new Set(scanner.grams(bytes.subarray(from)))).toEqual(wanted);
    }),
    { numRuns: 1_000 }, // more than there are generations
  );
});

test("marks all fours of each line, and few others", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (all, markBytes) => {
      const lines = all.split("\n").map((line) => [...Buffer.from(line, "latin1")]);
      const fours = new Set(lines.flatMap(foursOf));
      const marks = scanner.fours(Buffer.from(all, "latin1"), markBytes);
      for (const four of fours) expect(mayHave(marks, [hashOf(four)])).toBe(true);
      const ones = marks.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
      expect(ones).toBeLessThanOrEqual(fours.size);
    }),
  );
});

test("counts the lines of a part", () => {
  fc.assert(
    fc.property(text, fc.nat(60), fc.nat(200), (all, start, end) => {
      const bytes = Buffer.from(all, "latin1");
      const [from, to] = [Math.min(start, bytes.length), Math.min(start + end, bytes.length)];
      expect(scanner.lines(bytes.subarray(from, to))).toBe(all.slice(from, to).split("\n").length - 1);
    }),
  );
});

test("finds a text where it first stands", () => {
  const needle = fc.string({ unit: fc.constantFrom(..."aAbz_ ["), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(text, needle, fc.nat(60), fc.boolean(), (all, sought, start, foldsCase) => {
      const bytes = Buffer.from(all, "latin1");
      const from = Math.min(start, bytes.length + 1);
      const lower = (each: string): string => each.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      const wanted = from > bytes.length ? -1 : foldsCase ? lower(all).indexOf(lower(sought), from) : all.indexOf(sought, from);
      expect(scanner.find(bytes, from, needleOf(foldsCase ? lower(sought) : sought, foldsCase))).toBe(wanted);
    }),
    { numRuns: 2_000 },
  );
});

test("counts the lines on which a text stands, or says that there is one", () => {
  const needle = fc.string({ unit: fc.constantFrom(..."aAbz_"), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, needle, fc.boolean(), (all, sought, foldsCase) => {
      const lower = (each: string): string => (foldsCase ? each.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : each);
      const lines = all.split("\n").filter((line) => lower(line).includes(lower(sought)));
      const span = scanner.spanOf(Buffer.from(all, "latin1"));
      const hits = [false, true].map((isAnyEnough) => scanner.hits(span, needleOf(lower(sought), foldsCase), isAnyEnough));
      expect(hits).toEqual([lines.length, Math.min(1, lines.length)]);
    }),
    { numRuns: 2_000 },
  );
});

test("finds and counts lines on which texts stand one after the other", () => {
  const link = fc.string({ unit: fc.constantFrom(..."aAb_"), minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(text, fc.array(link, { minLength: 2, maxLength: 4 }), fc.boolean(), fc.nat(), (all, texts, foldsCase, any) => {
      const lower = (each: string): string => (foldsCase ? each.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : each);
      const chain = { links: texts.map((each) => needleOf(lower(each), foldsCase)), rarest: any % texts.length };
      const inOrder = new RegExp(texts.map(lower).join("[^\\n]*"));
      const lines = all.split("\n").map((line) => inOrder.test(lower(line)));
      const bytes = Buffer.from(all, "latin1");
      const found = scanner.findChain(bytes, 0, chain);
      const hits = [false, true].map((isAnyEnough) => scanner.hitsOfChain(scanner.spanOf(bytes), chain, isAnyEnough));
      expect({ hits, line: found === -1 ? -1 : all.slice(0, found).split("\n").length - 1 }).toEqual({
        hits: [lines.filter(Boolean).length, Number(lines.includes(true))],
        line: lines.indexOf(true),
      });
    }),
    { numRuns: 2_000 },
  );
});

test("counts the lines on which one of several texts stands, or says that there is one", () => {
  const link = fc.string({ unit: fc.constantFrom(..."aAb_"), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, fc.array(link, { minLength: 2, maxLength: 4 }), fc.boolean(), fc.boolean(), (all, texts, foldsCase, isAnyEnough) => {
      const lower = (each: string): string => (foldsCase ? each.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : each);
      const lines = all.split("\n").filter((line) => texts.some((each) => lower(line).includes(lower(each))));
      const any = { links: texts.map((each) => needleOf(lower(each), foldsCase)) };
      const span = scanner.spanOf(Buffer.from(all, "latin1"));
      expect(scanner.hitsOfAny(span, any, isAnyEnough)).toBe(isAnyEnough ? Math.min(1, lines.length) : lines.length);
    }),
    { numRuns: 2_000 },
  );
});
