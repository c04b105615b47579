// Archives as read-only trees: what is in them, what is refused, what is damaged. Archives are made byte by byte (support/archives.ts).
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { listArchive } from "../../../src/files/archive/list-members.ts";
import { readMember } from "../../../src/files/archive/read-member.ts";
import { TextLines } from "../../../src/files/hashline/text-lines.ts";
import { textOf } from "../../../src/workspace/raw-path.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { pax, type TarMember, tar, type ZipMember, zip } from "../../support/archives.ts";
import { engineAt, NEVER } from "../../support/engine.ts";
import { tree } from "../../support/tree.ts";

const TIME_MS = 60_000;

/** `name size`, what it is if not text in brackets; the damage at last. */
async function listed(workspace: Workspace, given: string): Promise<unknown> {
  const list = await listArchive(given, TIME_MS, workspace, NEVER);
  if (!list.ok) return short(list.failure);
  const { members, damaged } = list.value;
  const lines = members.map(({ name, size, unreadable }) => `${textOf(name)} ${size}${unreadable === undefined ? "" : ` [${unreadable}]`}`);
  return damaged === undefined ? lines : [...lines, `damaged: ${damaged}`];
}

/** The lines of a member, or why there are none. */
async function viewed(workspace: Workspace, given: string): Promise<unknown> {
  const read = await readMember(given, TIME_MS, workspace, NEVER);
  if (!read.ok) return short(read.failure);
  const lines = new TextLines(read.value.bytes);
  return Array.from({ length: lines.count }, (_, index) => lines.shown(index, 80).text);
}

/** Without the path, which is another one each time. */
function short({ path: _, given: __, ...failure }: { readonly code: string; readonly path?: string; readonly given?: string }): object {
  return failure;
}

function engineWith(files: Readonly<Record<string, Buffer>>): Workspace {
  return engineAt(tree(files));
}

const both = (members: readonly { readonly name: string; readonly data: string }[]): Readonly<Record<string, Buffer>> => ({
  "a.zip": zip(members),
  "a.tar": tar(members),
  "a.tgz": zlib.gzipSync(tar(members)),
  "A.TAR.GZ": zlib.gzipSync(tar(members)),
});

describe.each(["a.zip", "a.tar", "a.tgz", "A.TAR.GZ"])("%s", (archive) => {
  const files = both([
    { name: "src/foo.ts", data: "one\ntwo\n" },
    { name: "src/", data: "" },
    { name: "empty/", data: "" },
    { name: "./README", data: "\ufeffread me" },
    { name: "é 日本.txt", data: "ü\r\nß\r\n" },
    { name: "a//b/./c", data: "c" },
  ]);

  test("members are listed by name, folders are not among them", async () => {
    const workspace = engineWith(files);
    expect(await listed(workspace, archive)).toEqual(["README 10", "a/b/c 1", "src/foo.ts 8", "é 日本.txt 8"]);
    expect(await listed(workspace, `${archive}:src/`)).toEqual(["src/foo.ts 8"]);
    expect(await listed(workspace, `${archive}:src/foo.ts`)).toEqual(["src/foo.ts 8"]);
    expect(await listed(workspace, `${archive}:empty/`)).toEqual([]);
  });

  test.each([
    ["src/foo.ts", ["one", "two"]],
    ["./src//foo.ts", ["one", "two"]],
    ["README", ["read me"]],
    ["é 日本.txt", ["ü", "ß"]],
    ["a/b/c", ["c"]],
    ["src", { code: "member-unreadable", member: "src", why: "folder" }],
    ["empty", { code: "member-unreadable", member: "empty", why: "folder" }],
    ["src/fo.ts", { code: "member-not-found", member: "src/fo.ts", near: ["src/foo.ts"] }],
    ["lib/foo.ts", { code: "member-not-found", member: "lib/foo.ts", near: ["src/foo.ts"] }],
    ["srk/foo.js", { code: "member-not-found", member: "srk/foo.js", near: ["src"] }],
    ["src/../README", { code: "member-unreadable", member: "src/../README", why: "outside" }],
    ["/README", { code: "member-unreadable", member: "/README", why: "outside" }],
  ])("member %s", async (member, lines) => {
    expect(await viewed(engineWith(files), `${archive}:${member}`)).toEqual(lines);
  });
});

