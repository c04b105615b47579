import { describe, expect, test } from "vitest";
import { tagOf } from "../../../src/files/hashline/tag.ts";
import type { Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

function search(root: string, args: Record<string, unknown>, settings: Partial<Settings> = {}): Promise<string> {
  return textOf(workspaceAt(root, { dialect: "omp", ...settings }), "search", args);
}

/** The tag of a text. */
function tag(text: string): string {
  return tagOf(Buffer.from(text));
}

const ONE = "needle 1\n";
const TWO = "a\nneedle 2\nb\n";

describe("paths of every kind, mixed", () => {
  const FILES = { "one.txt": ONE, "src/two.ts": TWO, "src/deep/three.ts": ONE, "docs/four.md": ONE, "it[s].txt": ONE, "none.txt": "nothing\n" };
  const TREE = `# src/deep/\n## three.ts#${tag(ONE)}\n*1:needle 1\n\n# src/\n## two.ts#${tag(TWO)}\n 1:a\n*2:needle 2\n 3:b`;

  test.each([
    ["a file", "one.txt", `¶one.txt#${tag(ONE)}\n*1:needle 1`],
    ["a directory", "src", TREE],
    ["a directory with its slash, and spaces around", "  src/ ", TREE],
    ["a glob of direct children", "src/*.ts", `# src/\n## two.ts#${tag(TWO)}\n 1:a\n*2:needle 2\n 3:b`],
    ["a glob at any depth", "*.md", `# docs/\n## four.md#${tag(ONE)}\n*1:needle 1`],
    ["a glob with braces", "{docs,none}/*", `# docs/\n## four.md#${tag(ONE)}\n*1:needle 1`],
    ["a real name with glob characters", "it[s].txt", `¶it[s].txt#${tag(ONE)}\n*1:needle 1`],
    ["lines of a file", "src/two.ts:2-2", `¶src/two.ts#${tag(TWO)}\n*2:needle 2`],
    [
      "several, in the order they were named, each once",
      ["one.txt", "docs", "one.txt", "src/*.ts", "./one.txt"],
      `# one.txt#${tag(ONE)}\n*1:needle 1\n\n# docs/\n## four.md#${tag(ONE)}\n*1:needle 1\n\n# src/\n## two.ts#${tag(TWO)}\n 1:a\n*2:needle 2\n 3:b`,
    ],
    ["one with lines among several", ["one.txt", "src/two.ts:2-3"], `# one.txt#${tag(ONE)}\n*1:needle 1\n\n# src/\n## two.ts#${tag(TWO)}\n*2:needle 2\n 3:b`],
    ["one that is missing among several", ["docs", "nope"], `# docs/\n## four.md#${tag(ONE)}\n*1:needle 1\n\nSkipped missing paths: nope`],
    ["no match", "none.txt", "No matches found"],
    ["a list written as text", '["one.txt"]', `¶one.txt#${tag(ONE)}\n*1:needle 1`],
  ])("%s", async (_, paths, text) => {
    expect(await search(tree(FILES), { pattern: "needle", paths })).toBe(text);
  });

  test("file:// and a bare slash", async () => {
    const root = tree({ "a b.txt": ONE });
    expect(await search(root, { pattern: "needle", paths: `file://${root}/a%20b.txt` })).toBe(`¶a b.txt#${tag(ONE)}\n*1:needle 1`);
    expect(await search(root, { pattern: "needle", paths: "/" })).toBe(`# a b.txt#${tag(ONE)}\n*1:needle 1`);
  });
});

describe("caps, all told", () => {
  test("matches of a file among others", async () => {
    const root = tree({ "many.txt": "needle\n".repeat(57), "few.txt": "needle\n" });
    const lines = (await search(root, { pattern: "needle", paths: "." })).split("\n");
    expect(lines.slice(-2)).toEqual([" 23:needle", "... 37 more matches in this file"]);
    expect(lines[0]).toBe(`# few.txt#${tag("needle\n")}`);
  });

  test("matches of one file", async () => {
    const text = await search(tree({ "many.txt": "needle\n".repeat(201) }), { pattern: "needle", paths: "many.txt" });
    expect(text.split("\n").slice(-1)).toEqual(["... 1 more match in this file"]);
  });

  test("files of a page, and what is behind the last", async () => {
    const root = tree(Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`f${String(i).padStart(2, "0")}.txt`, "needle\n"])));
    const first = await search(root, { pattern: "needle", paths: "." });
    expect(first.split("\n").slice(-2)).toEqual(["", "Showing files 1-20 of 25. Use skip=20 for the next page, or narrow paths/pattern."]);
    expect((await search(root, { pattern: "needle", paths: ".", skip: 20 })).split("\n")[0]).toBe(`# f20.txt#${tag("needle\n")}`);
    expect(await search(root, { pattern: "needle", paths: ".", skip: 60 })).toBe("No more results (25 files in all; skip=60 is past the end).");
    expect(await search(root, { pattern: "needle", paths: ["f00.txt", "f01.txt"], skip: 1 })).toBe(`# f01.txt#${tag("needle\n")}\n*1:needle`);
  });

  test("long lines are windows around the match", async () => {
    const text = await search(tree({ "m.js": `${"x".repeat(4000)}needle${"y".repeat(4000)}\n` }), { pattern: "needle", paths: "m.js" });
    expect(text).toMatch(/^¶m\.js#[0-9A-F]{4}\n\*1:…x+needley+…\n\n\[Some lines truncated to 512 chars\]$/);
  });

  test("an answer above 50 KiB keeps its notes, and all of it can be read", async () => {
    const line = `needle ${"z".repeat(400)}`;
    const root = tree(Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`f${i + 10}.txt`, `${line}\n`.repeat(20)])));
    const workspace = workspaceAt(root, { dialect: "omp" });
    const text = await textOf(workspace, "search", { pattern: "needle", paths: "." });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50 * 1024);
    const url = /all of it: (artifact:\/\/\w+)/.exec(text)?.[1];
    // Whole files only, and the next page begins with the first that is not there.
    expect(text.split("\n").slice(-1)).toEqual(["Showing files 1-6 of 25. Use skip=6 for the next page, or narrow paths/pattern."]);
    expect(text.match(/^# f\d+/gm)).toEqual(["# f10", "# f11", "# f12", "# f13", "# f14", "# f15"]);
    expect(await textOf(workspace, "search", { pattern: "^# f29", paths: url })).toBe(
      `${await textOf(workspace, "read", { path: `${url}:418-422` })}`.replace(/^419\|/m, "*419|").replace(/^(\d)/gm, " $1"),
    );
  });
});

