import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

function read(root: string, name: string, settings: Partial<Settings> = {}): Promise<string> {
  return textOf(workspaceAt(root, { dialect: "omp", ...settings }), "read", { path: name });
}

const FIVE = "one\ntwo\nthree\nfour\nfive\n";

describe("a file", () => {
  test.each([
    ["whole", "f.txt", "¶f.txt#2914\n1:one\n2:two\n3:three\n4:four\n5:five"],
    ["from a line on", "f.txt:4", "¶f.txt#2914\n4:four\n5:five"],
    ["some lines", "f.txt:2-3", "¶f.txt#2914\n2:two\n3:three"],
    ["so many lines", "f.txt:L2+2", "¶f.txt#2914\n2:two\n3:three"],
    ["past its end", "f.txt:5-99", "¶f.txt#2914\n5:five"],
    ["several ranges", "f.txt:5,1-2", "¶f.txt#2914\n1:one\n2:two\n\n…\n\n5:five"],
    ["a range behind the end", "f.txt:1-2,9-12", "¶f.txt#2914\n1:one\n2:two\n\n[Range 9-12 is beyond end of file (5 lines total); skipped]"],
    ["only behind the end", "f.txt:100", "Line 100 is beyond end of file (5 lines total). Use :1 to read from the start, or :5 to read the last line."],
    ["whose name looks like a selector", "a:5", "¶a:5#77F9\n1:hello"],
    ["of that name, selected", "a:5:1-1", "¶a:5#77F9\n1:hello"],
    ["without newline at its end, with a mark and returns", "crlf.txt", "¶crlf.txt#AAAE\n1:one\n2:two"],
    ["empty", "empty", "¶empty#5D05\n1:"],
    ["that is no text", "blob", "[Cannot read binary file 'blob' (3 bytes)]"],
    ["below a directory", "dir/x.txt", "¶dir/x.txt#5BF9\n1:hello"],
    ["by its whole path", "ROOT/dir/x.txt", "¶dir/x.txt#5BF9\n1:hello"],
    ["by a URL", "file://ROOT/dir/x.txt", "¶dir/x.txt#5BF9\n1:hello"],
    ["in quotes", ' "dir/x.txt" ', "¶dir/x.txt#5BF9\n1:hello"],
    ["with a picture's code", "p.svg", "¶p.svg#7BE4\n1:<svg/>"],
  ])("%s", async (_, name, text) => {
    const root = tree({
      "f.txt": FIVE,
      "a:5": "hello",
      "crlf.txt": "\uFEFFone\r\ntwo",
      empty: "",
      blob: Buffer.from([1, 0, 2]),
      "dir/x.txt": "hello\n",
      "p.svg": "<svg/>\n",
    });
    expect(await read(root, name.replace("ROOT", root))).toBe(text);
  });

  test("in replace mode has no tag", async () => {
    expect(await read(tree({ "f.txt": FIVE }), "f.txt:2-3", { editMode: "replace" })).toBe("2|two\n3|three");
  });

  test("a range may be given as other dialects do", async () => {
    const workspace = workspaceAt(tree({ "f.txt": FIVE }), { dialect: "omp" });
    const expected = "¶f.txt#2914\n2:two\n3:three";
    expect(await textOf(workspace, "read", { path: "f.txt", view_range: [2, 3] })).toBe(expected);
    expect(await textOf(workspace, "read", { file_path: "f.txt", offset: "2", limit: 2 })).toBe(expected);
  });

  test("a picture is a picture", async () => {
    const data = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    const reply = await workspaceAt(tree({ "a.png": data }), { dialect: "omp" }).call("read", { path: "a.png" });
    expect(reply.image).toMatchObject({ mimeType: "image/png", data });
  });
});

