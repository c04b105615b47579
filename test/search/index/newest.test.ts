// Files newest first, as the index keeps them in order, with those that have changed since.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Files } from "../../../src/search/index/files.ts";
import { MAX_BYTES } from "../../../src/search/index/texts/read-text.ts";
import { ScannerWithRoom } from "../../../src/search/index/wasm/scanner.ts";
import { namesIn, work } from "../../support/stored.ts";
import { tree } from "../../support/tree.ts";

const COUNT = 120;
const NAMES = Array.from({ length: COUNT }, (_, i) => `f${i}.txt`);

function setTime(root: string, name: string, seconds: number): void {
  fs.utimesSync(path.join(root, name), seconds, seconds);
}

test("few or many names, changed files among them, have the order of their times, then of their names", () => {
  const times = fc.array(fc.nat({ max: 9 }), { minLength: COUNT, maxLength: COUNT });
  const changes = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 9 })), { maxLength: 6 });
  fc.assert(
    fc.property(times, changes, fc.shuffledSubarray(NAMES), (before, changed, asked) => {
      const root = tree(Object.fromEntries(NAMES.map((name) => [name, "plum\n"])));
      for (const [index, name] of NAMES.entries()) setTime(root, name, before[index] as number);
      const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
      files.list(namesIn(root), () => false);
      work(files);
      files.adopted(); // has them put in order
      const after = new Map(NAMES.map((name, index) => [name, before[index] as number]));
      for (const [name, seconds] of changed) {
        setTime(root, name, seconds);
        files.changed(name);
        after.set(name, seconds);
      }
      const expected = [...asked].sort((a, b) => (after.get(b) as number) - (after.get(a) as number) || (a < b ? -1 : 1));
      expect(Array.from(files.newestPlaces(asked) ?? [], (place) => asked[place])).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test("so they have when others have gone or come since", () => {
  const changes = fc.shuffledSubarray(NAMES, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.shuffledSubarray(NAMES, { maxLength: COUNT - 6 }), fc.nat({ max: 40 }), changes, (gone, more, changed) => {
      const root = tree(Object.fromEntries(NAMES.map((name) => [name, "plum\n"])));
      for (const name of NAMES) setTime(root, name, 1);
      const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
      files.list(namesIn(root), () => false);
      work(files);
      files.adopted(); // has them put in order
      const newcomers = Array.from({ length: more }, (_, i) => `e${i}.txt`);
      const left = NAMES.filter((name) => !gone.includes(name));
      files.list(new Set([...left, ...newcomers]), () => false);
      for (const name of changed) files.changed(name);
      expect(Array.from(files.newestPlaces(left) ?? [], (place) => left[place])).toEqual([...left].sort());
    }),
    { numRuns: 20 },
  );
});

test("a name that is nobody's has no place", () => {
  const root = tree({ "a.txt": "plum\n" });
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  work(files);
  expect([files.newestPlaces(["a.txt", "b.txt"]), files.newestPlaces(["a.txt"])]).toEqual([undefined, Uint32Array.of(0)]);
});