test("of members with the same name the last counts, as for those who unpack", async () => {
  const members = [
    { name: "a", data: "first" },
    { name: "b", data: "b" },
    { name: "./a", data: "the last" },
  ];
  const workspace = engineWith(both(members));
  for (const archive of ["a.zip", "a.tar", "a.tgz"]) {
    expect(await listed(workspace, archive)).toEqual(["a 8", "b 1"]);
    expect(await viewed(workspace, `${archive}:a`)).toEqual(["the last"]);
  }
});

test("names that lead out of the archive are refused, whoever asks for them", async () => {
  const names = ["../up", "a/../../up", "/etc/passwd", "C:\\x", "ok"];
  const workspace = engineWith(both(names.map((name) => ({ name, data: "x" }))));
  const inZip = ["../up 1 [outside]", "/etc/passwd 1 [outside]", "C:/x 1 [outside]", "a/../../up 1 [outside]", "ok 1"];
  expect(await listed(workspace, "a.zip")).toEqual(inZip);
  expect(await listed(workspace, "a.tgz")).toEqual(inZip.map((line) => line.replace("C:/x", "C:\\x")));
  expect(await viewed(workspace, "a.zip:../up")).toEqual({ code: "member-unreadable", member: "../up", why: "outside" });
  expect(await viewed(workspace, "a.tgz:/etc/passwd")).toEqual({ code: "member-unreadable", member: "/etc/passwd", why: "outside" });
});

test("backslashes separate in a zip, as programs that write them mean it, and are letters in a tar", async () => {
  const workspace = engineWith(
    both([
      { name: "..\\up", data: "x" },
      { name: "dir\\file", data: "x" },
    ]),
  );
  expect(await listed(workspace, "a.zip")).toEqual(["../up 1 [outside]", "dir/file 1"]);
  expect(await listed(workspace, "a.tar")).toEqual(["..\\up 1", "dir\\file 1"]);
});

describe("what is not text is not read", () => {
  const kinds: readonly (readonly [string, ZipMember, string])[] = [
    ["a link", { name: "m", data: "target", mode: 0o120777 }, "link"],
    ["a device", { name: "m", mode: 0o020644 }, "device"],
    ["an encrypted member", { name: "m", data: "x".repeat(50), flags: 1 }, "encrypted"],
    ["a method other than deflate", { name: "m", data: "x", method: 12 }, "compression"],
    ["a NUL", { name: "m", data: "text\0text" }, "binary"],
    ["a NUL behind much text", { name: "m", data: `${"text\n".repeat(20_000)}\0` }, "binary"],
    ["bytes that are not UTF-8", { name: "m", data: Buffer.from("caf\xe9\n", "latin1") }, "binary"],
    ["UTF-16", { name: "m", data: Buffer.from("\ufefftext", "utf16le") }, "binary"],
    ["a wrong checksum", { name: "m", data: "x", crc: 1 }, "damaged"],
    ["a size above the truth", { name: "m", data: "x", size: 2 }, "damaged"],
    ["a size below the truth", { name: "m", data: "xyz", size: 2 }, "damaged"],
    ["the same of a large member", { name: "m", data: Buffer.alloc(2_000_000, "0123456789\n"), size: 1_999_999 }, "damaged"],
    ["packed bytes that are cut off", { name: "m", data: "x".repeat(90), packed: zlib.deflateRawSync(Buffer.alloc(90, "x")).subarray(0, 3) }, "damaged"],
    ["packed bytes that are none", { name: "m", data: "x".repeat(9), packed: Buffer.from("no deflate") }, "damaged"],
    ["more bytes than the file has", { name: "m", data: "x", packedSize: 1_000_000 }, "damaged"],
    ["too many bytes", { name: "m", data: "x", method: 0, size: 65 * 2 ** 20, packedSize: 65 * 2 ** 20 }, "too-large"],
  ];

  test.each(kinds)("%s in a zip", async (_, member, why) => {
    const workspace = engineWith({ "a.zip": zip([{ name: "before", data: "1" }, member, { name: "z", data: "2" }]) });
    expect(await viewed(workspace, "a.zip:m")).toEqual({ code: "member-unreadable", member: "m", why });
    expect(await viewed(workspace, "a.zip:z")).toEqual(["2"]);
  });

  test.each<[string, TarMember, string]>([
    ["a link", { name: "m", type: "2", link: "/etc/passwd" }, "link"],
    ["a hard link", { name: "m", type: "1", link: "before", size: 1 }, "link"],
    ["a device", { name: "m", type: "3" }, "device"],
    ["a pipe", { name: "m", type: "6" }, "device"],
    ["something unknown", { name: "m", type: "Z", data: "?" }, "device"],
    ["a sparse file", { name: "m", type: "S", data: "x" }, "sparse"],
    ["a NUL", { name: "m", data: "text\0text" }, "binary"],
    ["bytes that are not UTF-8", { name: "m", data: Buffer.from("caf\xe9\n", "latin1") }, "binary"],
  ])("%s in a tar", async (_, member, why) => {
    const workspace = engineWith({ "a.tar": tar([{ name: "before", data: "1" }, member, { name: "z", data: "2" }]) });
    expect(await viewed(workspace, "a.tar:m")).toEqual({ code: "member-unreadable", member: "m", why });
    expect(await viewed(workspace, "a.tar:z")).toEqual(["2"]);
  });
});

