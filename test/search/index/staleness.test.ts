// A call answers from the disk as it was when the call arrived, whatever happened a moment before, and however it was done.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openPair, type Pair, queryFor, withoutReceipt } from "../../support/indexed.ts";
import { raceCheckouts, raceSearches, replaceByRename, temporary } from "../../support/race.ts";
import { tree } from "../../support/tree.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const RUNS = Math.ceil(Number(process.env.FOSSICK_FUZZ_RUNS ?? 60) / 10);
/** Longer with FOSSICK_RACE_MS. */
const RACE_MS = Number(process.env.FOSSICK_RACE_MS ?? 5_000);

const WORDS = ["apricot", "blueberry", "cherry", "damson", "elderberry"];
const FILES = ["a.txt", "b.txt", "src/a.txt", "src/b.log", "src/deep/a.txt", "lib/a.txt", "lib/.gitignore", ".gitignore", ".ignore", "new/a.txt"];
const DIRECTORIES = ["src", "lib", "src/deep", "new", "moved"];
const RULES = ["*.log\n", "/src/deep\n", "b.txt\n", "lib/\n!a.txt\n", ""];

const file = fc.constantFrom(...FILES);
const directory = fc.constantFrom(...DIRECTORIES);
const word = fc.constantFrom(...WORDS);
const happenings = fc.oneof(
  fc.record({ does: fc.constant("write" as const), file, word }),
  fc.record({ does: fc.constant("edit in place" as const), file, word }),
  fc.record({ does: fc.constant("edit in place, old time" as const), file, word }),
  fc.record({ does: fc.constant("replace" as const), file, word }),
  fc.record({ does: fc.constant("append" as const), file, word }),
  fc.record({ does: fc.constant("make binary" as const), file }),
  fc.record({ does: fc.constant("delete" as const), file }),
  fc.record({ does: fc.constant("rename" as const), file, to: file }),
  fc.record({ does: fc.constant("link" as const), file, to: file }),
  fc.record({ does: fc.constant("symlink" as const), file, to: file }),
  fc.record({ does: fc.constant("symlink" as const), file: directory, to: directory }),
  fc.record({ does: fc.constant("rename" as const), file: directory, to: directory }),
  fc.record({ does: fc.constant("swap" as const), file: directory, to: directory }),
  fc.record({ does: fc.constant("delete" as const), file: directory }),
  fc.record({ does: fc.constant("chmod" as const), file }),
  fc.record({
    does: fc.constant("rule" as const),
    file: fc.constantFrom(".gitignore", "src/.ignore", "lib/.gitignore", ".git/info/exclude"),
    rule: fc.constantFrom(...RULES),
  }),
  fc.record({ does: fc.constant("rest" as const), ms: fc.integer({ min: 1, max: 150 }) }),
);

type Happening = typeof happenings extends fc.Arbitrary<infer T> ? T : never;

test("after anything that happens to a tree the next search is not stale", async () => {
  let indexed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ happening: happenings, sought: word }), { minLength: 10, maxLength: 25 }), async (steps) => {
      const root = tree({ "a.txt": "apricot\n", "src/a.txt": "cherry\n", "src/deep/a.txt": "damson\n", "lib/a.txt": "apricot\n", "b.txt": "x\n" });
      const pair = openPair(root);
      try {
        await pair.ready();
        for (const { happening, sought } of steps) {
          await happen(root, happening);
          const query = queryFor(sought, { mode: "count" });
          const [byIndex, plain] = [await pair.indexed.search(query), await pair.plain.search(query)];
          expect(byIndex.ok && withoutReceipt(byIndex.value)).toEqual(plain.ok && withoutReceipt(plain.value));
          indexed += pair.ways().filter(({ way }) => way === "index").length;
        }
      } finally {
        await pair.close();
        fs.rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: RUNS },
  );
  expect(indexed).toBeGreaterThan(RUNS); // otherwise nothing was tested
});

test("nor is what it tells of files that were not looked at", async () => {
  const [seldom, whole] = ["elderberry", { limits: { ...queryFor("").limits, receiptMs: 60_000 } }];
  let byIndex = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happenings, { minLength: 10, maxLength: 25 }), async (steps) => {
      const root = tree({
        ".gitignore": "*.log\n/lib\n",
        "a.txt": "apricot\n",
        "src/b.log": `${seldom}\n`,
        "src/deep/a.txt": "damson\n",
        "lib/a.txt": `${seldom}\n`,
      });
      const pair = openPair(root);
      try {
        await pair.ready();
        for (const happening of steps) {
          await happen(root, happening);
          const query = queryFor(seldom, whole);
          expect(await pair.indexed.search(query)).toEqual(await pair.plain.search(query));
          byIndex += pair.ways().filter(({ way }) => way === "index").length;
        }
      } finally {
        await pair.close();
        fs.rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: RUNS },
  );
  expect(byIndex).toBeGreaterThan(RUNS); // otherwise nothing was tested
});

