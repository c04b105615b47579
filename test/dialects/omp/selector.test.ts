import { expect, test } from "vitest";
import { rangesText, selectedIn } from "../../../src/dialects/omp/selector.ts";

function selected(path: string): string | undefined {
  const found = selectedIn(path);
  if (found === undefined) return undefined;
  return `${found.path} ${found.ranges.ok ? rangesText(found.ranges.value) : `wrong: ${(found.ranges.failure as { name: string }).name}`}`;
}

test.each([
  ["a.ts:50", "a.ts 50"],
  ["a.ts:50-", "a.ts 50"],
  ["a.ts:50-100", "a.ts 50-100"],
  ["a.ts:50..100", "a.ts 50-100"],
  ["a.ts:50+10", "a.ts 50-59"],
  ["a.ts:L50-L60", "a.ts 50-60"],
  ["a.ts:l7", "a.ts 7"],
  ["a.ts:5-16,960-973", "a.ts 5-16,960-973"],
  ["a.ts:30-40, 1-2", "a.ts 1-2,30-40"],
  ["a.ts:1-10,5-20,21-22", "a.ts 1-22"],
  ["a.ts:5-,10-20", "a.ts 5"],
  ["b.zip:src/a.ts:5-6", "b.zip:src/a.ts 5-6"],
  ["a:1:2", "a:1 2"],
  ["a.ts:0", "a.ts wrong: 0"],
  ["a.ts:5-4", "a.ts wrong: 5-4"],
  ["a.ts:5+0", "a.ts wrong: 5+0"],
  ["a.ts:5+", "a.ts wrong: 5+"],
  ["a.ts:1-2,0-3", "a.ts wrong: 0-3"],
  ["a.ts", undefined],
  ["a.ts:", undefined],
  ["a.ts:raw", undefined],
  ["a.ts:-5", undefined],
  ["a.ts:5-6-7", undefined],
  ["a.ts:5,", undefined],
  ["a.ts:1234567890123456", undefined],
  [":5", undefined],
  ["", undefined],
])("%j", (path, expected) => {
  expect(selected(path)).toBe(expected);
});