describe("long and odd names", () => {
  const long = `${"folder/".repeat(40)}file.txt`;

  test.each<[string, readonly TarMember[], string]>([
    ["of pax", [pax({ path: long }), { name: "short", data: "x" }], long],
    ["of pax in UTF-8", [pax({ mtime: "1.5", path: "é/日本" }), { name: "short", data: "x" }], "é/日本"],
    [
      "of GNU",
      [
        { name: "././@LongLink", type: "L", data: `${long}\0` },
        { name: "short", data: "x" },
      ],
      long,
    ],
    ["with a prefix", [{ name: "b.txt", prefix: "some/folder", data: "x" }], "some/folder/b.txt"],
    ["after global records", [pax({ comment: "0123456789abcdef" }, "g"), { name: "b.txt", data: "x" }], "b.txt"],
    ["only for the member they precede", [pax({ path: "first" }), { name: "x", data: "x" }, { name: "b.txt", data: "x" }], "b.txt"],
  ])("%s", async (_, members, name) => {
    expect(await viewed(engineWith({ "a.tar": tar(members) }), `a.tar:${name}`)).toEqual(["x"]);
  });

  test("pax tells the size where the header cannot", async () => {
    const header = { name: "m", data: "four", size: 0 };
    expect(await viewed(engineWith({ "a.tar": tar([pax({ size: "4" }), header, { name: "z", data: "2" }]) }), "a.tar:m")).toEqual(["four"]);
  });

  test("zip names are UTF-8 with or without the flag, else CP437", async () => {
    const members = [
      { name: Buffer.from("flagless é"), data: "1" },
      { name: Buffer.from([0x63, 0x61, 0x66, 0x82]), data: "2" },
    ];
    expect(await listed(engineWith({ "a.zip": zip(members) }), "a.zip")).toEqual(["café 1", "flagless é 1"]);
  });
});

test("zip64, sizes behind the data, and stored members are read", async () => {
  const members = [
    { name: "a", data: "one\n", descriptor: true },
    { name: "b", data: "two\n", method: 0 },
  ];
  const workspace = engineWith({ "a.zip": zip(members, { zip64: true }) });
  expect([await viewed(workspace, "a.zip:a"), await viewed(workspace, "a.zip:b")]).toEqual([["one"], ["two"]]);
});

test("empty archives have no members", async () => {
  const workspace = engineWith({ "a.zip": zip([]), "a.tar": tar([]), "a.tgz": zlib.gzipSync(tar([])) });
  expect([await listed(workspace, "a.zip"), await listed(workspace, "a.tar"), await listed(workspace, "a.tgz")]).toEqual([[], [], []]);
});

test("gzip may have several parts, and something behind them", async () => {
  const whole = tar([
    { name: "a", data: "one" },
    { name: "b", data: "two" },
  ]);
  const parts = Buffer.concat([zlib.gzipSync(whole.subarray(0, 700)), zlib.gzipSync(whole.subarray(700)), Buffer.from("behind")]);
  expect(await listed(engineWith({ "a.tgz": parts }), "a.tgz")).toEqual(["a 3", "b 3"]);
});

