import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isAsStamped, NO_STAMP, stampOf, stampRow } from "../../../../src/search/index/store/stamp.ts";
import { tree } from "../../../support/tree.ts";

const SECOND = 1_000_000_000n;

function statsOf(changes: Partial<fs.BigIntStats> = {}): fs.BigIntStats {
  const stats = fs.lstatSync(path.join(tree({ "a.txt": "x" }), "a.txt"), { bigint: true });
  return Object.assign(Object.create(stats), { dev: 5n, ino: 2n ** 63n + 7n, size: 10n, mtimeNs: -3n, ctimeNs: 50n * SECOND + 1n, ...changes });
}

test.each<[string, bigint, number, boolean]>([
  ["long before it was read", 50n * SECOND + 1n, 60_000, true],
  ["within a tick of it", 50n * SECOND + 1n, 50_019, false],
  ["in the future", 70n * SECOND + 1n, 60_000, false],
  ["in whole seconds, two before", 50n * SECOND, 52_001, true],
  ["in whole seconds, one before", 50n * SECOND, 51_001, false],
])("a file that changed %s", (_, ctimeNs, nowMs, hasStamp) => {
  expect(stampOf(statsOf({ ctimeNs }), nowMs) !== NO_STAMP).toBe(hasStamp);
});

test.each<[string, Partial<fs.BigIntStats>, boolean]>([
  ["the same", {}, true],
  ["on another device", { dev: 6n }, false],
  ["another inode", { ino: 8n }, false],
  ["longer", { size: 11n }, false],
  ["changed", { mtimeNs: -2n }, false],
  ["changed, its time set back", { ctimeNs: 51n * SECOND }, false],
  ["with a second name", { nlink: 2n }, false],
  ["a directory", { isFile: () => false }, false],
])("a file that is %s", (_, changes, expected) => {
  const row = stampRow([NO_STAMP, stampOf(statsOf(), 60_000)]);
  expect(isAsStamped(statsOf(changes), row, 1)).toBe(expected);
  expect(isAsStamped(statsOf(changes), row, 0)).toBe(false);
});
