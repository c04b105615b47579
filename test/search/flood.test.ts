import { expect, test } from "vitest";
import { Flood, isSlower } from "../../src/search/flood.ts";

const MEGABYTE = 2 ** 20;

test("each step is told of once; without any room every piece is much", () => {
  const [flood, roomless] = [new Flood(100, undefined), new Flood(0, undefined)];
  expect([60, 60, 60, 30, 300].map((bytes) => flood.rise(bytes))).toEqual(["little", "much", "little", "much", "much"]);
  expect(roomless.rise(1)).toBe("much");
});

test("what does not fit into a file is too much", () => {
  const flood = new Flood(MEGABYTE, 1);
  const rises = Array.from({ length: 129 }, () => flood.rise(MEGABYTE));
  expect(rises.slice(126)).toEqual(["much", "much", "too much"]);
});

test("lines that come fast, as far as what a run takes is known, are slower to read than to count", () => {
  const asked = [
    [2, undefined],
    [20, undefined],
    [20, 1_000],
    [20, 50],
    [200, 1_000],
  ] as const;
  expect(asked.map(([ms, plainMs]) => isSlower(MEGABYTE, ms, plainMs))).toEqual([true, false, true, false, false]);
});
