import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

async function grep(files: Parameters<typeof tree>[0], args: Record<string, unknown>): Promise<string> {
  return textOf(workspaceAt(tree(files)), "grep", args);
}

const TEN = Array.from({ length: 10 }, (_, i) => `match ${i + 1}`).join("\n");

describe("content", () => {
  test("groups are set apart by --, adjacent hits are not", async () => {
    const files = { "a.txt": "x1\nx2\nno\nx4\n", "b/c.txt": "x\n" };
    expect(await grep(files, { pattern: "x", output_mode: "content" })).toBe("a.txt:1:x1\na.txt:2:x2\n--\na.txt:4:x4\n--\nb/c.txt:1:x");
  });

  test("page two goes on where page one ended, with context across the seam as context", async () => {
    const files = { "a.txt": TEN };
    const ask = (offset: number) => grep(files, { pattern: "match", output_mode: "content", head_limit: 2, offset, context: 1 });
    expect(await ask(0)).toBe("a.txt:1:match 1\na.txt:2:match 2\na.txt-3-match 3\n\n[Showing 1-2 of 10 matches. Next page: offset=2]");
    expect(await ask(2)).toBe("a.txt-2-match 2\na.txt:3:match 3\na.txt:4:match 4\na.txt-5-match 5\n\n[Showing 3-4 of 10 matches. Next page: offset=4]");
    expect(await ask(8)).toBe("a.txt-8-match 8\na.txt:9:match 9\na.txt:10:match 10");
  });

  test("an offset past the end says how much there is", async () => {
    expect(await grep({ "a.txt": TEN }, { pattern: "match", output_mode: "content", offset: 99 })).toBe("No matches found at offset=99 (10 in all)");
  });

  test("a long line is a window around its match, cut on both sides", async () => {
    const text = await grep({ "a.js": `${"a".repeat(5_000)}needle${"b".repeat(5_000)}\n` }, { pattern: "needle", output_mode: "content" });
    expect(text).toBe(`a.js:1:…${"a".repeat(1_000)}needle${"b".repeat(994)}…`);
  });

  test("an answer above the cap ends at a line and names the next page", async () => {
    const text = await textOf(workspaceAt(tree({ "a.txt": "match this line\n".repeat(2_000) }), { maxOutputChars: 2_500 }), "grep", {
      pattern: "match",
      output_mode: "content",
    });
    const shown = text.split("\n").filter((line) => line.startsWith("a.txt:")).length;
    expect(text.length).toBeLessThan(2_500);
    expect(text.endsWith(`a.txt:${shown}:match this line\n\n[Showing 1-${shown} of 2000 matches. Next page: offset=${shown}]`)).toBe(true);
  });

  test("a match over several lines makes all of them match lines, context around them", async () => {
    const files = { "a.go": "one\ntype T struct {\n\tA int\n}\nlast\n" };
    expect(await grep(files, { pattern: "struct \\{.*?\\}", output_mode: "content", multiline: true, context: 1 })).toBe(
      "a.go-1-one\na.go:2:type T struct {\na.go:3:\tA int\na.go:4:}\na.go-5-last",
    );
  });

  test.each([
    ["CRLF: \\r is not part of the line", { "a.txt": "foo\r\nbar\r\n" }, "foo$", "a.txt:1:foo"],
    ["UTF-16 with BOM is text", { "a.txt": Buffer.from("\ufeffone\nneedle é\n", "utf16le") }, "needle", "a.txt:2:needle é"],
    ["invalid UTF-8 is shown as U+FFFD", { "a.txt": Buffer.from("caf\xe9 needle\n", "latin1") }, "needle", "a.txt:1:caf\ufffd needle"],
    ["a pattern that begins with a dash is a pattern", { "a.txt": "--flag -v\n" }, "-v", "a.txt:1:--flag -v"],
    ["control characters in a name are C-quoted", { "new\nline.txt": "needle\n" }, "needle", '"new\\nline.txt":1:needle'],
  ])("%s", async (_, files, pattern, text) => {
    expect(await grep(files as Parameters<typeof tree>[0], { pattern, output_mode: "content" })).toBe(text);
  });

  test("a name that is not UTF-8 is searched, shown quoted, and can be given back", async () => {
    const root = tree({ "a.txt": "x\n" });
    fs.writeFileSync(Buffer.from(`${root}/caf\xe9.txt`, "latin1"), "needle one\nneedle two\n");
    const workspace = workspaceAt(root);
    expect(await textOf(workspace, "grep", { pattern: "needle", output_mode: "content" })).toBe('"caf\\351.txt":1:needle one\n"caf\\351.txt":2:needle two');
    expect(await textOf(workspace, "grep", { pattern: "needle" })).toBe('"caf\\351.txt"');
  });
});