test("while others write, a search finds what was written before it and nothing that was removed before it", { timeout: RACE_MS + 240_000 }, async () => {
  const { stale, byIndex } = await raceSearches(RACE_MS);
  expect(stale).toEqual([]);
  expect(byIndex).toBeGreaterThan(0); // otherwise nothing was tested
});

test("after a checkout that changes a thousand files no search is stale", async () => {
  const { stale, checkouts } = await raceCheckouts({ files: 1_000, checkouts: 4 });
  expect({ stale, checkouts }).toEqual({ stale: [], checkouts: 4 });
});

async function happen(root: string, happening: Happening): Promise<void> {
  if (happening.does === "rest") return new Promise((resolve) => setTimeout(resolve, happening.ms));
  try {
    change(path.join(root, happening.file), happening, root);
  } catch {
    // not possible as things stand: nothing happens
  }
}

function change(at: string, happening: Exclude<Happening, { does: "rest" }>, root: string): unknown {
  const to = "to" in happening ? path.join(root, happening.to) : "";
  const text = "word" in happening ? `${happening.word}\n` : "";
  if (happening.does !== "delete") fs.mkdirSync(path.dirname(at), { recursive: true });
  switch (happening.does) {
    case "write":
      return fs.writeFileSync(at, text);
    case "edit in place":
      return editInPlace(at, text);
    case "edit in place, old time": {
      const { atime, mtime } = fs.statSync(at);
      editInPlace(at, text);
      return fs.utimesSync(at, atime, mtime);
    }
    case "replace":
      return replaceByRename(at, text);
    case "append":
      return fs.appendFileSync(at, text);
    case "make binary":
      return fs.writeFileSync(at, "apricot\0cherry\n");
    case "delete":
      return fs.rmSync(at, { recursive: true, force: true });
    case "rename":
      return fs.renameSync(at, to);
    case "link":
      return fs.linkSync(at, to);
    case "symlink":
      return fs.symlinkSync(path.relative(path.dirname(to), at), to);
    case "swap":
      fs.renameSync(at, `${at}-aside`);
      fs.renameSync(to, at);
      return fs.renameSync(`${at}-aside`, to);
    case "chmod":
      return fs.chmodSync(at, 0o600);
    case "rule":
      return fs.writeFileSync(at, happening.rule);
  }
}

/** The same length where it can be, and the same inode. */
function editInPlace(at: string, text: string): void {
  const fd = fs.openSync(at, "r+");
  fs.writeSync(fd, text, 0);
  fs.closeSync(fd);
}

const NO_LINKS = { ...queryFor("").walk, followLinks: false };

test("a directory that is removed and made anew is watched, even if it gets the same inode", async () => {
  const root = temporary("anew");
  const file = path.join(root, "d/f.txt");
  fs.mkdirSync(path.join(root, "d"));
  fs.writeFileSync(file, "pear\n");
  const pair = openPair(root);
  await pair.ready();
  for (let round = 0; round < 3; round++) {
    fs.rmSync(path.dirname(file), { recursive: true });
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, "pear\n");
    await pair.ready();
    fs.writeFileSync(file, `plum ${round}\n`);
    await expectFound(pair, `plum ${round}`, ["d/f.txt"]);
  }
  await pair.close();
  fs.rmSync(root, { recursive: true });
});

test.each([0, 10, 20, 40])("directories that are swapped have each other's files, whatever else happens (a change every %i ms)", async (gapMs) => {
  const root = temporary("swapped");
  const [one, other, third] = ["one", "other", "third"].map((name) => path.join(root, name)) as [string, string, string];
  for (const directory of [one, other]) fs.mkdirSync(directory);
  for (let i = 0; i < 8; i++)
    for (const directory of [one, other]) fs.writeFileSync(path.join(directory, `f${i}.txt`), directory === one ? "pear\n" : "plum\n");
  const pair = openPair(root);
  await pair.ready();
  for (const [from, to] of [
    [one, third],
    [other, one],
    [third, other],
  ] as const)
    fs.renameSync(from, to);
  for (let i = 0; i < 6; i++) {
    await new Promise((resolve) => setTimeout(resolve, gapMs));
    fs.mkdirSync(path.join(one, `new${i}`));
    fs.writeFileSync(path.join(other, `x${i}`), "x");
  }
  await pair.ready();
  await expectFound(
    pair,
    "plum",
    Array.from({ length: 8 }, (_, i) => `one/f${i}.txt`),
  );
  await pair.close();
  fs.rmSync(root, { recursive: true });
});

async function expectFound(pair: Pair, pattern: string, names: readonly string[]): Promise<void> {
  const found = await pair.indexed.search(queryFor(pattern, { walk: NO_LINKS }));
  expect(found.ok && found.value.entries.map(({ name }) => name)).toEqual(names);
}
