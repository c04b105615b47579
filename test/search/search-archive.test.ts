// Search in archives: all members, a folder of them, or one.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ArchiveQuery } from "../../src/search/search-archive.ts";
import { searchArchive } from "../../src/search/search-archive.ts";
import { shown, textOf } from "../../src/workspace/raw-path.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { DEFLATE_END, deflatedBlock, repeated, tar, zip } from "../support/archives.ts";
import { engineAt, NEVER } from "../support/engine.ts";
import { tree } from "../support/tree.ts";

const MIB = 2 ** 20;

type Asked = Partial<Pick<ArchiveQuery, "multiline" | "ranges" | "page" | "hitsOfOne">> & { readonly wholeBytes?: number; readonly timeMs?: number };

function query(given: string, pattern: string, { wholeBytes = 2 * MIB, timeMs = 60_000, ...asked }: Asked = {}): ArchiveQuery {
  return {
    path: given,
    pattern,
    caseInsensitive: false,
    multiline: false,
    content: { before: 1, after: 1, onlyMatching: false, gaps: true, columns: 40, hitsPerFile: 2 },
    order: "path",
    page: { skip: 0, take: 20 },
    hitsOfOne: 200,
    limits: { timeMs, multilineBytes: 10_000_000, wholeBytes, textChars: 50_000 },
    ...asked,
  };
}

/** Rows as `name:12:text`, context with `-`; then what else there is to tell. */
async function found(workspace: Workspace, asked: ArchiveQuery): Promise<unknown> {
  const result = await searchArchive(asked, workspace, NEVER);
  if (!result.ok) {
    const { path: _, ...failure } = result.failure as { readonly code: string; readonly path?: string };
    return failure;
  }
  const { rows, entries, totals, unreadable, damaged, tooLarge, incomplete } = result.value;
  return [
    ...rows.map((row) => {
      if (row.kind === "gap") return "--";
      const mark = row.kind === "hit" ? ":" : "-";
      const text = `${row.cut?.left ? "…" : ""}${row.text}${row.cut?.right ? "…" : ""}`;
      return `${shown(entries[row.entry]?.name ?? "")}${mark}${row.line}${mark}${text}`;
    }),
    `${totals.hits?.count} in ${totals.entries.count}`,
    ...unreadable.map(({ name, why }) => `${textOf(name)}: ${why}`),
    ...tooLarge.map((name) => `${textOf(name)}: too large`),
    ...(damaged === undefined ? [] : [`damaged: ${damaged}`]),
    ...(incomplete === undefined ? [] : [incomplete]),
  ];
}

const members = [
  { name: "src/b.ts", data: "one\nneedle\nthree\nfour\nneedle\nneedle" },
  { name: "src/a.ts", data: "needle\r\nlast\r\n" },
  { name: "srcs.txt", data: "needle\n" },
  { name: "bin.dat", data: "needle\0" },
  { name: "../up.txt", data: "needle\n" },
  { name: "none.txt", data: "nothing\n" },
];

const archives: Readonly<Record<string, Buffer>> = { "a.zip": zip(members), "a.tar": tar(members), "a.tgz": zlib.gzipSync(tar(members)) };

