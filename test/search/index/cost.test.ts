import { expect, test } from "vitest";
import { Costs } from "../../../src/search/index/cost.ts";

const key = { root: "/r", narrow: [], isMultiline: false };
const tree = { root: "/r", files: 10_000, textBytes: 100e6 };

test("what was never measured takes at least a part of what is usual for such a tree; how large a part of the tree is, nobody knows", () => {
  const costs = new Costs();
  const usual = costs.plainMs(key, tree) ?? 0;
  expect([usual > 15 && usual < 60, costs.plainMs({ ...key, narrow: ["*.c"] }, tree), costs.plainMs({ ...key, isMultiline: true }, tree)]).toEqual([
    true,
    expect.closeTo(0.4 * usual),
    expect.closeTo(1.1 * usual),
  ]);
  expect([costs.plainMs(key, undefined), costs.plainMs({ ...key, root: "/r/part" }, tree)]).toEqual([undefined, undefined]);
});

test("with a filter it is guessed from what was measured without", () => {
  const costs = new Costs();
  costs.notePlain(key, 100, true);
  expect([costs.plainMs(key, tree), costs.plainMs({ ...key, narrow: ["*.c"] }, tree), costs.plainMs({ ...key, root: "/other" }, tree)]).toEqual([
    100,
    40,
    undefined,
  ]);
});

test("matches over lines have a price of their own; until it is known, a little more than that of the others counts", () => {
  const costs = new Costs();
  costs.notePlain(key, 100, true);
  const before = costs.plainMs({ ...key, isMultiline: true }, tree);
  costs.notePlain({ ...key, isMultiline: true }, 300, true);
  expect([before, costs.plainMs({ ...key, isMultiline: true }, tree), costs.plainMs(key, tree)]).toEqual([expect.closeTo(110), 300, 100]);
});

test("what was measured before the index was there counts as far as it is usual for such a tree, until a run beside the index shows what is true", () => {
  const costs = new Costs();
  costs.notePlain(key, 60_000, false);
  const [unknownTree, first] = [costs.plainMs(key, undefined), costs.plainMs(key, tree)];
  costs.notePlain(key, 200, true);
  const second = costs.plainMs(key, tree);
  costs.notePlain(key, 60_000, false);
  expect([unknownTree, Number(first) > 30 && Number(first) < 120, second, costs.plainMs(key, tree)]).toEqual([60_000, true, 200, 200]);
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
