import { expect, test } from "vitest";
import { hasMoreValues } from "../../../src/server/http/many-values.ts";

test.each([
  ["[1, 2, 3]", 4],
  ['{"a": [1], "b,c": {"d": 2}}', 5],
  ['["a,b,[,{", ""]', 3],
  [String.raw`["\",[,\\", "\\\\\"[["]`, 3],
  ["[[[[[", 6],
  ["   ,,,", 4],
  ['[1, "no end, [', 3],
])("%s: up to %d values", (json, count) => {
  const text = Buffer.from(json.padEnd(10));
  expect([hasMoreValues(text, count - 1), hasMoreValues(text, count)]).toEqual([true, false]);
});

test("a text of eight megabytes is one value", () => {
  expect(hasMoreValues(Buffer.from(JSON.stringify('a, [b], {c}\n"'.repeat(500_000))), 1)).toBe(false);
});
