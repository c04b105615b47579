import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenWorkspace, Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const LINES = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join("");
const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
const EMPTY = "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>";
const NOT_UTF8 = "[This file is not valid UTF-8: bytes that are no characters are shown as \uFFFD. Edit and Write refuse it.]";
const HAS_NUL = "[This file has NUL bytes in its first 8 KB: it may not be a text. Edit and Write refuse it.]";

function opened(root: string, settings: Partial<Settings> = {}): OpenWorkspace {
  return workspaceAt(root, { dialect: "claude-code", ...settings });
}

function shorter(offset: number, lines: number): string {
  return `<system-reminder>Warning: the file exists but is shorter than the provided offset (${offset}). The file has ${lines} lines.</system-reminder>`;
}

test.each<[string, string | Buffer, object, string]>([
  ["a file", "a\nb\n", {}, "1\ta\n2\tb\n3\t"],
  ["a last line without newline", "a\nb", {}, "1\ta\n2\tb"],
  ["a newline", "\n", {}, "1\t\n2\t"],
  ["an empty file", "", {}, EMPTY],
  ["an empty file from an offset", "", { offset: 3 }, EMPTY],
  ["a mark and nothing else", "\uFEFF", {}, EMPTY],
  ["lines from an offset", LINES, { offset: 11 }, "11\tline 11\n12\tline 12\n13\t"],
  ["a number of lines", LINES, { limit: 2 }, "1\tline 1\n2\tline 2"],
  ["some lines", LINES, { offset: "9", limit: "2" }, "9\tline 9\n10\tline 10"],
  ["the empty line behind the last newline", LINES, { offset: 13, limit: 5 }, "13\t"],
  ["lines up to the last newline", LINES, { offset: 12, limit: 1 }, "12\tline 12"],
  ["from offset 0 what is there from 1", LINES, { offset: 0, limit: 1 }, "1\tline 1"],
  ["lines as other dialects ask for them", LINES, { view_range: [2, 3] }, "2\tline 2\n3\tline 3"],
  ["lines to the end as other dialects ask for them", LINES, { view_range: [12, -1] }, "12\tline 12\n13\t"],
  ["a warning past the end", LINES, { offset: 14 }, shorter(14, 13)],
  ["a warning past the end without newline", "a\nb", { offset: 3, limit: 1 }, shorter(3, 2)],
  ["CRLF, LF and lone returns", "a\r\nb\nc\rd\r\n", {}, "1\ta\n2\tb\n3\tc\rd\n4\t"],
  ["a byte order mark", "\uFEFFa\n", {}, "1\ta\n2\t"],
  ["UTF-16 LE", Buffer.from("\uFEFFä\r\nb\r\n", "utf16le"), {}, "1\tä\n2\tb\n3\t"],
  ["UTF-16 BE", Buffer.from("\uFEFFä\nb", "utf16le").swap16(), {}, "1\tä\n2\tb"],
  ["what is not UTF-8", Buffer.from("caf\xe9\n", "latin1"), {}, `1\tcaf\uFFFD\n2\t\n\n${NOT_UTF8}`],
  ["a character cut off at the end", Buffer.from("a\n€").subarray(0, 4), {}, `1\ta\n2\t\uFFFD\n\n${NOT_UTF8}`],
  ["U+FFFD itself", "\uFFFD\n", {}, "1\t\uFFFD\n2\t"],
  ["NUL bytes", "a\0b\n", {}, `1\ta\0b\n2\t\n\n${HAS_NUL}`],
  ["NUL bytes behind 8 KB", `${"x".repeat(8192)}\0`, { limit: 1 }, `1\t${"x".repeat(8192)}\0`],
  ["NUL and other bytes", Buffer.from("\0\xff", "latin1"), {}, `1\t\0\uFFFD\n\n${HAS_NUL}\n${NOT_UTF8}`],
  ["a lone return at the end", "a\r", {}, "1\ta\r"],
  ["escape sequences as they are", "\u001b[31mred\n", {}, "1\t\u001b[31mred\n2\t"],
])("Read shows %s", async (_, content, args, text) => {
  const reply = await opened(tree({ "f.txt": content })).call("Read", { file_path: "f.txt", ...args });
  expect(reply).toEqual({ text, outcome: "found" });
});

