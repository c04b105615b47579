import { expect, test } from "vitest";
import { recordSnapshot, snapshotOf } from "../../../src/files/hashline/snapshots.ts";
import { tagOf } from "../../../src/files/hashline/tag.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";

function session(): { record(real: string, text: string | Buffer): string; find(real: string, tag: string): string | undefined } {
  const workspace = { session: { memory: new Map() } } as unknown as Workspace;
  return {
    record: (real, text) => recordSnapshot(real, Buffer.from(text as string), workspace),
    find: (real, tag) => {
      const snapshot = snapshotOf(real, tag, workspace);
      return snapshot === undefined ? undefined : `${snapshot.bytes.subarray(0, 10)}${snapshot.isNewest ? " (newest)" : ""}`;
    },
  };
}

test("versions are found by path and tag, and which is the newest is known", () => {
  const { record, find } = session();
  const [one, two] = [record("/a", "one"), record("/a", "two")];
  expect([find("/a", one), find("/a", two), find("/b", one), find("/a", "0000")]).toEqual(["one", "two (newest)", undefined, undefined]);
  record("/a", "one");
  expect([find("/a", one), find("/a", two)]).toEqual(["one (newest)", "two"]);
});

test("four versions of a file are kept", () => {
  const { record, find } = session();
  const tags = ["a", "b", "c", "d", "e"].map((text) => record("/a", text));
  expect(tags.map((tag) => find("/a", tag))).toEqual([undefined, "b", "c", "d", "e (newest)"]);
});

test("thirty files are kept: those that were looked at last", () => {
  const { record, find } = session();
  for (let i = 0; i < 30; i++) record(`/${i}`, "x");
  record("/0", "x");
  record("/new", "x");
  const tag = tagOf(Buffer.from("x"));
  expect([find("/0", tag), find("/1", tag), find("/2", tag), find("/new", tag)]).toEqual(["x (newest)", undefined, "x (newest)", "x (newest)"]);
});

test("large texts push out what was not looked at for longest, version by version", () => {
  const { record, find } = session();
  const large = (letter: string): Buffer => Buffer.alloc(20 * 1024 * 1024, letter);
  const [first, second] = [record("/a", large("a")), record("/a", large("b"))];
  const [third, fourth] = [record("/b", large("c")), record("/c", large("d"))];
  expect([find("/a", first), find("/a", second), find("/b", third), find("/c", fourth)]).toEqual([
    undefined,
    "bbbbbbbbbb (newest)",
    "cccccccccc (newest)",
    "dddddddddd (newest)",
  ]);
});
