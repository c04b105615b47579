// A search tells the index that it will ask; what the index has caught up with since then need not be waited for again.
import { expect, onTestFinished, test, vi } from "vitest";
import { TreeIndex } from "../../../src/search/index/tree-index.ts";
import { openPair, type Pair, queryFor } from "../../support/indexed.ts";
import { tree } from "../../support/tree.ts";

/** Two directories of a tree that has an index. */
async function opened(): Promise<Pair> {
  const pair = openPair(tree({ "a/1.txt": "plum\n", "b/2.txt": "plum\n" }));
  onTestFinished(() => pair.close());
  await pair.ready();
  announce.mockClear();
  ask.mockClear();
  return pair;
}

const announce = vi.spyOn(TreeIndex.prototype, "announce");
const ask = vi.spyOn(TreeIndex.prototype, "ask");
const NO_LINKS = { ...queryFor("").walk, followLinks: false };

/** How often an index was told, and which of its looks relied on that. */
function seen(): object {
  return { announced: announce.mock.calls.length, asked: ask.mock.calls.map(([{ isAnnounced }]) => isAnnounced) };
}

test("before it asks", async () => {
  const pair = await opened();
  await pair.indexed.search(queryFor("plum", { walk: NO_LINKS }));
  expect(seen()).toEqual({ announced: 1, asked: [true] });
  expect(announce.mock.invocationCallOrder[0]).toBeLessThan(ask.mock.invocationCallOrder[0] as number);
});

test("once: a later look is from what is on the disk by then", async () => {
  const pair = await opened();
  await pair.indexed.search(queryFor("plum", { walk: NO_LINKS, roots: [{ path: "a" }, { path: "b" }] }));
  expect(seen()).toEqual({ announced: 1, asked: [true, false] });
});

test("again, when the same is searched for again", async () => {
  const pair = await opened();
  const query = queryFor("plum", { walk: NO_LINKS });
  await pair.indexed.search(query);
  await pair.indexed.search(query);
  expect(seen()).toEqual({ announced: 2, asked: [true, true] });
});

test("not where ignored files are asked for, which it does not know", async () => {
  const pair = await opened();
  await pair.indexed.search(queryFor("plum", { walk: { ...NO_LINKS, ignoreFiles: false } }));
  expect(seen()).toEqual({ announced: 0, asked: [] });
});
