import fc from "fast-check";
import { expect, test } from "vitest";
import { LineCollector } from "../../src/files/line-collector.ts";

function collect(pieces: readonly string[], limits: { first?: number; last?: number; columns?: number; textChars?: number } = {}): LineCollector {
  const collector = new LineCollector({ first: 1, last: Number.POSITIVE_INFINITY, columns: 100, textChars: 1_000, ...limits });
  for (const piece of pieces) collector.write(piece);
  collector.end();
  return collector;
}

const texts = (collector: LineCollector): readonly string[] => collector.lines.map(({ text }) => text);

test.each([
  ["a\nb\n", ["a", "b"], 2],
  ["a\nb", ["a", "b"], 2],
  ["\n\n", ["", ""], 2],
  ["a\r\nb\r", ["a", "b\r"], 2],
  ["", [], 0],
])("%j has its lines", (text, lines, count) => {
  const collector = collect([text]);
  expect([texts(collector), collector.count]).toEqual([lines, count]);
});

test("a range is kept and the rest counted", () => {
  const collector = collect(["1\n2\n3\n4\n5\n"], { first: 2, last: 3 });
  expect([texts(collector), collector.count, collector.isDone]).toEqual([["2", "3"], 5, true]);
});

test("long lines are cut by characters, and say how many they have", () => {
  expect(collect(["😀".repeat(5), "\r\n"], { columns: 3 }).lines).toEqual([{ text: "😀😀😀", chars: 5, isCut: true }]);
  expect(collect(["abc\r\n"], { columns: 3 }).lines).toEqual([{ text: "abc", chars: 3, isCut: false }]);
});

test("what does not fit is left out, but one line always fits", () => {
  expect(texts(collect(["aaaa\nbbbb\ncccc\n"], { textChars: 10 }))).toEqual(["aaaa", "bbbb"]);
  expect(texts(collect(["aaaa\nbbbb\n"], { textChars: 1 }))).toEqual(["aaaa"]);
});

test("it does not matter how the text is cut into pieces", () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "世") });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(collect(pieces).lines).toEqual(collect([pieces.join("")]).lines);
    }),
  );
});
