import { expect, test } from "vitest";
import { threadsOf } from "../../src/search/threads.ts";

test.each<[number | undefined, number, number | undefined]>([
  [undefined, 2, undefined],
  [100, 2, 4],
  [12_000, 2, 4],
  [12_001, 2, undefined],
  [100, 1, undefined],
  [100, 8, undefined],
])("%j files, %j processors: %j threads", (files, processors, threads) => {
  expect(threadsOf(files, processors)).toBe(threads);
});
