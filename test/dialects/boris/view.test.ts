import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const LINES = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join("");

test.each([
  ["a file", "a\nb\n", undefined, "1\ta\n2\tb\n"],
  ["a last line without newline", "a\nb", undefined, "1\ta\n2\tb\n"],
  ["CRLF", "a\r\nb\r\n", undefined, "1\ta\n2\tb\n"],
  ["an empty file", "", undefined, "(empty file)"],
  ["an empty file by range", "", [1, 5], "(empty file)"],
  ["a range, numbers as wide as the last", LINES, [9, 10], " 9\tline 9\n10\tline 10\n"],
  ["a range whose end is past the end", LINES, [11, 99], "11\tline 11\n12\tline 12\n"],
  ["a range to the end", LINES, [12, -1], "12\tline 12\n"],
  ["a range as text", LINES, "[2, 2]", "2\tline 2\n"],
  ["a range of numbers in quotes", LINES, ["2", "3"], "2\tline 2\n3\tline 3\n"],
  ["a range from 0", LINES, [0, 2], "[INVALID_INPUT] invalid view_range: start must be >= 1, got 0"],
  ["a reversed range", LINES, [3, 1], "[INVALID_INPUT] invalid view_range: start 3 > end 1"],
  ["a range past the end", LINES, [13, 20], "[INVALID_INPUT] invalid view_range: start 13 exceeds total lines 12"],
  ["half a range", LINES, [3], "[INVALID_INPUT] invalid view_range: expected [start, end], got 1 number"],
  ["no range at all", LINES, "2-3", "[INVALID_INPUT] view_range must be an array of integers, got string"],
  ["invalid bytes", Buffer.from("a\xffb\n", "latin1"), undefined, "1\ta\uFFFDb\n"],
  ["a byte order mark", "\uFEFFa\n", undefined, "1\ta\n"],
  ["UTF-16 LE", Buffer.from("\uFEFFä\r\nb\r\n", "utf16le"), undefined, "1\tä\n2\tb\n"],
  ["UTF-16 BE", Buffer.from("\uFEFFä\nb", "utf16le").swap16(), undefined, "1\tä\n2\tb\n"],
  ["a binary file", Buffer.alloc(1024), undefined, "Binary file (1.0 KB)"],
  ["a small binary file", Buffer.from("ab\0"), undefined, "Binary file (3 bytes)"],
  ["a NUL after 512 bytes", Buffer.concat([Buffer.alloc(512, "a"), Buffer.from("\0")]), undefined, `1\t${"a".repeat(512)}\0\n`],
  ["a long line", `${"世".repeat(2_500)}\n`, undefined, `1\t${"世".repeat(2_000)}... [truncated, 2500 chars total]\n`],
])("view shows %s", async (_, content, range, text) => {
  const workspace = workspaceAt(tree({ "f.txt": content }));
  expect(await textOf(workspace, "view", { path: "f.txt", ...(range === undefined ? {} : { view_range: range }) })).toBe(text);
});

test("more than 2,000 lines are cut, and the next range is named where the answer is full", async () => {
  const workspace = workspaceAt(tree({ "long.txt": "x\n".repeat(2_001), "wide.txt": `${"y".repeat(1_000)}\n`.repeat(100) }));
  const long = await textOf(workspace, "view", { path: "long.txt" });
  expect(long.endsWith("2000\tx\n\n[Truncated: file has 2001 lines. Use view_range to read specific sections.]")).toBe(true);
  const wide = await textOf(workspace, "view", { path: "wide.txt" });
  expect([wide.length <= 48_000, wide.split("\n").at(-1)]).toEqual([true, "[Truncated: file has 100 lines, showing 1-47. Next: view_range [48, 100]]"]);
});

test.each([
  ["a.png", "\x89PNG\r\n\x1a\n", "image/png"],
  ["b.dat", "\xff\xd8\xff\xe0", "image/jpeg"],
  ["c", "GIF89a", "image/gif"],
  ["d", "RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
  ["e.SVG", "<svg/>", "image/svg+xml"],
])("%s is a picture", async (name, bytes, mimeType) => {
  const data = Buffer.from(bytes, "latin1");
  const reply = await workspaceAt(tree({ [name]: data })).call("view", { path: name });
  expect([reply.image?.mimeType, reply.image?.data.equals(data)]).toEqual([mimeType, true]);
});

test("a directory is a tree of two levels", async () => {
  const root = tree({
    "p/a.txt": "a",
    "p/d/x.txt": "x",
    "p/d/deep/hidden.txt": "h",
    "p/.git/config": "",
    "p/node_modules/m/i.js": "",
    "p/link": { link: "d" },
    "p/.github/w.yml": "",
    "p/new\nline": "",
  });
  expect(await textOf(workspaceAt(root), "view", { path: "p" })).toBe(
    ["p/", "├── .github/", "│   └── w.yml", "├── a.txt", "├── d/", "│   ├── deep/", "│   └── x.txt", "├── link -> d", '└── "new\\nline"', ""].join("\n"),
  );
});

test("more than 1,000 entries are counted", async () => {
  const root = tree({ "b/": "" });
  for (let i = 0; i < 1_200; i++) fs.writeFileSync(path.join(root, `f${String(i).padStart(4, "0")}`), "");
  fs.writeFileSync(path.join(root, "b/x"), "");
  const lines = (await textOf(workspaceAt(root), "view", { path: "." })).split("\n");
  expect([lines.length, lines.at(-4), lines.at(-1)]).toEqual([
    1_003,
    "├── f0997",
    "[Truncated: 202 more entries. View a subdirectory or use glob to see them.]",
  ]);
});

test.each([
  ["/etc/hostname", "[ACCESS_DENIED] path /etc/hostname is outside the allowed directories"],
  ["//host/share", "[ACCESS_DENIED] network path //host/share is refused"],
  ["a\0b", "[INVALID_INPUT] path must not contain NUL bytes"],
  ["", "[INVALID_INPUT] path must not be empty"],
  ["fiel.txt", "[PATH_NOT_FOUND] path not found: ROOT/fiel.txt\nDid you mean: ROOT/file.txt?"],
  ["esc/hostnam", "[ACCESS_DENIED] path ROOT/esc/hostnam is outside the allowed directories"],
])("view refuses %j", async (name, answer) => {
  const root = tree({ "file.txt": "x", esc: { link: "/etc" } });
  expect((await textOf(workspaceAt(root), "view", { path: name })).replaceAll(root, "ROOT")).toBe(answer);
});
