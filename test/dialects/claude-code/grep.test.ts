import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const FILES = {
  "src/a.ts": { text: "import x\nalpha one\nbeta\ngamma\nAlpha two\n", mtime: 300 },
  "src/b.js": { text: "alpha js\nlet y = alpha + alpha\n", mtime: 100 },
  "lib/c.md": { text: "# Title\n\nalpha in docs\n", mtime: 400 },
  "d.py": { text: 'def f():\n    return "alpha"\n', mtime: 200 },
};

function grep(root: string, args: Record<string, unknown>, settings: Partial<Settings> = {}): Promise<string> {
  return textOf(workspaceAt(root, { dialect: "claude-code", ...settings }), "Grep", args);
}

describe("modes and pages", () => {
  test.each([
    ["files, newest first", {}, "Found 4 files\nlib/c.md\nsrc/a.ts\nd.py\nsrc/b.js"],
    ["one file", { glob: "*.md" }, "Found 1 file\nlib/c.md"],
    ["a first page of files", { head_limit: 3 }, "Found 3 files limit: 3\nlib/c.md\nsrc/a.ts\nd.py\n4 in all; next page: offset=3"],
    ["the last page of files", { head_limit: 3, offset: 3 }, "Found 1 file offset: 3\nsrc/b.js"],
    ["files behind the end", { offset: 9 }, "No entries at this offset. [Showing results with pagination = offset: 9]"],
    ["counts, by path", { output_mode: "count" }, "d.py:1\nlib/c.md:1\nsrc/a.ts:1\nsrc/b.js:2\n\nFound 5 total occurrences across 4 files."],
    [
      "a page of counts with totals of everything",
      { output_mode: "count", head_limit: 1, offset: 1 },
      "lib/c.md:1\n\nFound 5 total occurrences across 4 files. with pagination = limit: 1, offset: 1\n4 in all; next page: offset=2",
    ],
    [
      "counts behind the end",
      { output_mode: "count", offset: 9 },
      "No entries at this offset\n\nFound 5 total occurrences across 4 files. with pagination = offset: 9",
    ],
    [
      "a page of lines",
      { output_mode: "content", head_limit: 2, offset: 1 },
      "lib/c.md:3:alpha in docs\nsrc/a.ts:2:alpha one\n\n[Showing results with pagination = limit: 2, offset: 1]\n5 in all; next page: offset=3",
    ],
    ["lines behind the end", { output_mode: "content", offset: 9 }, "No entries at this offset\n\n[Showing results with pagination = offset: 9]"],
    ["no limit", { output_mode: "content", head_limit: 0, glob: "*.js" }, "src/b.js:1:alpha js\nsrc/b.js:2:let y = alpha + alpha"],
    ["without numbers", { output_mode: "content", "-n": false, glob: "*.md" }, "lib/c.md:alpha in docs"],
    ["only the matches", { output_mode: "content", "-o": true, glob: "*.js" }, "src/b.js:1:alpha\nsrc/b.js:2:alpha\nsrc/b.js:2:alpha"],
    ["a file as path has no prefix", { output_mode: "content", path: "src/a.ts" }, "2:alpha one"],
    ["two files have one", { output_mode: "content", path: ["src/a.ts", "lib"] }, "src/a.ts:2:alpha one\nlib/c.md:3:alpha in docs"],
    ["a file as path is not filtered", { path: "src/a.ts", glob: "*.md", type: "py" }, "Found 1 file\nsrc/a.ts"],
    ["filters narrow together", { glob: "src/*", type: "js" }, "Found 1 file\nsrc/b.js"],
  ])("%s", async (_, args, text) => {
    expect(await grep(tree(FILES), { pattern: "alpha", ...args })).toBe(text);
  });
});