test.each<[object, string]>([
  [{ file_path: "a.txt", offset: -1 }, "offset must be a whole number of 0 or more, got -1."],
  [{ file_path: "a.txt", limit: 0 }, "limit must be a whole number of 1 or more, got 0."],
  [{ file_path: "a.txt", limit: 1.5 }, "limit must be a whole number of 1 or more, got 1.5."],
  [
    { file_path: "a.txt", limit: "few" },
    "InputValidationError: Read failed due to the following issue:\nThe parameter `limit` type is expected as `number` but provided as `string`",
  ],
  [{ file_path: "a.txt", view_range: [3, 1] }, "view_range must be [start, end] with 1 <= start <= end, or -1 as end for the end of the file."],
  [
    { file_path: "a.txt", pages: "1" },
    "InputValidationError: Read failed due to the following issue:\nAn unexpected parameter `pages` was provided\nValid parameters: file_path, offset, limit",
  ],
  [{}, "InputValidationError: Read failed due to the following issue:\nThe required parameter `file_path` is missing"],
  [{ file_path: "" }, "InputValidationError: Read failed due to the following issue:\nThe parameter `file_path` must not be empty"],
  [
    { file_path: ["a.txt", "b.txt"] },
    "InputValidationError: Read failed due to the following issue:\nThe parameter `file_path` type is expected as `string` but provided as `array`",
  ],
  [{ file_path: "a\0" }, "Path must not contain NUL bytes"],
  [{ file_path: "//host/share" }, "Network path //host/share is refused"],
  [{ file_path: "\\\\host\\share" }, "Network path \\\\host\\share is refused"],
  [{ file_path: "/dev/zero" }, "Cannot read '/dev/zero': it is outside the allowed directories."],
  [{ file_path: "pipe" }, "Cannot read 'ROOT/pipe': it is a named pipe, not a regular file."],
  [{ file_path: "src" }, "EISDIR: illegal operation on a directory, read 'ROOT/src'\nUse Glob to list the files in it."],
  [{ file_path: "secret.env" }, 'Path ROOT/secret.env matches deny pattern "*.env"'],
  [{ file_path: "nope.txt" }, "File does not exist. Note: your current working directory is ROOT."],
  [{ file_path: "src/app.js" }, "File does not exist. Note: your current working directory is ROOT. Did you mean app.ts?"],
  [{ file_path: "src/ap.ts" }, "File does not exist. Note: your current working directory is ROOT.\nSimilar: ROOT/src/app.ts"],
  [{ file_path: "gone" }, "File does not exist. Note: your current working directory is ROOT."],
  [{ file_path: "empty.png" }, "Image file is empty: ROOT/empty.png"],
  [{ file_path: "bad.JPG" }, "File has an image extension but its content is not a valid PNG/JPEG/GIF/WebP. Find out with Bash what it is (file, head -c)."],
  [
    { file_path: "x.ZIP" },
    "This tool cannot read binary files. The file appears to be a binary .zip file. Use a program that knows its format, for example with Bash, and read what it prints.",
  ],
])("Read refuses %j", async (args, text) => {
  const root = tree({ "a.txt": "a", "src/app.ts": "", "empty.png": "", "bad.JPG": "text", "x.ZIP": "text", "secret.env": "", gone: { link: "nowhere" } });
  execFileSync("mkfifo", [path.join(root, "pipe")]);
  const reply = await opened(root, { denyDirs: ["*.env"] }).call("Read", args);
  expect({ ...reply, text: reply.text.replaceAll(root, "ROOT") }).toEqual({ text, outcome: "error" });
});

test("the same path below the working directory is what was meant", async () => {
  const root = tree({ "w/src/app.ts": "x", "src/app.js": "x" });
  const workspace = opened(path.join(root, "w"), { allowDirs: [root] });
  expect(await textOf(workspace, "Read", { file_path: path.join(root, "src/app.ts") })).toBe(
    `File does not exist. Note: your current working directory is ${root}/w. Did you mean ${root}/w/src/app.ts?`,
  );
});

test.each([
  ["a.png", "image/png"],
  ["another.jpeg", "image/png"],
  ["without-extension", "image/png"],
])("%s is a picture, of the kind its bytes say", async (name, mimeType) => {
  const reply = await opened(tree({ [name]: PNG })).call("Read", { file_path: name });
  expect([reply.text, reply.outcome, reply.image?.mimeType, reply.image?.data.equals(PNG)]).toEqual(["Image (image/png, 16 bytes)", "found", mimeType, true]);
});

test.each([
  ["vector.svg", "<svg/>\n", "1\t<svg/>\n2\t"],
  ["book.ipynb", "{}", "1\t{}"],
  ["note", "GIF89a is a format", "1\tGIF89a is a format"],
  [".bin", "hidden", "1\thidden"],
])("%s is text", async (name, content, text) => {
  expect(await textOf(opened(tree({ [name]: content })), "Read", { file_path: name })).toBe(text);
});

test("a picture larger than files may be is refused", async () => {
  const workspace = opened(tree({ "a.png": PNG }), { maxFileBytes: 10 });
  expect(await textOf(workspace, "Read", { file_path: "a.png" })).toBe("Content is 16 bytes, exceeds maximum 10 bytes");
});

test("files above 256 KB are read by pieces", async () => {
  const root = tree({ "just.txt": "x".repeat(256 * 1024), "big.txt": `${"y".repeat(101)}\n`.repeat(3_000) });
  const workspace = opened(root, { maxOutputChars: 400_000 });
  expect(await textOf(workspace, "Read", { file_path: "just.txt" })).toBe(`1\t${"x".repeat(256 * 1024)}`);
  const refusal =
    "File content (298.8KB) exceeds maximum allowed size (256KB). Use offset and limit parameters to read specific portions of the file, " +
    "or search for specific content instead of reading the whole file.";
  expect(await workspace.call("Read", { file_path: "big.txt" })).toEqual({ text: refusal, outcome: "error" });
  expect(await textOf(workspace, "Read", { file_path: "big.txt", offset: 3_000 })).toBe(refusal);
  expect(await textOf(workspace, "Read", { file_path: "big.txt", offset: 3_000, limit: 9 })).toBe(`3000\t${"y".repeat(101)}\n3001\t`);
});