describe("what pasted code means", () => {
  const PLATFORM = `$${"{platform}"}`;

  test.each([
    ["interface{}", "type x interface{}\n", "*1:type x interface{}", "interface\\{\\}"],
    ["foo(", "foo(1)\n", "*1:foo(1)", "foo\\("],
    [PLATFORM, `a ${PLATFORM} b\n`, `*1:a ${PLATFORM} b`, "\\$\\{platform\\}"],
  ])("%s", async (pattern, content, line, searched) => {
    expect(await search(tree({ "a.txt": content }), { pattern, paths: "a.txt" })).toBe(
      `¶a.txt#${tag(content)}\n${line}\n\n[Searched for ${searched}: what could not be syntax was taken literally]`,
    );
  });

  test("a newline in the pattern lets it span lines", async () => {
    expect(await search(tree({ "a.txt": "one\ntwo\nthree\n" }), { pattern: "one\\ntwo", paths: "a.txt" })).toBe(
      `¶a.txt#${tag("one\ntwo\nthree\n")}\n*1:one\n*2:two\n 3:three`,
    );
  });
});

describe("ignored files", () => {
  const files = { ".gitignore": "out\n", "out/a.txt": "needle\n", "node_modules/b.js": "needle\n" };

  test("are told of, and taken in with gitignore: false", async () => {
    expect(await search(tree(files), { pattern: "needle", paths: "." })).toBe(
      "No matches found\nNot searched: 1 file ignored by .gitignore:1 (out) and 1 file in node_modules — they contain 2 matches. Pass gitignore: false to include them.",
    );
    expect(await search(tree(files), { pattern: "needle", paths: ".", gitignore: false })).toBe(
      `# node_modules/\n## b.js#${tag("needle\n")}\n*1:needle\n\n# out/\n## a.txt#${tag("needle\n")}\n*1:needle`,
    );
  });
});

describe("in replace mode there are no tags", () => {
  test.each([
    ["one file: the lines alone", "a.txt", "*1|needle"],
    ["a directory", ".", "# a.txt\n*1|needle"],
  ])("%s", async (_, paths, text) => {
    expect(await search(tree({ "a.txt": "needle  \n" }), { pattern: "needle", paths }, { editMode: "replace" })).toBe(text);
  });
});

