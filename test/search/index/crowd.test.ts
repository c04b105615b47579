// Files that may match are picked once, whatever happens to them while they are looked at.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Crowd } from "../../../src/search/index/crowd.ts";
import type { File } from "../../../src/search/index/file.ts";
import { Files } from "../../../src/search/index/files.ts";
import { MAX_BYTES } from "../../../src/search/index/texts/read-text.ts";
import { ScannerWithRoom } from "../../../src/search/index/wasm/scanner.ts";
import { namesIn, work } from "../../support/stored.ts";
import { tree } from "../../support/tree.ts";

const EVERYTHING = { wanted: "anything", span: "piece", passes: () => true } as const;

function filesOf(root: string): { readonly files: Files; change(name: string): void } {
  const files = new Files(root, new ScannerWithRoom(MAX_BYTES + 1, 2 ** 20));
  files.list(namesIn(root), () => false);
  work(files);
  const change = (name: string): void => {
    fs.appendFileSync(path.join(root, name), "plum\n");
    files.changed(name);
  };
  return { files, change };
}

function namesOf(crowd: Crowd): readonly string[] {
  return Array.from({ length: crowd.size }, (_, index) => crowd.file(index).name).sort();
}

test("a file that was not read yet, and is read meanwhile", () => {
  const { files, change } = filesOf(tree({ "a.txt": "plum\n", "b.txt": "plum\n" }));
  change("a.txt");
  const crowd = files.picker.pick(EVERYTHING);
  work(files);
  crowd.openAll(Number.POSITIVE_INFINITY);
  expect(namesOf(crowd)).toEqual(["a.txt", "b.txt"]);
});

test.each([1, 2])("a file that changes after %i of two segments that have it were looked into", (opened) => {
  const { files, change } = filesOf(tree({ "a.txt": "plum\n", "b.txt": "plum\n" }));
  change("a.txt");
  work(files);
  const crowd = files.picker.pick(EVERYTHING);
  for (let i = 0; i < opened; i++) crowd.openNext();
  change("a.txt");
  work(files);
  crowd.openAll(Number.POSITIVE_INFINITY);
  expect(namesOf(crowd)).toEqual(["a.txt", "b.txt"]);
});

test("segments looked into in any order bring each of their files once, and say how many are to come", () => {
  const names = Array.from({ length: 12 }, (_, i) => `f${i}.txt`);
  const { files, change } = filesOf(tree(Object.fromEntries(names.map((name) => [name, "plum\n"]))));
  for (const name of names) {
    change(name);
    work(files);
  }
  const crowd = files.picker.pick(EVERYTHING);
  const segments = crowd.unopened;
  for (let i = 0; i < segments; i++) crowd.openAny();
  expect({ isMany: segments > 4, names: namesOf(crowd), unopened: crowd.unopened, toCome: crowd.toCome }).toEqual({
    isMany: true,
    names: [...names].sort(),
    unopened: 0,
    toCome: 0,
  });
});

test("how many are to come is learned from those that came", () => {
  const unopened = Array.from({ length: 4 }, (_, i) => ({
    lowest: `${i}`,
    estimate: 10_000,
    open: (crowd: Crowd) => Array.from({ length: 1_000 }, () => crowd.add({ size: 1 } as File)),
  }));
  const crowd = new Crowd([], unopened);
  const toCome = [crowd.toCome];
  for (let i = 0; i < 4; i++) {
    crowd.openNext();
    toCome.push(crowd.toCome);
  }
  expect(toCome).toEqual([40_000, 3_172, 2_057, 1_019, 0]);
});
