// What archives may cost: bombs end early, with an error and without memory.
import zlib from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { eachMember, openArchive } from "../../../src/files/archive/archive.ts";
import { Budget, type OverBudget, readingIn, TimeUp } from "../../../src/files/archive/budget.ts";
import { listArchive } from "../../../src/files/archive/list-members.ts";
import { readMember } from "../../../src/files/archive/read-member.ts";
import { Limiter } from "../../../src/workspace/limiter.ts";
import { DEFLATE_END, deflatedBlock, gzip, pax, repeated, tar, tarHeader, zip } from "../../support/archives.ts";
import { engineAt, NEVER } from "../../support/engine.ts";
import { tree } from "../../support/tree.ts";

const MIB = 2 ** 20;
const TIME_MS = 60_000;
const ZEROS = Buffer.alloc(MIB);
const LINES = Buffer.alloc(MIB, "aaaaaaa\n");
/** Shrinks to about a fiftieth: nothing that a ratio could tell. */
const TEXT = Buffer.concat([Buffer.from(Array.from({ length: 4_000 }, (_, i) => `${(i * 7_919) % 10_007} `).join("")), LINES]).subarray(0, MIB);

async function failuresOf(name: string, bytes: Buffer, member: string): Promise<readonly unknown[]> {
  const workspace = engineAt(tree({ [name]: bytes }));
  const results = [await listArchive(name, TIME_MS, workspace, NEVER), await readMember(`${name}:${member}`, TIME_MS, workspace, NEVER)];
  return results.map((result) => {
    if (result.ok) return "ok";
    const { path: _, ...failure } = result.failure as { readonly code: string; readonly path: string };
    return failure;
  });
}

const TOO_DENSE = { code: "archive-too-large", member: "bomb.txt", what: "ratio", limit: 300 };
const TOO_MANY = { code: "archive-too-large", what: "members", limit: 100_000 };
const TOO_MUCH = { code: "archive-too-large", what: "bytes", limit: 512 * MIB };

describe("bombs", () => {
  const gibibyte = (block: Buffer): Buffer => Buffer.concat([...repeated(1024, deflatedBlock(block)), DEFLATE_END]);

  test.each<[string, string, Buffer, readonly unknown[]]>([
    ["1 GiB of zeros in a zip", "a.zip", zip([{ name: "bomb.txt", packed: gibibyte(ZEROS), size: 1024 * MIB }]), ["ok", TOO_DENSE]],
    ["that says it is 1,000 bytes", "a.zip", zip([{ name: "bomb.txt", packed: gibibyte(LINES), size: 1_000 }]), ["ok", unreadable("damaged")]],
    ["that says it is 60 MiB", "a.zip", zip([{ name: "bomb.txt", packed: gibibyte(LINES), size: 60 * MIB }]), ["ok", TOO_DENSE]],
    ["1 GiB of text in a zip", "a.zip", zip([{ name: "bomb.txt", packed: gibibyte(TEXT), size: 1024 * MIB }]), ["ok", unreadable("too-large")]],
    ["1 GiB of zeros in a tar.gz", "a.tgz", gzip([deflatedBlock(tarHeader({ name: "bomb.txt", size: 1024 * MIB })), gibibyte(ZEROS)]), [TOO_DENSE, TOO_DENSE]],
    ["zeros behind the end of a tar.gz", "a.tgz", gzip([deflatedBlock(tar([{ name: "bomb.txt" }])), gibibyte(ZEROS)]), [TOO_DENSE, TOO_DENSE]],
    ["1 GiB of text in a tar.gz", "a.tgz", gzip([deflatedBlock(tarHeader({ name: "bomb.txt", size: 1024 * MIB })), gibibyte(TEXT)]), [TOO_MUCH, TOO_MUCH]],
  ])("%s", async (_, name, bytes, failures) => {
    const before = process.memoryUsage().rss;
    expect(await failuresOf(name, bytes, "bomb.txt")).toEqual(failures);
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
  });

  test("members that share their packed bytes", async () => {
    const packed = deflatedBlock(LINES);
    const small = zip([{ name: "m0", packed: Buffer.concat([packed, DEFLATE_END]), data: LINES }]);
    // A directory of 1,000 entries that all lead to the one member.
    const entry = small.subarray(small.indexOf(Buffer.from([0x50, 0x4b, 1, 2])), -22);
    const directory = Buffer.concat(
      Array.from({ length: 1_000 }, (_, i) => Buffer.concat([entry.subarray(0, 46), Buffer.from(String.fromCharCode(0x100 + i))])),
    );
    const end = Buffer.from(small.subarray(-22));
    end.writeUInt16LE(1_000, 8);
    end.writeUInt16LE(1_000, 10);
    const bytes = Buffer.concat([small.subarray(0, small.length - 22 - entry.length), directory, end]);
    const workspace = engineAt(tree({ "a.zip": bytes }));
    const opened = await openArchive("a.zip", workspace);
    if (!opened.ok) return expect(opened).toEqual("open");
    onTestFinished(() => opened.value.archive.file.close());
    const pass = await eachMember(
      opened.value.archive,
      () => true,
      readingIn(workspace, NEVER, performance.now() + TIME_MS),
      async () => undefined,
    );
    expect(pass).toMatchObject({ ok: false, failure: { code: "archive-too-large", what: "ratio" } });
  });

  function unreadable(why: string): object {
    return { code: "member-unreadable", member: "bomb.txt", why };
  }
});