describe("files and counts", () => {
  const dated = {
    "a.txt": { text: "m\n", mtime: 100 },
    "b.txt": { text: "m\nm\n", mtime: 300 },
    "c.txt": { text: "m\n", mtime: 300 },
    "d.txt": { text: "m\n", mtime: 200 },
  };

  test("files come newest first, ties in path order", async () => {
    expect(await grep(dated, { pattern: "m" })).toBe("b.txt\nc.txt\nd.txt\na.txt");
  });

  test("mtimes are told apart to the nanosecond", async () => {
    const root = tree({ "a.txt": "m\n", "b.txt": "m\n" });
    // Within one double of milliseconds: only nanoseconds tell these two apart.
    await import("node:child_process").then(({ execFileSync }) => {
      execFileSync("touch", ["-d", "2024-01-01T00:00:00.000000001Z", path.join(root, "a.txt")]);
      execFileSync("touch", ["-d", "2024-01-01T00:00:00.000000002Z", path.join(root, "b.txt")]);
    });
    expect(await textOf(workspaceAt(root), "grep", { pattern: "m" })).toBe("b.txt\na.txt");
  });

  test("counts come by path, and pages name the next", async () => {
    expect(await grep(dated, { pattern: "m", output_mode: "count", head_limit: 2 })).toBe("a.txt:1\nb.txt:2\n\n[Showing 1-2 of 4 files. Next page: offset=2]");
  });

  test("in multiline, counts are what rg -c -U prints", async () => {
    expect(await grep({ "a.txt": "a\nb\na\nb\nab ab\n" }, { pattern: "a\\s*b", output_mode: "count", multiline: true })).toBe("a.txt:4");
  });
});

describe("a filter narrows and never un-ignores", () => {
  const files = {
    ".gitignore": "*.log\n",
    "app.log": "m\n",
    "src/a.ts": "m\n",
    "src/a.test.ts": "m\n",
    "src/b.js": "m\n",
    "lib/c.ts": "m\n",
    "types/x.rb": "m\n",
  };
  test.each([
    [{ include: "*.log" }, "No matches found\nNot searched: 1 file ignored by .gitignore:1 (*.log) — they contain 1 match. Pass no_ignore to include them."],
    [{ include: "*.log", no_ignore: true }, "app.log"],
    [{ include: "src/*.ts" }, "src/a.test.ts\nsrc/a.ts"],
    [{ include: "*.ts !*.test.ts" }, "lib/c.ts\nsrc/a.ts"],
    [{ include: "!*.ts,!*.rb" }, "src/b.js"],
    [{ include: "!src" }, "lib/c.ts\ntypes/x.rb"],
    [{ include: "{src,lib}/**/*.ts", type: "ts" }, "lib/c.ts\nsrc/a.test.ts\nsrc/a.ts"],
    [{ type: "ruby" }, "types/x.rb"],
    [{ type: "js", path: "src/a.ts" }, "src/a.ts"],
    [{ glob: "*.js" }, "src/b.js"],
  ])("%j", async (args, text) => {
    const reply = await grep(files, { pattern: "m", output_mode: "count", ...args });
    expect(reply.replace(/:1$/gm, "")).toBe(text);
  });
});

describe("links", () => {
  test("each real file is shown once, under its first name in byte order", async () => {
    const root = tree({ "real/f.txt": "m\n", "a-link": { link: "real" }, "z-link": { link: "real" }, "copy.txt": { link: "real/f.txt" } });
    expect(await textOf(workspaceAt(root), "grep", { pattern: "m" })).toBe("a-link/f.txt");
  });

  test("cycles are broken, wherever they lead", async () => {
    const root = tree({
      "a/f.txt": "m\n",
      "a/up": { link: ".." },
      "a/self": { link: "." },
      "b/to-a": { link: "../a" },
      "a/to-b": { link: "../b" },
      "b/g.txt": "m\n",
    });
    expect(await textOf(workspaceAt(root), "grep", { pattern: "m", output_mode: "count" })).toBe("a/f.txt:1\na/to-b/g.txt:1");
  });

  test("links out of the fence are not followed, and said to be so when nothing was found", async () => {
    const outside = tree({ "secret.txt": "needle\n" });
    const root = tree({ "a.txt": "x\n", out: { link: outside }, "file.txt": { link: path.join(outside, "secret.txt") } });
    expect(await textOf(workspaceAt(root), "grep", { pattern: "needle" })).toBe(
      "No matches found\nNot searched: 2 links leading out of the allowed directories.",
    );
  });

  test("links into other allowed directories are followed", async () => {
    const outside = tree({ "lib/shared.txt": "needle\n", "lib/more": { link: "../deep" }, "deep/d.txt": "needle\n" });
    const root = tree({ "a.txt": "x\n", out: { link: path.join(outside, "lib") } });
    expect(await textOf(workspaceAt(root, { allowDirs: [root, outside] }), "grep", { pattern: "needle", output_mode: "count" })).toBe(
      "out/more/d.txt:1\nout/shared.txt:1",
    );
  });

  test("a new link is seen by the next call", async () => {
    const outside = tree({ "x.txt": "needle\n" });
    const root = tree({ "sub/a.txt": "x\n" });
    const workspace = workspaceAt(root, { allowDirs: [root, outside] });
    expect(await textOf(workspace, "grep", { pattern: "needle" })).toBe("No matches found");
    fs.symlinkSync(outside, path.join(root, "sub/link"));
    expect(await textOf(workspace, "grep", { pattern: "needle" })).toBe("sub/link/x.txt");
    fs.writeFileSync(path.join(root, ".gitignore"), "link\n");
    expect(await textOf(workspace, "grep", { pattern: "needle" })).toBe("No matches found");
  });
});

