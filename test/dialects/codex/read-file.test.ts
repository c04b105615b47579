import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { workspaceAt } from "../../support/workspace.ts";

/** The text of reading a file with this content. */
async function read(content: string | Buffer, args: Record<string, unknown>, settings: Partial<Settings> = {}): Promise<string> {
  const root = tree({ "f.txt": content });
  const { text } = await workspaceAt(root, { dialect: "codex", ...settings }).call("read_file", { file_path: `${root}/f.txt`, ...args });
  return text.replaceAll(root, "ROOT");
}

const THREE = "alpha\nbeta\ngamma\n";

describe("read_file shows a slice of lines", () => {
  test.each<[string, string | Buffer, Record<string, unknown>, string]>([
    ["all of them", THREE, {}, "L1: alpha\nL2: beta\nL3: gamma"],
    ["a range", THREE, { offset: 2, limit: 2 }, "L2: beta\nL3: gamma"],
    ["no more than asked for", THREE, { limit: 2, mode: "slice" }, "L1: alpha\nL2: beta"],
    ["numbers as text", THREE, { offset: "3", limit: "9" }, "L3: gamma"],
    ["everything for a huge limit", THREE, { limit: 2 ** 64 }, "L1: alpha\nL2: beta\nL3: gamma"],
    ["a last line without newline", "a\n\nb", {}, "L1: a\nL2: \nL3: b"],
    ["CRLF", "one\r\ntwo\r\n", {}, "L1: one\nL2: two"],
    ["a lone CR", "one\rtwo\r", {}, "L1: one\rtwo\r"],
    ["bytes that are not UTF-8", Buffer.from("a\xffb\n", "latin1"), {}, "L1: a\uFFFDb"],
    ["bytes that only look like UTF-16", Buffer.from("\xff\xfe\nplain\n", "latin1"), {}, "L1: \uFFFD\uFFFD\nL2: plain"],
    ["a byte order mark", "\uFEFFa\n", {}, "L1: a"],
    ["UTF-16 LE", Buffer.from("\uFEFFä\r\nb\r\n", "utf16le"), {}, "L1: ä\nL2: b"],
    ["UTF-16 BE", Buffer.from("\uFEFFä\nb", "utf16le").swap16(), {}, "L1: ä\nL2: b"],
    ["500 bytes of a long line", `${"x".repeat(550)}\ny\n`, {}, `L1: ${"x".repeat(500)}\nL2: y`],
    ["whole characters of them", `${"x".repeat(499)}é${"é".repeat(300)}\n${"世".repeat(200)}\n`, {}, `L1: ${"x".repeat(499)}\nL2: ${"世".repeat(166)}`],
    ["whole pairs of them", `${"😀".repeat(300)}\n`, {}, `L1: ${"😀".repeat(125)}`],
  ])("%s", async (_, content, args, text) => {
    expect(await read(content, args)).toBe(text);
  });

  test("2,000 lines unless more are asked for, and says so", async () => {
    const lines = (await read("x\n".repeat(2_001), {})).split("\n");
    expect(lines.slice(-2)).toEqual(["L2000: x", "[Showing lines 1-2000. Next: offset=2001]"]);
    expect((await read("x\n".repeat(2_000), {})).split("\n").at(-1)).toBe("L2000: x");
    expect((await read("x\n".repeat(2_001), { limit: 2_001 })).split("\n").at(-1)).toBe("L2001: x");
  });

  test("as much as an answer may hold, and where to go on", async () => {
    const text = await read(`${"y".repeat(400)}\n`.repeat(100), { offset: 11, limit: 90 }, { maxOutputChars: 4_000 });
    expect([text.length < 4_000, text.split("\n").at(-1)]).toEqual([true, "[Showing lines 11-19. Next: offset=20]"]);
  });

  test("a part of a file that is larger than other tools take, in little memory", async () => {
    const root = tree({});
    const file = path.join(root, "large");
    const fd = fs.openSync(file, "w");
    for (let i = 0; i < 64; i++) fs.writeSync(fd, `${"x".repeat(1024 * 1024 - 1)}\n`);
    fs.closeSync(fd);
    const workspace = workspaceAt(root, { dialect: "codex", maxFileBytes: 1_000 });
    const before = process.memoryUsage().rss;
    const slice = await workspace.call("read_file", { file_path: file, offset: 60, limit: 1 });
    const block = await workspace.call("read_file", { file_path: file, offset: 60, mode: "indentation" });
    expect([slice.text, block.text]).toEqual([`L60: ${"x".repeat(500)}`, `L60: ${"x".repeat(500)}`]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

const CODE = "mod a {\n    // one\n    fn one() {\n        1\n    }\n\n    fn two() {\n        2\n    }\n}\n";

describe("read_file shows the block around a line", () => {
  test.each<[Record<string, unknown>, string]>([
    [{ offset: 4, indentation: { max_levels: 1 } }, "L2:     // one\nL3:     fn one() {\nL4:         1\nL5:     }"],
    [{ indentation: { anchor_line: 4, max_levels: 1, include_header: false } }, "L3:     fn one() {\nL4:         1\nL5:     }"],
    [{ indentation: '{"anchor_line": "8", "max_levels": "1"}' }, "L7:     fn two() {\nL8:         2\nL9:     }"],
    [{ offset: 8 }, "L1: mod a {\nL2:     // one\nL3:     fn one() {\nL4:         1\nL5:     }\nL6: \nL7:     fn two() {\nL8:         2\nL9:     }\nL10: }"],
    [
      { offset: 8, indentation: { max_levels: 1, include_siblings: true } },
      "L2:     // one\nL3:     fn one() {\nL4:         1\nL5:     }\nL6: \nL7:     fn two() {\nL8:         2\nL9:     }",
    ],
    [{ offset: 8, limit: 3 }, "L7:     fn two() {\nL8:         2\nL9:     }"],
    [{ offset: 8, limit: 3, indentation: { max_lines: 2 } }, "L7:     fn two() {\nL8:         2"],
    [{ offset: 8, limit: 1 }, "L8:         2"],
  ])("%j", async (args, text) => {
    expect(await read(CODE, { mode: "indentation", ...args })).toBe(text);
  });

  test("as much of it as an answer may hold, the line in the middle", async () => {
    const lines = (await read(`  ${"y".repeat(96)}\n`.repeat(100), { mode: "indentation", offset: 50 }, { maxOutputChars: 2_000 })).split("\n");
    expect([lines[0]?.slice(0, 4), lines.at(-1)]).toEqual(["L42:", "[Showing lines 42-57. The block is larger; go on with mode slice and offset]"]);
  });

  test("around a line near the end of a long block, which is still there", async () => {
    const lines = (await read(`{\n${"  y\n".repeat(5_000)}}\n`, { mode: "indentation", offset: 5_000 }, { maxOutputChars: 2_000 })).split("\n");
    expect(lines).toContain("L5000:   y");
    expect(lines.join("\n").length).toBeLessThan(2_000);
  });
});

describe("read_file refuses", () => {
  test.each<[string | Buffer, Record<string, unknown>, string]>([
    [THREE, { file_path: "f.txt" }, "file_path must be an absolute path"],
    [THREE, { file_path: "" }, "file_path must be an absolute path"],
    [THREE, { offset: 0, limit: 0 }, "offset must be a 1-indexed line number"],
    [THREE, { limit: 0, file_path: "f" }, "limit must be greater than zero"],
    [THREE, { offset: 4 }, "offset exceeds file length"],
    ["", {}, "offset exceeds file length"],
    [THREE, { mode: "indentation", offset: 4 }, "anchor_line exceeds file length"],
    [THREE, { mode: "indentation", indentation: { anchor_line: 1e18 } }, "anchor_line exceeds file length"],
    ["", { mode: "indentation" }, "anchor_line exceeds file length"],
    [THREE, { mode: "indentation", indentation: { anchor_line: 0 } }, "anchor_line must be a 1-indexed line number"],
    [THREE, { mode: "indentation", indentation: { max_lines: 0 } }, "max_lines must be greater than zero"],
    [THREE, { mode: "tree" }, "failed to parse function arguments: unknown variant `tree`, expected `slice` or `indentation` at `mode`"],
    [THREE, { indentation: 3 }, "failed to parse function arguments: invalid type: integer, expected a map at `indentation`"],
    [
      THREE,
      { indentation: { anchor: 3 } },
      "failed to parse function arguments: unknown field `indentation.anchor`, expected one of `anchor_line`, `max_levels`, `include_siblings`, `include_header`, `max_lines`",
    ],
    [THREE, { indentation: { max_levels: -1 } }, "failed to parse function arguments: invalid value: integer `-1`, expected usize at `indentation.max_levels`"],
    [Buffer.from("a\0b\n"), {}, "file ROOT/f.txt is binary, not text; read_file reads text only"],
    [Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), {}, "file ROOT/f.txt is an image, not text; read_file reads text only"],
  ])("%j with %j", async (content, args, refusal) => {
    expect(await read(content, args)).toBe(refusal);
  });

  test.each([
    ["ROOT/no", "unable to access `ROOT/no`: No such file or directory (os error 2)"],
    ["ROOT/d", "unable to access `ROOT/d`: Is a directory (os error 21). Use list_dir to list it."],
    ["ROOT/f/x", "unable to access `ROOT/f/x`: Not a directory (os error 20)"],
    ["ROOT/loop", "unable to access `ROOT/loop`: Too many levels of symbolic links (os error 40)"],
    [`ROOT/${"x".repeat(300)}`, `unable to access \`ROOT/${"x".repeat(300)}\`: File name too long (os error 36)`],
    ["ROOT/secret", 'path ROOT/secret matches deny pattern "secret"'],
    ["ROOT/out", "path ROOT/out is outside the allowed directories"],
    ["/etc/passwd", "path /etc/passwd is outside the allowed directories"],
  ])("%s", async (file, refusal) => {
    const root = tree({ "d/": "", f: "x", secret: "x", loop: { link: "loop" }, out: { link: "/etc/passwd" } });
    const workspace = workspaceAt(root, { dialect: "codex", denyDirs: ["secret"] });
    const { text, outcome } = await workspace.call("read_file", { file_path: file.replace("ROOT", root) });
    expect([text.replaceAll(root, "ROOT"), outcome]).toEqual([refusal, "error"]);
  });
});

test("a picture that is text is read, and a name in quotes is taken back", async () => {
  const root = tree({ "a\n.svg": "<svg/>\n" });
  const { text } = await workspaceAt(root, { dialect: "codex" }).call("read_file", { file_path: `"${root}/a\\n.svg"` });
  expect(text).toBe("L1: <svg/>");
});