describe("too many members", () => {
  const many = Array.from({ length: 100_001 }, (_, i) => ({ name: `m${i}`, method: 0 }));

  test.each([
    ["a zip", "a.zip", zip(many, { zip64: true }), TOO_MANY],
    ["a tar.gz", "a.tgz", zlib.gzipSync(tar(many), { level: 1 }), TOO_MANY],
  ])("%s", async (_, name, bytes, failure) => {
    expect(await failuresOf(name, bytes, "m1")).toEqual([failure, failure]);
  });

  test("100,000 are not", async () => {
    const workspace = engineAt(tree({ "a.zip": zip(many.slice(1), { zip64: true }) }));
    expect(await listArchive("a.zip", TIME_MS, workspace, NEVER)).toMatchObject({ ok: true, value: { members: { length: 100_000 } } });
  });

  test("names that would fill the memory", async () => {
    const members = Array.from({ length: 20 }, (_, i) => [pax({ path: `${i}${"x".repeat(900_000)}` }), { name: "m" }]).flat();
    const failure = { code: "archive-too-large", what: "names", limit: 16 * MIB };
    expect(await failuresOf("a.tar", tar(members), "m")).toEqual([failure, failure]);
  });
});

describe("a budget", () => {
  const budget = (archiveBytes: number): Budget => new Budget({ signal: NEVER, deadline: Number.POSITIVE_INFINITY, largeTexts: new Limiter(1) }, archiveBytes);
  const unpack = (of: number, packed: number, archiveBytes: number): unknown => {
    try {
      budget(archiveBytes).addUnpacked(of, { packed, of });
      return "ok";
    } catch (error) {
      return (error as OverBudget).excess.what;
    }
  };

  test.each([
    ["text that shrinks well", 60 * MIB, MIB, "ok"],
    ["a small dense member", 16 * MIB, 16_000, "ok"],
    ["a dense member", 17 * MIB, 17_000, "ratio"],
    ["as much as there may be", 512 * MIB, 400 * MIB, "ok"],
    ["more", 512 * MIB + 1, 400 * MIB, "bytes"],
  ])("%s", (_, of, packed, outcome) => {
    expect(unpack(of, packed, packed)).toBe(outcome);
  });

  test("what was unpacked in all counts against the whole archive", () => {
    expect(unpack(17 * MIB, MIB, 17_000)).toBe("ratio");
  });

  test("time and cancellation are asked for at every step", () => {
    const cancel = new AbortController();
    cancel.abort();
    const largeTexts = new Limiter(1);
    expect(() => new Budget({ signal: NEVER, deadline: 0, largeTexts }, 1).addMember(1)).toThrow(TimeUp);
    expect(() => new Budget({ signal: cancel.signal, deadline: Number.POSITIVE_INFINITY, largeTexts }, 1).addMember(1)).toThrow(/abort/i);
  });
});

test("empty parts of gzip do not outlast the limit of time", async () => {
  const workspace = engineAt(tree({ "a.tgz": Buffer.concat(repeated(200_000, zlib.gzipSync(Buffer.alloc(0)))) }));
  expect(await listArchive("a.tgz", 50, workspace, NEVER)).toMatchObject({ ok: true, value: { ended: "time" } });
});