describe("internal URLs", () => {
  test("docs:// is all of the documentation, one page by its name, lines of it, and omp:// the same", async () => {
    const root = tree({});
    expect(await search(root, { pattern: "^# Fossick$", paths: "docs://" })).toBe(
      "# docs://README.md\n*1|# Fossick\n 2|\n 3|*To fossick: to rummage, to search for gold where others have already dug.*\n 4|",
    );
    expect(await search(root, { pattern: "Fossick", paths: "omp://README.md:1-1" })).toBe("*1|# Fossick");
    expect(await search(root, { pattern: "x", paths: "docs://nope.md" })).toMatch(/^Path not found: docs:\/\/nope\.md\nDid you mean: docs:\/\/README\.md, /);
  });

  test("task://ID is what a command has printed so far", async () => {
    const workspace = workspaceAt(tree({}), { dialect: "omp", commandEnvironment: { PATH: process.env.PATH ?? "" } });
    const id = /task_id: (\w+)/.exec(
      await textOf(workspace, "bash", { command: "echo one; echo two >&2; touch done; sleep 600", run_in_background: true }),
    )?.[1];
    await expect.poll(() => textOf(workspace, "search", { pattern: "one|two", paths: `task://${id}` }), { timeout: 30_000 }).toBe("*1|one\n 2|stderr:\n*3|two");
    expect(await textOf(workspace, "read", { path: `task://${id}:1-1` })).toBe("1|one");
    expect(await textOf(workspace, "search", { pattern: "x", paths: "task://0" })).toBe("Task not found: 0");
  });
});

describe("refusals", () => {
  test.each([
    [{ pattern: "  ", paths: "." }, "Pattern must not be empty"],
    [{ pattern: "a", paths: ".", skip: -1 }, "Skip must be a non-negative number"],
    [{ pattern: "a", paths: [" "] }, "`paths` must contain non-empty paths or globs"],
    [{ pattern: "a", paths: ["a.txt,b.txt"] }, 'paths is an array — pass ["a", "b"] not ["a,b"] (got "a.txt,b.txt")'],
    [{ pattern: "a", paths: "docs://*.md" }, "Glob patterns are not supported for internal URLs: docs://*.md"],
    [{ pattern: "a", paths: "*.txt:1-2" }, "Line-range selector requires a single file, not a glob: *.txt"],
    [{ pattern: "a", paths: "dir:1-2" }, "Line-range selector requires a single file: dir is a directory"],
    [{ pattern: "a", paths: "nope:1-2" }, "Path not found for line-range selector: nope"],
    [{ pattern: "a", paths: ["nope", "neither"] }, "Path not found: nope, neither"],
    [{ pattern: "[a", paths: "." }, "Invalid regex: regex parse error:\n    (?:[a)\n       ^\nerror: unclosed character class"],
    [{ pattern: "a", paths: "/etc" }, "Path /etc is outside the allowed directories"],
    [{ paths: "." }, "Missing required parameter: pattern"],
    [{ pattern: "a", paths: 5 }, "Paths must be an array of strings, got number"],
  ])("%j", async (args, text) => {
    const reply = await workspaceAt(tree({ "a.txt": "x", "dir/b.txt": "x" }), { dialect: "omp" }).call("search", args);
    expect(reply).toEqual({ text, outcome: "error" });
  });
});

test("what search tagged edit honours, and search sees the change", async () => {
  const workspace = workspaceAt(tree({ "src/a.ts": "one\nneedle\nthree\n" }), { dialect: "omp" });
  const found = await textOf(workspace, "search", { pattern: "needle", paths: "src" });
  const [, base] = /^## (a\.ts#\w{4})$/m.exec(found) ?? [];
  const edited = await textOf(workspace, "edit", { input: `¶src/${base}\nreplace 2..2:\n+changed needle` });
  const changed = tag("one\nchanged needle\nthree\n");
  expect(edited.split("\n")[0]).toBe(`¶src/a.ts#${changed}`);
  expect(await textOf(workspace, "search", { pattern: "needle", paths: "src/a.ts" })).toBe(`¶src/a.ts#${changed}\n 1:one\n*2:changed needle\n 3:three`);
});

test("for programs the facts have oh-my-pi's names", async () => {
  const reply = await workspaceAt(tree({ "a.txt": "needle\nneedle\n" }), { dialect: "omp" }).call("search", { pattern: "needle", paths: [".", "nope"] });
  expect(reply.structured).toEqual({
    matchCount: 2,
    fileCount: 1,
    files: ["a.txt"],
    fileMatches: [{ path: "a.txt", count: 2 }],
    fileLimitReached: false,
    perFileLimitReached: false,
    linesTruncated: false,
    missingPaths: ["nope"],
  });
});

test("a binary file among others is told of, and is not on a page", async () => {
  const root = tree({ "bin.dat": "needle\0x\n", "s/in.txt": "needle\n" });
  expect(await search(root, { pattern: "needle", paths: ["bin.dat", "s"] })).toBe(
    `# s/\n## in.txt#${tag("needle\n")}\n*1:needle\n\nBinary file bin.dat matches`,
  );
  expect(await search(root, { pattern: "needle", paths: "bin.dat" })).toBe("Binary file bin.dat matches");
});