describe("context", () => {
  const root = () => tree({ "one.txt": "1\n2\nhit 3\n4\n5\n6\nhit 7\n8\n", "two.txt": "hit\n" });

  test.each([
    ["context beats -C", { context: 0, "-C": 2 }, "one.txt:3:hit 3\none.txt:7:hit 7\ntwo.txt:1:hit"],
    ["-C beats -A and -B", { "-C": 0, "-A": 1, "-B": 1 }, "one.txt:3:hit 3\none.txt:7:hit 7\ntwo.txt:1:hit"],
    ["gaps between groups and files, only with context", { "-A": 1 }, "one.txt:3:hit 3\none.txt-4-4\n--\none.txt:7:hit 7\none.txt-8-8\n--\ntwo.txt:1:hit"],
    [
      "gaps and context count as lines",
      { "-A": 1, head_limit: 3, offset: 2 },
      "--\none.txt:7:hit 7\none.txt-8-8\n\n[Showing results with pagination = limit: 3, offset: 2]\n7 in all; next page: offset=5",
    ],
  ])("%s", async (_, args, text) => {
    expect(await grep(root(), { pattern: "hit", output_mode: "content", ...args })).toBe(text);
  });

  test("context is ignored in the other modes", async () => {
    expect(await grep(root(), { pattern: "hit", output_mode: "count", "-C": 3 })).toBe("one.txt:2\ntwo.txt:1\n\nFound 3 total occurrences across 2 files.");
  });
});

describe("what was not looked at", () => {
  const files = { ".gitignore": "out/\n", "out/a.txt": "needle\n", "b.txt": "text\n", "node_modules/m.js": "thing\n" };
  const receipt = "Not searched: 1 file ignored by .gitignore:1 (out/) — they contain 1 match. Pass no_ignore to include them.";

  test.each([
    ["files_with_matches", `No files found\n${receipt}`],
    ["content", `No matches found\n${receipt}`],
    ["count", `No matches found\n\nFound 0 total occurrences across 0 files.\n${receipt}`],
  ])("%s without results says it", async (output_mode, text) => {
    expect(await grep(tree(files), { pattern: "needle", output_mode })).toBe(text);
  });

  test("no_ignore takes it in; node_modules needs no asking", async () => {
    expect(await grep(tree(files), { pattern: "needle", no_ignore: true })).toBe("Found 1 file\nout/a.txt");
    expect(await grep(tree(files), { pattern: "thing" })).toBe("Found 1 file\nnode_modules/m.js");
  });
});

test("under NODE_ENV=test files come by name", async () => {
  const claudeCode = { globIgnored: true, globHidden: true, order: "path" } as const;
  expect(await grep(tree(FILES), { pattern: "alpha" }, { claudeCode })).toBe("Found 4 files\nd.py\nlib/c.md\nsrc/a.ts\nsrc/b.js");
});

test("files outside the directory have absolute names", async () => {
  const root = tree(FILES);
  expect(await grep(path.join(root, "src"), { pattern: "alpha", path: "../lib" }, { allowDirs: [root] })).toBe(`Found 1 file\n${root}/lib/c.md`);
});

test("a line of a minified file is a window of 500 characters around the match", async () => {
  const text = await grep(tree({ "m.js": `${"x".repeat(5000)}needle${"y".repeat(5000)}\n` }), { pattern: "needle", output_mode: "content" });
  expect(text).toMatch(/^m\.js:1:…x+needley+…$/);
  expect(text.length).toBe("m.js:1:……".length + 500);
});

test("an answer above the cap ends at a line and says where the next page begins", async () => {
  const text = await grep(
    tree({ "a.txt": "needle and more of it\n".repeat(1000) }),
    { pattern: "needle", output_mode: "content", head_limit: 0 },
    { maxOutputChars: 4_000 },
  );
  const lines = text.split("\n");
  expect(lines.slice(0, 2)).toEqual(["a.txt:1:needle and more of it", "a.txt:2:needle and more of it"]);
  expect(lines.slice(-3)).toEqual(["", "[Showing results with pagination = limit: 97]", "1000 in all; next page: offset=97"]);
  expect(text.length).toBeLessThan(4_000);
});

