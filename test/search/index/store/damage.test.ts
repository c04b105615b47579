// Whatever becomes of the files of a stored index: nothing that is in them is believed unless it is true, and nothing crashes.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Files } from "../../../../src/search/index/files.ts";
import { freshFrom, holding, namesFor, type Place, segmentsIn, startedAt, storeAll, waitForTick, work } from "../../../support/stored.ts";
import { tree } from "../../../support/tree.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 200);
const WORDS = ["apricot", "blueberry", "cherry", "damson", "elderberry"];
const FILES = Object.fromEntries([
  ...Array.from({ length: 60 }, (_, i) => [`${i % 5}/${i}.txt`, `${WORDS[i % 4]} number ${i}\n${filler(i)}`] as const),
  ["odd/kelvin.txt", "\u212aelvin apricot\n"] as const,
  ["odd/binary.dat", "apricot\0\n"] as const,
]);
const COUNT = Object.keys(FILES).length;

const damage = fc.record({
  /** Before the index is opened, or while it is in use. */
  when: fc.constantFrom("before" as const, "while" as const),
  file: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  how: fc.oneof(
    fc.record({ kind: fc.constant("flip" as const), bit: fc.nat(7) }),
    fc.record({ kind: fc.constant("fill" as const), bytes: fc.integer({ min: 1, max: 10_000 }), value: fc.nat(255) }),
    fc.record({ kind: fc.constantFrom("truncate", "append", "delete", "directory", "unreadable", "link", "fifo name", "other file") }),
  ),
});

test("random damage to any of the files", { timeout: 180_000 }, () => {
  const place = kept();
  const good = fs.mkdtempSync(path.join(tree({}), "good-"));
  fs.cpSync(place.cache, good, { recursive: true });
  const expected = answersOf(freshFrom(place.root));
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      fs.rmSync(place.cache, { recursive: true });
      fs.cpSync(good, place.cache, { recursive: true });
      for (const each of damages) if (each.when === "before") harm(place.cache, each);
      const files = startedAt(place);
      for (const each of damages) if (each.when === "while") harm(place.cache, each);
      // At once: nothing that holds a word may be left out. When what was damaged has been read again: as if it had never been stored.
      for (const word of WORDS) expect(namesFor(files, word)).toEqual(expect.arrayContaining(holding(place.root, word)));
      work(files);
      expect(answersOf(files)).toEqual(expected);
      files.store(Number.POSITIVE_INFINITY);
      expect(answersOf(files)).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});

test("a stored index of another tree is not used", () => {
  const [one, other] = [kept(), kept()];
  const [from, to] = [one, other].map(({ cache }) => path.join(cache, fs.readdirSync(cache)[0] as string)) as [string, string];
  fs.rmSync(to, { recursive: true });
  fs.cpSync(from, to, { recursive: true });
  expect(startedAt(other).doubtfulCount).toBe(COUNT);
  expect(fs.readdirSync(to).filter((name) => name.endsWith(".segment"))).toEqual([]);
});

test.each([1, 2])("word %i of the head, the format among them, must be ours", (word) => {
  const place = kept();
  for (const file of segmentsIn(place.cache)) {
    const fd = fs.openSync(file, "r+");
    fs.writeSync(fd, Buffer.from([9]), 0, 1, 4 * word);
    fs.closeSync(fd);
  }
  expect(startedAt(place).doubtfulCount).toBe(COUNT);
});

test("no more than is allowed is written", () => {
  const root = tree(FILES);
  const cache = path.join(tree({}), "cache");
  const files = startedAt({ root, cache }, 1_000);
  storeAll(files);
  expect(segmentsIn(cache)).toEqual([]);
  expect(answersOf(files)).toEqual(answersOf(freshFrom(root)));
});

/** A tree whose index is stored in several segments. */
function kept(): Place {
  const place = { root: tree(FILES), cache: path.join(tree({}), "cache") };
  for (const round of ["", "1/", "2/"]) {
    for (const [name, text] of Object.entries(FILES)) if (name.startsWith(round)) fs.writeFileSync(path.join(place.root, name), text);
    waitForTick();
    storeAll(startedAt(place));
  }
  expect(segmentsIn(place.cache).length).toBe(3);
  return place;
}

function answersOf(files: Files): readonly (readonly string[])[] {
  return WORDS.map((word) => namesFor(files, word));
}

function harm(cache: string, { file, at, how }: typeof damage extends fc.Arbitrary<infer T> ? T : never): unknown {
  const files = fs.readdirSync(cache, { recursive: true, encoding: "utf8" }).map((name) => path.join(cache, name));
  const plain = files.filter((name) => fs.lstatSync(name).isFile());
  if (plain.length === 0) return;
  const [name, other] = [plain[file % plain.length] as string, plain[(file + 1) % plain.length] as string];
  const bytes = fs.readFileSync(name);
  const from = Math.floor(at * bytes.length);
  switch (how.kind) {
    case "flip":
      return write(name, Buffer.from([(bytes[from] ?? 0) ^ (1 << how.bit)]), from);
    case "fill":
      return write(name, Buffer.alloc(Math.min(how.bytes, bytes.length - from), how.value), from);
    case "truncate":
      return fs.truncateSync(name, from);
    case "append":
      return fs.appendFileSync(name, "more");
    case "unreadable":
      return fs.chmodSync(name, 0);
    case "other file":
      return fs.copyFileSync(other, name);
  }
  fs.rmSync(name);
  if (how.kind === "directory") fs.mkdirSync(path.join(name, "inside"), { recursive: true });
  return how.kind === "link" ? fs.symlinkSync(other, name) : undefined;
}

/** In place: whoever has it open sees it. */
function write(name: string, bytes: Buffer, at: number): void {
  const fd = fs.openSync(name, "r+");
  fs.writeSync(fd, bytes, 0, bytes.length, at);
  fs.closeSync(fd);
}

function filler(seed: number): string {
  return Array.from({ length: 400 }, (_, i) => ((seed * 7919 + i * 104_729) % 1_000_003).toString(36)).join("\n");
}