test("gzip headers may hold more than they must", async () => {
  const plain = tar([{ name: "a", data: "one" }]);
  const head = Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0, ...Buffer.from("xyz"), ...Buffer.from("a.tar\0comment\0"), 0, 0]);
  const bytes = Buffer.concat([head, zlib.gzipSync(plain).subarray(10)]);
  expect(await listed(engineWith({ "a.tgz": bytes }), "a.tgz")).toEqual(["a 3"]);
});

test("a .tar that is packed, and a .tgz that is not, are read as what they are", async () => {
  const plain = tar([{ name: "a", data: "one" }]);
  const workspace = engineWith({ "a.tar": zlib.gzipSync(plain), "a.tgz": plain });
  expect([await listed(workspace, "a.tar"), await listed(workspace, "a.tgz")]).toEqual([["a 3"], ["a 3"]]);
});

describe("damage is told", () => {
  const members = [
    { name: "a", data: "one\n" },
    { name: "b", data: "x".repeat(2_000) },
    { name: "c", data: "three\n" },
  ];
  const whole = tar(members);

  test.each<[string, string, Buffer, unknown]>([
    ["no zip", "a.zip", Buffer.from("not an archive"), "End of central directory record signature not found. Either not a zip file, or file is truncated."],
    ["an empty zip file", "a.zip", Buffer.alloc(0), "End of central directory record signature not found. Either not a zip file, or file is truncated."],
    [
      "a zip that is cut off",
      "a.zip",
      zip(members).subarray(0, 60),
      "End of central directory record signature not found. Either not a zip file, or file is truncated.",
    ],
    ["no tar", "a.tar", Buffer.alloc(600, "x"), "a header has a wrong checksum"],
    ["an empty tar file", "a.tar", Buffer.alloc(0), "it ends without an end mark; the rest may be missing"],
    ["gzip of something else", "a.tgz", zlib.gzipSync(Buffer.alloc(600, "x")), "a header has a wrong checksum"],
    ["broken gzip", "a.tgz", Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(100, 0xff)]), "invalid block type"],
    ["gzip with half a header", "a.tgz", Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0, 200]), "its header cannot be read"],
  ])("%s", async (_, name, bytes, detail) => {
    const workspace = engineWith({ [name]: bytes });
    expect(await listed(workspace, name)).toEqual({ code: "archive-damaged", detail });
    expect(await viewed(workspace, `${name}:a`)).toEqual({ code: "archive-damaged", detail });
  });

  test.each<[string, Buffer, string]>([
    ["a tar that ends in a member", whole.subarray(0, 2_000), "it ends in the middle of a member"],
    ["a tar.gz that does", zlib.gzipSync(whole, { level: 0 }).subarray(0, 2_000), "it is cut off"],
    ["a header that was changed", Buffer.concat([whole.subarray(0, 3_600), Buffer.from("?"), whole.subarray(3_601)]), "a header has a wrong checksum"],
  ])("%s: what came before it is there", async (_, bytes, detail) => {
    const workspace = engineWith({ "a.tar": bytes });
    expect(((await listed(workspace, "a.tar")) as string[]).at(-1)).toBe(`damaged: ${detail}`);
    expect(await viewed(workspace, "a.tar:a")).toEqual(["one"]);
    expect(await viewed(workspace, "a.tar:c")).toEqual({ code: "archive-damaged", detail });
  });

  test("a member that is cut off is not shown in part", async () => {
    expect(await viewed(engineWith({ "a.tar": whole.subarray(0, 2_000) }), "a.tar:b")).toEqual({ code: "member-unreadable", member: "b", why: "damaged" });
  });

  test("a wrong checksum of all is told, too", async () => {
    const bytes = zlib.gzipSync(whole);
    bytes.writeUInt32LE(1, bytes.length - 8);
    expect(((await listed(engineWith({ "a.tgz": bytes }), "a.tgz")) as string[]).at(-1)).toBe("damaged: its checksum is wrong");
  });

  test("a zip whose directory points out of the file is damaged, whatever the number", async () => {
    const far = zip(members, { zip64: true });
    far.writeBigUInt64LE(2n ** 64n - 1n, far.length - 22 - 20 + 8);
    expect(await listed(engineWith({ "a.zip": far }), "a.zip")).toEqual({ code: "archive-damaged", detail: "it points to a place that is not in the file" });
  });

  test("a zip with a strongly encrypted member is encrypted", async () => {
    expect(await listed(engineWith({ "a.zip": zip([{ name: "a", flags: 0x41 }]) }), "a.zip")).toEqual({ code: "archive-encrypted" });
  });
});