describe("refusals", () => {
  const REJECTED = "Search failed — ripgrep rejected the pattern, glob, or file type without searching:\nrg: ";

  test.each([
    [{ pattern: "a(" }, `${REJECTED}regex parse error:\n    (?:a()\n    ^\nerror: unclosed group`],
    [{ pattern: "a", glob: "[z-a]" }, `${REJECTED}error parsing glob '[z-a]': invalid range; 'z' > 'a'`],
    [{ pattern: "a", type: "nope" }, `${REJECTED}unrecognized file type: nope`],
    [{ pattern: "a", head_limit: -1 }, "head_limit must be a whole number of 0 or more, got -1. Pass 0 for unlimited."],
    [{ pattern: "a", offset: 1.5 }, "offset must be a whole number of 0 or more, got 1.5."],
    [
      { pattern: 5 },
      "InputValidationError: Grep failed due to the following issue:\nThe parameter `pattern` type is expected as `string` but provided as `number`",
    ],
    [{}, "InputValidationError: Grep failed due to the following issue:\nThe required parameter `pattern` is missing"],
    [{ pattern: "a", path: "//host/share" }, "Network path //host/share is refused"],
    [{ pattern: "a", path: "/etc" }, "Path /etc is outside the allowed directories"],
  ])("%j", async (args, text) => {
    const reply = await workspaceAt(tree({ "a.txt": "a" }), { dialect: "claude-code" }).call("Grep", args);
    expect(reply).toEqual({ text, outcome: "error" });
  });

  test("an unknown parameter is named, and so are the valid ones", async () => {
    expect(await grep(tree({}), { pattern: "a", foo: 1 })).toBe(
      "InputValidationError: Grep failed due to the following issue:\nAn unexpected parameter `foo` was provided\n" +
        "Valid parameters: pattern, path, glob, output_mode, -B, -A, -C, context, -n, -i, -o, type, head_limit, offset, multiline, no_ignore",
    );
  });

  test("a missing path tells the directory, and the same path below it", async () => {
    const root = tree({ "w/src/app.ts": "x", "w/lib/": "" });
    const at = path.join(root, "w");
    const note = `Note: your current working directory is ${at}.`;
    const settings = { allowDirs: [root] };
    expect(await grep(at, { pattern: "x", path: `${root}/src` }, settings)).toBe(`Path does not exist: ${root}/src. ${note} Did you mean ${at}/src?`);
    expect(await grep(at, { pattern: "x", path: "scr" }, settings)).toBe(`Path does not exist: scr. ${note}\nSimilar: ${at}/src`);
    expect(await grep(at, { pattern: "x", path: "zzzzzz" }, settings)).toBe(`Path does not exist: zzzzzz. ${note}`);
  });
});

test("a binary file that was named is told of, by its name from here", async () => {
  const root = tree({ "bin.dat": "abc needle\0def\nneedle\n" });
  expect(await grep(root, { pattern: "needle", path: "bin.dat", output_mode: "content" })).toBe("Binary file bin.dat matches");
});

test("long lines of a match that is shown alone are not given the text of its first", async () => {
  const root = tree({ "a.txt": `start AAA\n${"x".repeat(600)}\nmiddle\n${"y".repeat(600)} BBB end\n` });
  const args = { pattern: "AAA.*BBB", output_mode: "content", multiline: true, "-o": true, path: "a.txt" };
  expect(await grep(root, args)).toBe("1:AAA\n2:……\n3:middle\n4:……");
});

test("no half of a character comes back, however a caller's text is cut", async () => {
  expect(await grep(tree({}), { pattern: "x", type: `${"t".repeat(199)}😀😀` })).toMatch(/unrecognized file type: t{199}… \(203 characters\)$/);
  expect(await grep(tree({}), { pattern: "x", path: "a\ud800" })).toMatch(/^Path does not exist: a\ufffd\. /);
});

const OFF = { use: "off", minFiles: 1, cacheBytes: 0, host: "process" } as const;

test("a page of a large result says how many lines there are: without context just how many, with it at least", async () => {
  const text = "a needle in a haystack\nhay\n".repeat(4_000);
  const root = tree(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`f${i}.txt`, text])));
  const ask = (args: object): Promise<string> => grep(root, { pattern: "needle", output_mode: "content", head_limit: 2, ...args }, { index: OFF });
  const page = (rows: string, words: string, next: string): string => `${rows}\n\n[Showing results with pagination = ${words}]\n${next}`;
  expect([await ask({}), await ask({ offset: 4_000 }), await ask({ "-A": 1 })]).toEqual([
    page("f0.txt:1:a needle in a haystack\nf0.txt:3:a needle in a haystack", "limit: 2", "40000 in all; next page: offset=2"),
    page("f1.txt:1:a needle in a haystack\nf1.txt:3:a needle in a haystack", "limit: 2, offset: 4000", "40000 in all; next page: offset=4002"),
    page("f0.txt:1:a needle in a haystack\nf0.txt-2-hay", "limit: 2", "40000+ in all; next page: offset=2"),
  ]);
});