test("of files too large to be edited only the way to the lines is read", async () => {
  const workspace = opened(tree({ "big.txt": "line\n".repeat(100) }), { maxFileBytes: 200 });
  expect(await textOf(workspace, "Read", { file_path: "big.txt", offset: 2, limit: 2 })).toBe("2\tline\n3\tline");
  expect(await textOf(workspace, "Read", { file_path: "big.txt", offset: 200, limit: 2 })).toBe(shorter(200, 101));
});

test("a full answer is cut at a line end, and its pages join without a seam", async () => {
  const content = Array.from({ length: 300 }, (_, index) => `${index} ${"x".repeat(90)}\n`).join("");
  const workspace = opened(tree({ "f.txt": content }), { maxOutputChars: 10_000 });
  const first = await textOf(workspace, "Read", { file_path: "f.txt" });
  expect([first.length <= 10_000, first.split("\n").at(-1)]).toEqual([true, "[The answer is full: it shows lines 1-97 of 301. Go on with offset=98.]"]);
  const limited = await textOf(workspace, "Read", { file_path: "f.txt", offset: 10, limit: 200 });
  expect(limited.split("\n").at(-1)).toBe("[The answer is full: it shows lines 10-105 of 301. Go on with offset=106, limit=104.]");
  const lines: string[] = [];
  for (let offset: string | undefined = "1"; offset !== undefined; ) {
    const page = await textOf(workspace, "Read", { file_path: "f.txt", offset });
    lines.push(...(page.split("\n\n[")[0] as string).split("\n"));
    offset = /Go on with offset=(\d+)\.\]$/.exec(page)?.[1];
  }
  expect(lines).toEqual(content.split("\n").map((line, index) => `${index + 1}\t${line}`));
});

test.each([
  ["x", 5_000, 1_400],
  ["😀", 5_000, 700],
])("a line of %j longer than an answer is cut, and the next can be reached", async (char, length, shown) => {
  const workspace = opened(tree({ "f.txt": `${char.repeat(length)}\nend\n` }), { maxOutputChars: 2_000 });
  expect(await textOf(workspace, "Read", { file_path: "f.txt" })).toBe(
    `1\t${char.repeat(shown)}\n\n` +
      `[Line 1 has ${length} characters; only the first ${shown} are shown. Search it with Grep for the rest.]\n` +
      "[The answer is full: it shows line 1 of 3. Go on with offset=2.]",
  );
  expect(await textOf(workspace, "Read", { file_path: "f.txt", offset: 2 })).toBe("2\tend\n3\t");
});

test("Read follows links and the session's directory", async () => {
  const root = tree({ "real/a.txt": "a", "l.txt": { link: "real/a.txt" }, out: { link: "/etc/passwd" } });
  const workspace = opened(root);
  expect(await textOf(workspace, "Read", { path: "l.txt" })).toBe("1\ta");
  expect(await textOf(workspace, "Read", { file_path: "out" })).toBe(`Cannot read '${root}/out': it is outside the allowed directories.`);
});

test.runIf(process.getuid?.() !== 0)("a file that may not be read", async () => {
  const root = tree({ "a.txt": "a" });
  fs.chmodSync(path.join(root, "a.txt"), 0);
  expect(await textOf(opened(root), "Read", { file_path: "a.txt" })).toBe(`${root}/a.txt: EACCES: permission denied`);
});

test("a cancelled Read ends", async () => {
  await expect(opened(tree({ "a.txt": "a" })).call("Read", { file_path: "a.txt" }, AbortSignal.abort())).rejects.toThrow();
});

describe("artifacts", () => {
  test("what Bash cut is read by pages, and does not count as a file", async () => {
    const workspace = workspaceAt(tree({}), { dialect: "claude-code", commandEnvironment: { PATH: process.env.PATH ?? "" } });
    const id = /artifact:\/\/\w+/.exec(await textOf(workspace, "Bash", { command: "seq 1 20000" }))?.[0];
    expect(await textOf(workspace, "Read", { file_path: id, offset: 9000, limit: 2 })).toBe("9000\t9000\n9001\t9001");
    expect(await textOf(workspace, "Read", { file_path: id, offset: 99999 })).toBe(
      "<system-reminder>Warning: the file exists but is shorter than the provided offset (99999). The file has 20000 lines.</system-reminder>",
    );
  });

  test("one that is gone says so", async () => {
    expect(await textOf(workspaceAt(tree({}), { dialect: "claude-code" }), "Read", { file_path: "artifact://0" })).toBe(
      "No artifact://0; a session keeps only its latest long results",
    );
  });
});
