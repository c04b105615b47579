import { expect, test } from "vitest";
import { windowAround } from "../../src/search/window.ts";

test.each<[string, [number, number], number, { text: string; left: boolean; right: boolean }]>([
  ["short", [1, 2], 10, { text: "short", left: false, right: false }],
  ["exactly10!", [0, 1], 10, { text: "exactly10!", left: false, right: false }],
  ["abcdefghijklmnop", [7, 8], 5, { text: "fghij", left: true, right: true }],
  ["abcdefghijklmnop", [0, 1], 5, { text: "abcde", left: false, right: true }],
  ["abcdefghijklmnop", [15, 16], 5, { text: "lmnop", left: true, right: false }],
  ["abcdefghijklmnop", [2, 14], 5, { text: "cdefg", left: true, right: true }],
  ["aaa😀bbb", [5, 6], 4, { text: "😀bb", left: true, right: true }],
])("%s around %j in %d columns", (text, match, columns, window) => {
  expect(windowAround(text, match, columns)).toEqual(window);
});
