import { expect, test } from "vitest";
import type { File } from "../../../../src/search/index/file.ts";
import { PrintedLines } from "../../../../src/search/index/verify/printed-lines.ts";

const ranked = (rank: number): File => ({ rank }) as File;

test("of lines found in any order, the first by path are kept, and what comes behind them takes no room", () => {
  const lines = new PrintedLines();
  for (const rank of [4, 1, 3, 2, 5]) lines.add(ranked(rank), `${rank}\n`.repeat(rank), rank);
  expect(lines.keepFirst(4)).toEqual([4, 5]);
  expect({ text: lines.text, chars: lines.chars }).toEqual({ text: "1\n2\n2\n3\n3\n3\n", chars: 12 });
  expect([0, 3, 4].map((rank) => lines.add(ranked(rank), "x\n", 1))).toEqual([true, true, false]);
  expect(lines.keepFirst(2)).toEqual([2, 3, 1]);
  expect(lines.text).toBe("x\n1\n");
});

test("where there are fewer hits than asked for, all are kept", () => {
  const lines = new PrintedLines();
  lines.add(ranked(1), "a\n", 1);
  expect(lines.keepFirst(2)).toEqual([]);
  expect([lines.text, lines.isBehind({ rank: 9 })]).toEqual(["a\n", false]);
});
