// Whatever a caller sends gets a clear refusal, and the next call works.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

const VALID =
  "pattern, path, include, type, output_mode, case_insensitive, line_numbers, multiline, context_before, context_after, context, head_limit, offset, no_ignore";

describe("grep refuses", () => {
  test.each<[unknown, string]>([
    [{}, "[INVALID_INPUT] pattern is required"],
    [{ pattern: null }, "[INVALID_INPUT] pattern is required"],
    [{ pattern: "" }, "[INVALID_INPUT] pattern must not be empty"],
    [{ pattern: 5 }, "[INVALID_INPUT] pattern must be a string, got number"],
    [{ pattern: ["a"] }, "[INVALID_INPUT] pattern must be a string, got array"],
    [{ pattern: "x", foo: 1 }, `[INVALID_INPUT] unknown parameter "foo"; valid parameters: ${VALID}`],
    [{ pattern: "x", constructor: 1 }, `[INVALID_INPUT] unknown parameter "constructor"; valid parameters: ${VALID}`],
    [{ pattern: "x", head_limit: -1 }, "[INVALID_INPUT] head_limit must be a whole number of 0 or more, got -1"],
    [{ pattern: "x", context: 1.5 }, "[INVALID_INPUT] context must be a whole number of 0 or more, got 1.5"],
    [{ pattern: "x", "-A": "many" }, "[INVALID_INPUT] -A must be a number, got string"],
    [{ pattern: "x", multiline: "maybe" }, "[INVALID_INPUT] multiline must be a boolean, got string"],
    [{ pattern: "x", output_mode: "lines" }, '[GREP_INVALID_OUTPUT_MODE] invalid output_mode "lines"; valid values: files_with_matches, content, count'],
    [{ pattern: "x".repeat(4_097) }, "[INVALID_INPUT] pattern has 4097 characters; the limit is 4096"],
    [{ pattern: "x", include: "[bad" }, "[GLOB_INVALID_PATTERN] invalid glob pattern: [bad: unclosed character class; missing ']'"],
    [{ pattern: "x", path: "//host/share" }, "[ACCESS_DENIED] network path //host/share is refused"],
    [{ pattern: "x", path: "\\\\host\\share" }, "[ACCESS_DENIED] network path \\\\host\\share is refused"],
    [{ pattern: "x", path: "a\0b" }, "[INVALID_INPUT] path must not contain NUL bytes"],
    [{ pattern: "x", path: "/etc/passwd" }, "[ACCESS_DENIED] path /etc/passwd is outside the allowed directories"],
    [{ pattern: "x", path: "/no/such/place" }, "[ACCESS_DENIED] path /no/such/place is outside the allowed directories"],
    ["text", "[INVALID_INPUT] arguments must be an object, got string"],
  ])("%j", async (args, text) => {
    expect(await workspaceAt(tree({ "a.txt": "x\n" })).call("grep", args)).toEqual({ text, outcome: "error" });
  });

  test("an invalid pattern with ripgrep's explanation, caret and all", async () => {
    expect(await textOf(workspaceAt(tree({})), "grep", { pattern: "fo(o" })).toBe(
      "[GREP_INVALID_PATTERN] invalid regex pattern: regex parse error:\n    (?:fo(o)\n    ^\nerror: unclosed group",
    );
  });

  test("a pattern that would compile to something huge", async () => {
    const text = await textOf(workspaceAt(tree({ "a.txt": "x\n" })), "grep", { pattern: "(\\w{100}){100}{10}" });
    expect(text.startsWith("[GREP_INVALID_PATTERN] invalid regex pattern: ")).toBe(true);
  });

  test("a missing path, and names what may have been meant", async () => {
    const root = tree({ "src/helper.ts": "x\n", "src/main.ts": "x\n" });
    expect(await textOf(workspaceAt(root), "grep", { pattern: "x", path: "src/helpr.ts" })).toBe(
      `[PATH_NOT_FOUND] path not found: ${root}/src/helpr.ts\nDid you mean: ${root}/src/helper.ts?`,
    );
    expect(await textOf(workspaceAt(root), "grep", { pattern: "x", path: "scr/main.ts" })).toBe(
      `[PATH_NOT_FOUND] path not found: ${root}/scr/main.ts\nDid you mean: ${root}/src/main.ts?`,
    );
  });

  test("a FIFO, at once", async () => {
    const root = tree({ "a.txt": "x\n" });
    execFileSync("mkfifo", [path.join(root, "pipe")]);
    const workspace = workspaceAt(root);
    expect(await textOf(workspace, "grep", { pattern: "x", path: "pipe" })).toBe("[INVALID_INPUT] path pipe is a named pipe, not a regular file or directory");
    expect(await textOf(workspace, "grep", { pattern: "x" })).toBe("a.txt");
  });

  test("a tool nobody knows", async () => {
    expect(await textOf(workspaceAt(tree({})), "nope", {})).toMatch(/^\[INVALID_INPUT\] unknown tool "nope"; valid tools: /);
  });
});