describe("too much text", () => {
  test("is cut at a line end, and the rest named", async () => {
    const root = tree({ "f.txt": `${"x".repeat(99)}\n`.repeat(1_000) });
    const text = await read(root, "f.txt:2-900,950");
    const lines = text.split("\n");
    expect([Buffer.byteLength(text) <= 50 * 1024, lines.at(-3)?.slice(0, 6), lines.at(-1)]).toEqual([
      true,
      "484:xx",
      "[Showing lines 2-484 of 1000. Use :485-900,950 to continue]",
    ]);
  });

  test("in one line is cut", async () => {
    const text = await read(tree({ "f.txt": `a\n${"é".repeat(600)}\n` }), "f.txt");
    expect(text.split("\n").slice(1)).toEqual(["1:a", `2:${"é".repeat(512)}…`, "", "[Some lines truncated to 512 chars]"]);
  });

  test("in a file is read by one range at a time, without a tag", async () => {
    const root = tree({ "f.txt": FIVE });
    const limits = { maxFileBytes: 10 };
    const refusal = "File f.txt is 24 bytes, exceeds maximum 10 bytes. Read it by one range at a time, like :1-200.";
    expect(await read(root, "f.txt", limits)).toBe(refusal);
    expect(await read(root, "f.txt:1,3-4", limits)).toBe("1|one\n2|two\n3|three\n4|four\n5|five");
    expect(await read(root, "f.txt:1-2,4-5", limits)).toBe(refusal);
    expect(await read(root, "f.txt:2-3", limits)).toBe("2|two\n3|three");
    expect(await read(root, "f.txt:9", limits)).toBe(
      "Line 9 is beyond end of file (5 lines total). Use :1 to read from the start, or :5 to read the last line.",
    );
  });
});

test("a directory is a tree of two levels", async () => {
  const root = tree({ "p/a.txt": "", "p/d/x.txt": "", "p/d/deep/y.txt": "", "p/.git/config": "", "q/": "" });
  expect(await read(root, "p")).toBe("p/\n├── a.txt\n└── d/\n    ├── deep/\n    └── x.txt");
  expect(await read(root, "q")).toBe("(empty directory)");
  expect(await read(path.join(root, "q"), "/")).toBe("(empty directory)");
});

test.each([
  ["", "Path must not be empty"],
  [" ", "Path must not be empty"],
  ["fiel.txt", "Path not found: fiel.txt\nDid you mean: file.txt?"],
  ["nope.xyz:5-6", "Path not found: nope.xyz"],
  ["file.txt:0", "Line selector 0 is invalid; lines are 1-indexed. Use :1."],
  ["file.txt:5-4", "Invalid range 5-4: end must be >= start."],
  ["file.txt:5+0", "Invalid range 5+0: count must be >= 1."],
  ["d:1-2", "Line-range selector requires a single file: d is a directory"],
  ["pipe", "Path ROOT/pipe is a named pipe, not a regular file or directory"],
  ["/etc/passwd", "Path /etc/passwd is outside the allowed directories"],
  ["out/passwd", "Path ROOT/out/passwd is outside the allowed directories"],
  ["//host/share", "Network path //host/share is refused"],
  ["a\0b", "Path must not contain NUL bytes"],
])("read refuses %j", async (name, answer) => {
  const root = tree({ "file.txt": "x", "d/": "", out: { link: "/etc" } });
  execFileSync("mkfifo", [path.join(root, "pipe")]);
  const reply = await workspaceAt(root, { dialect: "omp" }).call("read", { path: name });
  expect({ ...reply, text: reply.text.replaceAll(root, "ROOT") }).toEqual({ text: answer, outcome: "error" });
});

test.each([
  [{}, "Missing required parameter: path"],
  [{ path: "a", lines: 5 }, 'Unknown parameter "lines"; valid parameters: path'],
  [{ path: 5 }, "Path must be a string, got number"],
])("read refuses the arguments %j", async (args, answer) => {
  expect(await workspaceAt(tree({}), { dialect: "omp" }).call("read", args)).toEqual({ text: answer, outcome: "error" });
});