describe("a result without hits says what was not looked at", () => {
  test("nothing skipped, nothing added", async () => {
    expect(await grep({ "a.txt": "x\n", ".git/HEAD": "needle\n" }, { pattern: "needle" })).toBe("No matches found");
  });

  test("ignored files by rule, with their matches", async () => {
    const files = { ".gitignore": "# made\n\n\nscripts/*\n", "scripts/a.sh": "needle\nneedle\n", "scripts/b.sh": "needle\n", "a.txt": "x\n" };
    expect(await grep(files, { pattern: "needle" })).toBe(
      "No matches found\nNot searched: 2 files ignored by .gitignore:4 (scripts/*) — they contain 3 matches. Pass no_ignore to include them.",
    );
  });

  test("nested and several rules, node_modules, binary and denied files", async () => {
    const files = {
      ".gitignore": "*.log\n",
      "sub/.ignore": "made/\n",
      "a.log": "x\n",
      "sub/made/m.txt": "needle\n",
      "node_modules/p/i.js": "needle needle\n",
      "b.bin": Buffer.from("\0needle\n"),
      ".env": "needle\n",
    };
    expect(await textOf(workspaceAt(tree(files), { denyDirs: ["**/.env"] }), "grep", { pattern: "needle" })).toBe(
      "No matches found\nNot searched: 1 file ignored by .gitignore:1 (*.log), 1 file ignored by sub/.ignore:1 (made/) and 1 file in node_modules — they contain 2 matches. Pass no_ignore to include them." +
        " Also: 1 binary file — they contain 1 match. Pass such a file as path to search it. Also: 1 denied entry.",
    );
  });

  test("only files that pass the filter count", async () => {
    const files = { ".gitignore": "out/\n", "out/a.ts": "needle\n", "out/b.js": "needle\n", "c.ts": "x\n" };
    expect(await grep(files, { pattern: "needle", include: "*.ts" })).toBe(
      "No matches found\nNot searched: 1 file ignored by .gitignore:1 (out/) — they contain 1 match. Pass no_ignore to include them.",
    );
  });

  test("no_ignore includes them, but never version control's own files", async () => {
    const files = { ".gitignore": "*.log\n", "a.log": "needle\n", "node_modules/m.js": "needle\n", ".git/x": "needle\n" };
    expect(await grep(files, { pattern: "needle", no_ignore: true, output_mode: "count" })).toBe("a.log:1\nnode_modules/m.js:1");
  });

  test("files too large for multiline are named beside results, too", async () => {
    const root = tree({ "big.txt": "needle\n".repeat(300), "small.txt": "needle\n" });
    expect(await textOf(workspaceAt(root, { maxFileBytes: 1_000 }), "grep", { pattern: "needle", multiline: true })).toBe(
      `small.txt\n\n[Not searched: 1 file too large for multiline (${root}/big.txt).]`,
    );
  });
});

describe("named directly", () => {
  test("a binary file is named in the answer", async () => {
    const root = tree({ "b.bin": Buffer.from("\0\0needle\n") });
    const workspace = workspaceAt(root);
    expect(await textOf(workspace, "grep", { pattern: "needle", path: "b.bin", output_mode: "content" })).toBe(
      `No text matches found\nBinary file ${root}/b.bin matches`,
    );
    expect(await textOf(workspace, "grep", { pattern: "needle", path: "b.bin" })).toBe("b.bin");
  });

  test("an ignored file and an ignored directory are searched", async () => {
    const files = { ".gitignore": "out/\n*.log\n", "out/a.txt": "needle\n", "x.log": "needle\n" };
    expect(await grep(files, { pattern: "needle", path: "out" })).toBe("a.txt");
    expect(await grep(files, { pattern: "needle", path: "x.log" })).toBe("x.log");
  });

  test("several paths keep their order and go before their files", async () => {
    const files = { "b/x.txt": "m\n", "a/y.txt": "m\n", "c.txt": "m\n" };
    expect(await grep(files, { pattern: "m", output_mode: "count", path: ["b", "c.txt", "a"] })).toBe("b/x.txt:1\nc.txt:1\na/y.txt:1");
  });
});