describe.each(Object.keys(archives))("%s", (archive) => {
  const workspace = (): Workspace => engineAt(tree(archives));

  test("all members, in order of their names, some hits of each", async () => {
    expect(await found(workspace(), query(archive, "needle"))).toEqual([
      "src/a.ts:1:needle",
      "src/a.ts-2-last",
      "--",
      "src/b.ts-1-one",
      "src/b.ts:2:needle",
      "src/b.ts-3-three",
      "src/b.ts-4-four",
      "src/b.ts:5:needle",
      "src/b.ts-6-needle",
      "--",
      "srcs.txt:1:needle",
      "5 in 3",
      "../up.txt: outside",
      "bin.dat: binary",
    ]);
  });

  test("the same in pages, and where nothing but counts is kept", async () => {
    const page = (skip: number, wholeBytes: number) => found(workspace(), query(archive, "needle", { page: { skip, take: 1 }, wholeBytes }));
    const told = ["5 in 3", "../up.txt: outside", "bin.dat: binary"];
    expect(await page(0, 0)).toEqual(["src/a.ts:1:needle", "src/a.ts-2-last", ...told]);
    expect(await page(2, 0)).toEqual(["srcs.txt:1:needle", ...told]);
    expect(await page(3, 2 * MIB)).toEqual(told);
  });

  test.each(["src/", "src", "./src//"])("the folder %s", async (folder) => {
    expect(((await found(workspace(), query(`${archive}:${folder}`, "needle"))) as string[]).at(-1)).toBe("4 in 2");
  });

  test("one member, with more hits than one of many", async () => {
    const rows = ["src/b.ts-1-one", "src/b.ts:2:needle", "src/b.ts-3-three", "src/b.ts-4-four", "src/b.ts:5:needle", "src/b.ts:6:needle", "3 in 1"];
    expect(await found(workspace(), query(`${archive}:src/b.ts`, "needle"))).toEqual(rows);
  });

  test("ranges of one member: neither hits nor context outside them", async () => {
    const asked = query(`${archive}:src/b.ts`, "needle", { ranges: [{ first: 4, last: 5 }] });
    expect(await found(workspace(), asked)).toEqual(["src/b.ts-4-four", "src/b.ts:5:needle", "1 in 1"]);
  });

  test.each(["", ":src/", ":src"])("no ranges of more than one (%s)", async (folder) => {
    expect(await found(workspace(), query(`${archive}${folder}`, "needle", { ranges: [{ first: 1, last: 2 }] }))).toEqual({ code: "is-a-directory" });
  });

  test("a match over several lines stays in its member", async () => {
    const asked = query(archive, "needle\\r?\\n.*$", { multiline: true });
    expect(await found(workspace(), asked)).toEqual([
      "src/a.ts:1:needle",
      "src/a.ts:2:last",
      "--",
      "src/b.ts-1-one",
      "src/b.ts:2:needle",
      "src/b.ts:3:three",
      "src/b.ts-4-four",
      "--",
      "srcs.txt:1:needle",
      "8 in 3",
      "../up.txt: outside",
      "bin.dat: binary",
    ]);
  });

  test.each<[string, object]>([
    ["none.tx", { code: "member-not-found", member: "none.tx", near: ["none.txt"] }],
    ["src/c/", { code: "member-not-found", member: "src/c", near: [] }],
    ["bin.dat", { code: "member-unreadable", member: "bin.dat", why: "binary" }],
    ["../up.txt", { code: "member-unreadable", member: "../up.txt", why: "outside" }],
  ])("%s is an error", async (member, failure) => {
    expect(await found(workspace(), query(`${archive}:${member}`, "needle"))).toEqual(failure);
  });

  test("a pattern that is none is an error, also where there is nothing to search", async () => {
    const at = workspace();
    fs.writeFileSync(path.join(at.session.directory, "empty.zip"), zip([]));
    expect(await found(at, query(archive, "(")).then((failure) => (failure as { code: string }).code)).toBe("bad-pattern");
    expect(await found(at, query("empty.zip", "(")).then((failure) => (failure as { code: string }).code)).toBe("bad-pattern");
    expect(await found(at, query("empty.zip", "x"))).toEqual(["0 in 0"]);
  });
});

test("of members with the same name only the last is searched, whatever it is", async () => {
  const twice = [
    { name: "a", data: "needle old\n" },
    { name: "b", data: "needle old\n" },
    { name: "c", data: "needle old\n" },
    { name: "a", data: "needle new\n" },
    { name: "b", data: "needle\0" },
    { name: "c", data: "nothing\n" },
  ];
  const files = { "a.zip": zip(twice), "a.tar": tar(twice), "b.tar": tar([twice[1] as object as { name: string }, { name: "b", type: "2", link: "a" }]) };
  const workspace = engineAt(tree(files));
  expect(await found(workspace, query("a.zip", "needle"))).toEqual(["a:1:needle new", "1 in 1", "b: binary"]);
  expect(await found(workspace, query("a.tar", "needle"))).toEqual(["a:1:needle new", "1 in 1", "b: binary"]);
  expect(await found(workspace, query("a.tar", "needle", { wholeBytes: 0 }))).toEqual(["a:1:needle new", "1 in 1", "b: binary"]);
  expect(await found(workspace, query("b.tar", "needle"))).toEqual(["0 in 0", "b: link"]);
});