describe("grep takes", () => {
  test.each<[Record<string, unknown>, string]>([
    [{ pattern: "X", "-i": "true" }, "a.txt"],
    [{ pattern: "x", head_limit: "1" }, "a.txt"],
    [{ pattern: "x", output_mode: "content", "-n": false }, "a.txt:x"],
    [{ pattern: "x", output_mode: "content", "-C": 1 }, "a.txt:1:x\na.txt-2-y"],
    [{ pattern: "x", path: null, include: "" }, "a.txt"],
    [{ pattern: "x", file_path: "a.txt" }, "a.txt"],
  ])("%j", async (args, text) => {
    expect(await textOf(workspaceAt(tree({ "a.txt": "x\ny\n" })), "grep", args)).toBe(text);
  });
});

describe("bounded", () => {
  test("a single line of many megabytes is shown as windows, in little memory", async () => {
    const root = tree({ "a.txt": "short needle\n" });
    const file = fs.openSync(path.join(root, "b.txt"), "w");
    for (let i = 0; i < 64; i++) fs.writeSync(file, "x".repeat(1024 * 1024));
    fs.writeSync(file, "needle");
    for (let i = 0; i < 8; i++) fs.writeSync(file, "y".repeat(1024 * 1024));
    fs.writeSync(file, "\nlast needle\n");
    fs.closeSync(file);
    const workspace = workspaceAt(root);
    const before = process.memoryUsage().rss;
    const text = await textOf(workspace, "grep", { pattern: "needle", output_mode: "content" });
    expect(text).toBe(`a.txt:1:short needle\n--\nb.txt:1:…${"x".repeat(1_000)}needle${"y".repeat(994)}…\nb.txt:2:last needle`);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("twenty thousand files in one directory", async () => {
    const root = tree({});
    for (let i = 0; i < 20_000; i++) fs.writeFileSync(path.join(root, `f${String(i).padStart(5, "0")}.txt`), "match\n");
    const workspace = workspaceAt(root);
    const text = await textOf(workspace, "grep", { pattern: "match", output_mode: "count" });
    expect(text.length).toBeLessThan(48_000);
    expect(text).toMatch(/^f00000\.txt:1\n[\s\S]*\n\n\[Showing 1-\d+ of 20000 files\. Next page: offset=\d+\]$/);
    expect(await textOf(workspace, "grep", { pattern: "match", output_mode: "content", head_limit: 1, offset: 19_999 })).toBe("f19999.txt:1:match");
    expect(await textOf(workspace, "glob", { pattern: "*.txt" })).toMatch(/\n\.\.\. output truncated \(exceeded 30,000 characters\)$/);
  });

  test("a search that runs out of time says so and gives what it has", async () => {
    const root = tree({ "a.txt": "needle\n" });
    const slow = path.join(root, "slow-rg");
    fs.writeFileSync(slow, '#!/bin/sh\nprintf "./a.txt\\0"\nexec sleep 30\n', { mode: 0o755 });
    const workspace = workspaceAt(root, { searchTimeoutMs: 300, ripgrep: { path: slow, prefer: "bundled", environment: { PATH: process.env.PATH ?? "" } } });
    expect(await textOf(workspace, "grep", { pattern: "needle" })).toBe(
      "a.txt\n\n[Showing 1-1 of 1+ files. Next page: offset=1]\n[Incomplete: the search was stopped after 0.3 s, before everything was searched. Narrow path, include or type.]",
    );
  });
});
