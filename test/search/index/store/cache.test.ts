import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ownIdentity } from "../../../../src/files/owner.ts";
import { cachedTrees, cacheFor, evict } from "../../../../src/search/index/store/cache.ts";
import { isFirst, usersOf } from "../../../../src/search/index/store/users.ts";
import { tree } from "../../../support/tree.ts";

const DEAD = `${ownIdentity().split("-")[0]}-4194305-00000000`;
const FOREIGN = "00000000-1-00000000";

/** A cached tree of 1,000 bytes and a little more, used so many hours ago. */
function cached(cache: string, digit: string, { of, hours, user }: { of: string; hours: number; user?: string }): string {
  const directory = path.join(cache, digit.repeat(32));
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, "x.segment"), "x".repeat(1_000));
  fs.writeFileSync(path.join(directory, "tree.json"), JSON.stringify({ tree: of }));
  const used = Date.now() / 1000 - hours * 3600;
  fs.utimesSync(path.join(directory, "tree.json"), used, used);
  if (user !== undefined) fs.writeFileSync(path.join(directory, `${user}.use`), "");
  return digit;
}

function left(cache: string): string {
  return fs
    .readdirSync(cache)
    .map((name) => name[0])
    .join("");
}

test("what was not used for longest goes first, trees that are gone before them, what is in use never", () => {
  const cache = tree({ "not-ours/file": "x" });
  const there = tree({});
  cached(cache, "a", { of: there, hours: 1 });
  cached(cache, "b", { of: there, hours: 30, user: DEAD });
  cached(cache, "c", { of: there, hours: 90, user: ownIdentity() });
  cached(cache, "d", { of: path.join(there, "gone"), hours: 2 });
  cached(cache, "e", { of: there, hours: 3 });
  evict(cache, 6_000);
  expect(left(cache)).toBe("abcden");
  evict(cache, 4_500);
  expect(left(cache)).toBe("abcen");
  evict(cache, 2_500);
  expect(left(cache)).toBe("acn");
  evict(cache, 0);
  expect(left(cache)).toBe("cn");
});

test("trees are listed with their size, and damaged heads do no harm", () => {
  const cache = tree({});
  cached(cache, "a", { of: "/some/tree", hours: 1 });
  cached(cache, "b", { of: "/other/tree", hours: 1 });
  fs.writeFileSync(path.join(cache, "b".repeat(32), "tree.json"), "{");
  fs.writeFileSync(path.join(cache, "c".repeat(32)), "a file");
  expect(cachedTrees(cache).map(({ tree: of, bytes, isInUse }) => ({ of, bytes, isInUse }))).toEqual([
    { of: "/some/tree", bytes: 1_021, isInUse: false },
    { of: undefined, bytes: 1_001, isInUse: false },
  ]);
  expect(cachedTrees(path.join(cache, "nowhere"))).toEqual([]);
});

test("the first that came and lives writes; of others only those that may live count", () => {
  const directory = tree({});
  const mark = (identity: string, hours: number): void => {
    const file = path.join(directory, `${identity}.use`);
    fs.writeFileSync(file, "");
    fs.utimesSync(file, Date.now() / 1000 - hours * 3600, Date.now() / 1000 - hours * 3600);
  };
  mark(ownIdentity(), 2);
  mark(DEAD, 3);
  expect(isFirst(directory)).toBe(true);
  mark(FOREIGN, 4);
  expect(usersOf(directory)).toEqual([FOREIGN, ownIdentity()]);
  expect(isFirst(directory)).toBe(false);
  mark(FOREIGN, 30);
  expect(isFirst(directory)).toBe(true);
  expect(fs.readdirSync(directory)).toEqual([`${ownIdentity()}.use`]);
});

test.each<[string, (at: string) => void, unknown]>([
  ["nothing", () => {}, { real: "DIR/deep/cache" }],
  ["a private directory", (at) => fs.mkdirSync(at, { recursive: true, mode: 0o700 }), { real: "DIR/deep/cache" }],
  ["a directory for all", (at) => fs.mkdirSync(at, { recursive: true, mode: 0o755 }), "cache directory is not private"],
  ["a file on the way", (at) => fs.writeFileSync(path.dirname(at), ""), "cache directory is not private"],
])("where %s stands", (_, prepare, expected) => {
  const directory = tree({});
  const at = path.join(directory, "deep/cache");
  prepare(at);
  const found = cacheFor(at, "/some/tree");
  expect(typeof found === "string" ? found : { real: found.real.replace(directory, "DIR") }).toEqual(expected);
});

test("a relative path is none: the process that keeps the index stands elsewhere", () => {
  expect(cacheFor("cache", "/some/tree")).toBe("cache directory is not absolute");
});

test("a cache below the tree, by whatever name, is none", () => {
  const root = tree({ "inside/": "" });
  const link = path.join(tree({}), "link");
  fs.symlinkSync(path.join(root, "inside"), link);
  expect(cacheFor(path.join(root, "inside/cache"), root)).toBe("cache directory is inside the tree");
  expect(cacheFor(path.join(link, "cache"), root)).toBe("cache directory is inside the tree");
});
