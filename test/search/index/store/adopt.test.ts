// What is believed of a stored index: that a file is as it was, if and only if it is.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { editKeepingTimes, freshFrom, holding, namesFor, type Place, segmentsIn, startedAt, storeAll, waitForTick, work } from "../../../support/stored.ts";
import { tree } from "../../../support/tree.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 40);
const WORDS = ["apricot", "avocado", "cherry", "damson"];
const NAMES = ["a.txt", "b.txt", "src/a.txt", "src/b.txt", "lib/a.txt"];
const OLD = 1_000_000_000;

function place(): Place {
  const texts = NAMES.map((name, i) => [name, { text: `${WORDS[i % 2]}\n`, mtime: OLD }]);
  return { root: tree(Object.fromEntries(texts)), cache: path.join(tree({}), "cache") };
}

test("what was stored and did not change need not be read", () => {
  const at = place();
  waitForTick();
  storeAll(startedAt(at));
  const files = startedAt(at);
  expect({ doubtful: files.doubtfulCount, hasWork: files.hasWork }).toEqual({ doubtful: 0, hasWork: false });
  expect(WORDS.map((word) => namesFor(files, word))).toEqual(WORDS.map((word) => holding(at.root, word)));
});

test("a file that changes again in the tick of the clock in which it was read is not believed", () => {
  const at = place();
  for (let i = 0; i < 30; i++) {
    editKeepingTimes(path.join(at.root, "a.txt"), "apricot\n");
    storeAll(startedAt(at));
    editKeepingTimes(path.join(at.root, "a.txt"), "avocado\n");
    expect(namesFor(startedAt(at), "avocado")).toContain("a.txt");
  }
});

const name = fc.constantFrom(...NAMES);
const text = fc.constantFrom(...WORDS).map((word) => `${word}\n`);
const changes = fc.oneof(
  fc.record({ does: fc.constantFrom("write", "edit", "replace"), name, text }),
  fc.record({ does: fc.constantFrom("rename", "link", "swap"), name, text: name }),
  fc.record({ does: fc.constantFrom("remove", "chmod", "touch", "swap directories"), name, text: fc.constant("") }),
);

test("whatever changed between two starts, nothing that holds a word is left out", { timeout: 180_000 }, () => {
  fc.assert(
    fc.property(fc.array(fc.array(changes, { maxLength: 4 }), { minLength: 1, maxLength: 5 }), (starts) => {
      const at = place();
      for (const changed of starts) {
        storeAll(startedAt(at));
        for (const each of changed) change(at.root, each);
        const files = startedAt(at);
        for (const word of WORDS) expect(namesFor(files, word)).toEqual(expect.arrayContaining(holding(at.root, word)));
        work(files);
        const fresh = freshFrom(at.root);
        expect(WORDS.map((word) => namesFor(files, word))).toEqual(WORDS.map((word) => namesFor(fresh, word)));
      }
      fs.rmSync(at.root, { recursive: true });
      fs.rmSync(at.cache, { recursive: true });
    }),
    { numRuns: RUNS },
  );
});

test("segments of many small changes are put together", () => {
  const at = place();
  for (let i = 0; i < 60; i++) {
    fs.writeFileSync(path.join(at.root, `new-${i}.txt`), `damson ${i}\n`);
    waitForTick();
    storeAll(startedAt(at));
  }
  expect(segmentsIn(at.cache).length).toBeLessThan(30);
  expect(startedAt(at).doubtfulCount).toBe(0);
});

function change(root: string, { does, name: from, text: to }: { does: string; name: string; text: string }): void {
  const [file, other] = [path.join(root, from), path.join(root, to.trim())];
  try {
    if (does === "write") fs.writeFileSync(file, to);
    if (does === "edit") editKeepingTimes(file, to);
    if (does === "replace") {
      fs.writeFileSync(`${file}.new`, to);
      fs.utimesSync(`${file}.new`, OLD, OLD);
      fs.renameSync(`${file}.new`, file);
    }
    if (does === "rename") fs.renameSync(file, other);
    if (does === "link") fs.linkSync(file, other);
    if (does === "swap") swap(file, other);
    if (does === "remove") fs.rmSync(file);
    if (does === "chmod") fs.chmodSync(file, 0o600);
    if (does === "touch") fs.utimesSync(file, OLD + 1, OLD + 1);
    if (does === "swap directories") swap(path.join(root, "src"), path.join(root, "lib"));
  } catch {
    // not possible as things stand: nothing happens
  }
}

function swap(one: string, other: string): void {
  fs.renameSync(one, `${one}.aside`);
  fs.renameSync(other, one);
  fs.renameSync(`${one}.aside`, other);
}