describe("which archive a path means", () => {
  const inner = zip([{ name: "c", data: "inner" }]);
  const outer = zip([
    { name: "b.zip:c", data: "a member of that name" },
    { name: "b.zip", data: inner },
  ]);

  test("the longest that exists; archives in archives are not entered", async () => {
    const workspace = engineWith({ "a.zip": outer });
    expect(await viewed(workspace, "a.zip:b.zip:c")).toEqual(["a member of that name"]);
    expect(await viewed(workspace, "a.zip:b.zip")).toEqual({ code: "member-unreadable", member: "b.zip", why: "binary" });
    expect(await viewed(engineWith({ "a.zip": outer, "a.zip:b.zip": inner }), "a.zip:b.zip:c")).toEqual(["inner"]);
  });

  test("a missing one is a missing path, a directory of that name is none", async () => {
    const root = tree({ "b.zip": inner, "dir.zip/": "" });
    const workspace = engineAt(root);
    expect(await viewed(workspace, "a.zip:c")).toEqual({ code: "path-not-found", near: [path.join(root, "b.zip")] });
    expect(await viewed(workspace, "dir.zip:c")).toEqual({ code: "is-a-directory" });
    expect(await viewed(workspace, "b.zip")).toEqual({ code: "is-a-directory" });
  });

  test("the fence holds, and a link is followed only inside it", async () => {
    const outside = tree({ "secret.zip": inner });
    const root = tree({ "out.zip": { link: path.join(outside, "secret.zip") }, "real.zip": inner, "in.zip": { link: "real.zip" } });
    const workspace = engineAt(root, { denyDirs: ["real.zip"] });
    expect(await viewed(workspace, "out.zip:c")).toEqual({ code: "path-outside" });
    expect(await viewed(workspace, `${outside}/secret.zip:c`)).toEqual({ code: "path-outside" });
    expect(await viewed(workspace, "in.zip:c")).toEqual({ code: "path-denied", pattern: "real.zip" });
    expect(await viewed(engineAt(root), "in.zip:c")).toEqual(["inner"]);
  });
});

test("nothing is written, and no descriptor is left open", async () => {
  const root = tree({
    ...both([
      { name: "../up", data: "x" },
      { name: "a/b", data: "x" },
    ]),
    "bad.tgz": zlib.gzipSync(Buffer.alloc(3_000_000, "x")).subarray(0, 2_000),
  });
  const workspace = engineAt(root);
  const descriptors = (): number => fs.readdirSync("/proc/self/fd").length;
  const [before, open] = [fs.readdirSync(path.dirname(root)).length, descriptors()];
  for (const name of ["a.zip", "a.tar", "a.tgz", "bad.tgz"]) {
    await listed(workspace, name);
    await viewed(workspace, `${name}:a/b`);
    await viewed(workspace, `${name}:../up`);
  }
  expect(fs.readdirSync(root).sort()).toEqual(["A.TAR.GZ", "a.tar", "a.tgz", "a.zip", "bad.tgz"]);
  expect([fs.readdirSync(path.dirname(root)).length, descriptors()]).toEqual([before, open]);
});

test("a cancelled reading throws", async () => {
  const cancel = new AbortController();
  cancel.abort();
  const workspace = engineWith({ "a.tgz": zlib.gzipSync(tar([{ name: "a", data: "x" }])) });
  await expect(listArchive("a.tgz", TIME_MS, workspace, cancel.signal)).rejects.toThrow(/abort/i);
});

test("at the limit of time a view is refused, a list is what there is", async () => {
  const workspace = engineWith({ "a.tgz": zlib.gzipSync(tar([{ name: "a", data: "x" }])) });
  expect(await readMember("a.tgz:a", -1, workspace, NEVER)).toMatchObject({ ok: false, failure: { code: "time-limit" } });
  expect(await listArchive("a.tgz", -1, workspace, NEVER)).toMatchObject({ ok: true, value: { members: [], ended: "time" } });
});
