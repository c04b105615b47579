// Marks never say of a binary file that it lacks what it has; and mostly they say so of what it lacks.
import fc from "fast-check";
import { expect, test } from "vitest";
import { patternOf } from "../../../../src/search/index/inquiry.ts";
import type { Wanted } from "../../../../src/search/index/pattern/wanted.ts";
import { BinaryMarks } from "../../../../src/search/index/segments/binary-marks.ts";
import { ScannerWithRoom } from "../../../../src/search/index/wasm/scanner.ts";

const scanner = new ScannerWithRoom(2 ** 20, 2 ** 20);
const file = { version: 1 };

function marksOf(content: Buffer): BinaryMarks<typeof file> {
  const marks = new BinaryMarks<typeof file>(scanner);
  marks.add(file, 1, content);
  return marks;
}

function wanted(pattern: string, caseInsensitive = false): Wanted {
  return patternOf({ pattern, caseInsensitive, multiline: false }).wanted ?? "anything";
}

const word = fc.stringMatching(/^[a-zA-Z_ ]{3,12}$/);
const noise = fc.uint8Array({ maxLength: 2_000, size: "max" }).map((bytes) => Buffer.from(bytes));

test("what stands in a file is never missed, with case or without", () => {
  fc.assert(
    fc.property(word, fc.array(noise, { maxLength: 5 }), fc.constantFrom("", "\u017f", "\u212a"), (text, around, partner) => {
      const content = Buffer.concat([...around, Buffer.from(text + partner), ...around]);
      const marks = marksOf(content);
      expect([wanted(text), wanted(text.toUpperCase(), true), wanted(`${text}|nowhere`)].map((each) => marks.mayHold(file, each))).toEqual([true, true, true]);
    }),
  );
});

test("letters that are others without case are found as those", () => {
  const marks = marksOf(Buffer.from("\0mi\u017f\u017fing bra\u212ae\0"));
  expect(["missing", "brake", "mi\u017fs", "broken"].map((text) => marks.mayHold(file, wanted(text, true)))).toEqual([true, true, true, false]);
});

test("what stands nowhere is hardly ever suspected", () => {
  const contents = fc.sample(noise, { seed: 1, numRuns: 200 });
  const suspected = contents.filter((content) => marksOf(content).mayHold(file, wanted("some_absent_name")));
  expect(suspected.length).toBeLessThan(10);
});

test("nothing is known of a file that is another by now, was forgotten, or is beyond what there is room for", () => {
  const marks = marksOf(Buffer.from("\0nothing"));
  const absent = wanted("absent");
  const answers = [marks.mayHold(file, absent), marks.mayHold({ version: 1 }, absent), marks.has(file)];
  marks.forget(file);
  expect([...answers, marks.mayHold(file, absent), marks.has(file)]).toEqual([false, true, true, true, false]);
  const [small, three] = [new BinaryMarks<typeof file>(scanner, 2_000), Array.from({ length: 3 }, () => ({ version: 1 }))];
  for (const each of three) small.add(each, 1, Buffer.from(Array.from({ length: 256 }, (_, i) => i))); // 256 bytes of marks, or fewer
  small.add(file, 1, Buffer.from(fc.sample(noise, { seed: 1, numRuns: 50 }).flatMap((bytes) => [...bytes])));
  expect([...three, file].map((each) => small.has(each))).toEqual([true, true, true, false]);
});