test("a long line is a window around its match", async () => {
  const data = `first\n${"x".repeat(5_000)}needle${"y".repeat(5_000)}\n`;
  const workspace = engineAt(tree({ "a.zip": zip([{ name: "m", data }]), "a.tgz": zlib.gzipSync(tar([{ name: "m", data }])) }));
  const rows = ["m-1-first", `m:2:…${"x".repeat(20)}needle${"y".repeat(14)}…`, "1 in 1"];
  expect([await found(workspace, query("a.zip", "needle")), await found(workspace, query("a.tgz:m", "needle"))]).toEqual([rows, rows]);
});

test("a zip whose members are all encrypted is encrypted; one encrypted member is left out", async () => {
  const secret = { name: "secret", data: "needle", flags: 1 };
  const workspace = engineAt(tree({ "a.zip": zip([secret]), "b.zip": zip([secret, { name: "open", data: "needle" }]) }));
  expect(await found(workspace, query("a.zip", "needle"))).toEqual({ code: "archive-encrypted" });
  expect(await found(workspace, query("b.zip", "needle"))).toEqual(["open:1:needle", "1 in 1", "secret: encrypted"]);
});

test("of a tar that is cut off, what is there is searched, and the damage is told", async () => {
  const whole = tar([
    { name: "a", data: "needle\n" },
    { name: "b", data: "needle ".repeat(500) },
  ]);
  const workspace = engineAt(tree({ "a.tar": whole.subarray(0, 2_000) }));
  expect(await found(workspace, query("a.tar", "needle"))).toEqual(["a:1:needle", "1 in 1", "b: damaged", "damaged: it ends in the middle of a member"]);
  expect(await found(workspace, query("a.tar:b", "needle"))).toEqual({ code: "member-unreadable", member: "b", why: "damaged" });
  expect(await found(workspace, query("a.tar:c", "needle"))).toEqual({ code: "archive-damaged", detail: "it ends in the middle of a member" });
});

test("a bomb is an error, whatever is beside it", async () => {
  const bomb = { name: "bomb", packed: Buffer.concat([...repeated(100, deflatedBlock(Buffer.alloc(MIB, "a\n"))), DEFLATE_END]), size: 100 * MIB };
  const workspace = engineAt(tree({ "a.zip": zip([{ name: "a", data: "needle\n" }, bomb]) }));
  expect(await found(workspace, query("a.zip", "needle"))).toEqual({ code: "archive-too-large", member: "bomb", what: "ratio", limit: 300 });
  expect(await found(workspace, query("a.zip:a", "needle"))).toEqual(["a:1:needle", "1 in 1"]);
});

test("text of 60 MiB is searched without several times the memory, by many at once", async () => {
  const block = Buffer.from(`${Array.from({ length: 100_000 }, (_, i) => `${(i * 7_919) % 10_007}`).join("\n")}\n`).subarray(0, MIB / 2);
  const crc = repeated(120, block).reduce((sum, part) => zlib.crc32(part, sum), 0);
  const member = { name: "m", packed: Buffer.concat([...repeated(120, deflatedBlock(block)), DEFLATE_END]), size: 120 * block.length, crc };
  const workspace = engineAt(tree({ "a.zip": zip([member]) }));
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 5);
  const results = await Promise.all(Array.from({ length: 4 }, () => found(workspace, query("a.zip", "^9999$"))));
  clearInterval(watch);
  expect(new Set(results.map((rows) => (rows as string[]).at(-1)))).toEqual(new Set(["1200 in 1"]));
  expect(peak - before).toBeLessThan(256 * MIB);
});

test("at the limit of time the answer is what was found so far", async () => {
  const workspace = engineAt(tree({ "a.tgz": zlib.gzipSync(tar(members)) }));
  expect(await found(workspace, query("a.tgz", "needle", { timeMs: -1 }))).toEqual(["0 in 0", "time"]);
});

test("a cancelled search throws", async () => {
  const cancel = new AbortController();
  const search = searchArchive(query("a.zip", "needle"), engineAt(tree({ "a.zip": zip(members) })), cancel.signal);
  cancel.abort();
  await expect(search).rejects.toThrow(/abort/i);
});
