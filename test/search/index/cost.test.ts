import { expect, test } from "vitest";
import { Costs } from "../../../src/search/index/cost.ts";

const key = { root: "/r", narrow: [], isMultiline: false };

test("what was never measured is not known; with a filter it is guessed from what it is without", () => {
  const costs = new Costs();
  expect(costs.plainMs(key)).toBeUndefined();
  costs.notePlain(key, 100);
  expect([costs.plainMs(key), costs.plainMs({ ...key, narrow: ["*.c"] }), costs.plainMs({ ...key, root: "/other" })]).toEqual([100, 40, undefined]);
});

test("matches over lines have a price of their own; until it is known, that of the others counts", () => {
  const costs = new Costs();
  costs.notePlain(key, 100);
  const before = costs.plainMs({ ...key, isMultiline: true });
  costs.notePlain({ ...key, isMultiline: true }, 300);
  expect([before, costs.plainMs({ ...key, isMultiline: true }), costs.plainMs(key)]).toEqual([100, 300, 100]);
});

test("where ripgrep alone is as fast as it is to start, there is no room for candidates", () => {
  expect(new Costs().maxCandidates(10)).toBeLessThan(1);
});

test("many candidates that took long leave room for fewer; few leave the price of each as it is", () => {
  const [slow, few] = [new Costs(), new Costs()];
  for (let i = 0; i < 20; i++) slow.noteIndexed(1_000, 500);
  for (let i = 0; i < 20; i++) few.noteIndexed(3, 30);
  expect([new Costs().maxCandidates(1_000), slow.maxCandidates(1_000), few.maxCandidates(1_000)].map((count) => Math.round(count / 100))).toEqual([
    124, 10, 118,
  ]);
});
