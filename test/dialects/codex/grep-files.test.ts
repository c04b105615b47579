import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { workspaceAt } from "../../support/workspace.ts";

const FILES = {
  "src/old.rs": { text: "needle\n", mtime: 100 },
  "src/new.rs": { text: "needle\n", mtime: 300 },
  "notes.txt": { text: "a needle, Needles\n", mtime: 200 },
  "other.txt": { text: "nothing\n", mtime: 400 },
};

/** The reply with the folder's name as ROOT. */
async function grep(root: string, args: unknown, settings: Partial<Settings> = {}): Promise<readonly [string, string]> {
  const { text, outcome } = await workspaceAt(root, { dialect: "codex", ...settings }).call("grep_files", args);
  return [text.replaceAll(root, "ROOT"), outcome];
}

describe("grep_files lists absolute paths, newest first", () => {
  test.each<[Record<string, unknown>, string]>([
    [{ pattern: "needle" }, "ROOT/src/new.rs\nROOT/notes.txt\nROOT/src/old.rs"],
    [{ pattern: "  needle\n" }, "ROOT/src/new.rs\nROOT/notes.txt\nROOT/src/old.rs"],
    [{ pattern: "Needle" }, "ROOT/notes.txt"],
    [{ pattern: "needle", include: " *.rs " }, "ROOT/src/new.rs\nROOT/src/old.rs"],
    [{ pattern: "needle", include: "*.{rs,md}", path: "src" }, "ROOT/src/new.rs\nROOT/src/old.rs"],
    [{ pattern: "needle", include: "  " }, "ROOT/src/new.rs\nROOT/notes.txt\nROOT/src/old.rs"],
    [{ pattern: "needle", path: "" }, "ROOT/src/new.rs\nROOT/notes.txt\nROOT/src/old.rs"],
    [{ pattern: "needle", path: "./src/../src/old.rs" }, "ROOT/src/old.rs"],
    [{ pattern: "needle", path: ["src/old.rs", "notes.txt"] }, "ROOT/notes.txt\nROOT/src/old.rs"],
    [{ pattern: "needle", glob: "*.txt", head_limit: "5" }, "ROOT/notes.txt"],
    [{ pattern: "needle", limit: 3 }, "ROOT/src/new.rs\nROOT/notes.txt\nROOT/src/old.rs"],
    [
      { pattern: "needle", limit: 2 },
      "ROOT/src/new.rs\nROOT/notes.txt\n[Showing the newest 2 of 3 files. Raise limit (at most 2000), or narrow pattern, include or path.]",
    ],
  ])("%j", async (args, text) => {
    expect(await grep(tree(FILES), args)).toEqual([text, "found"]);
  });

  test("at most 2,000 of them", async () => {
    const root = tree({});
    for (let i = 0; i < 2_001; i++) fs.writeFileSync(path.join(root, `f${i}`), "x\n");
    const [text] = await grep(root, { pattern: "x", limit: 5_000 });
    const lines = text.split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([2_001, "[Showing the newest 2000 of 2001 files. Narrow pattern, include or path.]"]);
  });

  test("names with control characters in quotes, which it takes back", async () => {
    const root = tree({ "new\nline.txt": "needle\n" });
    expect(await grep(root, { pattern: "needle" })).toEqual(['"ROOT/new\\nline.txt"', "found"]);
    expect(await grep(root, { pattern: "needle", path: `"${root}/new\\nline.txt"` })).toEqual(['"ROOT/new\\nline.txt"', "found"]);
  });
});

describe("hidden and ignored files are left out, and a search without results says so", () => {
  const skipping = { ".gitignore": "*.log\n", "a.log": "needle\n", ".env": "needle\n", "node_modules/m.js": "module\n", "b.txt": "text\n" };

  test.each<[Record<string, unknown>, string, string]>([
    [{ pattern: "nowhere", path: "b.txt" }, "No matches found.", "nothing"],
    [
      { pattern: "needle" },
      "No matches found.\nNot searched: 1 file ignored by .gitignore:1 (*.log) and 2 hidden files — they contain 2 matches. Pass no_ignore to include them.",
      "nothing",
    ],
    [
      { pattern: "needle", include: "*.log" },
      "No matches found.\nNot searched: 1 file ignored by .gitignore:1 (*.log) — they contain 1 match. Pass no_ignore to include them.",
      "nothing",
    ],
    [{ pattern: "needle", no_ignore: true, include: "*.log" }, "ROOT/a.log", "found"],
    [{ pattern: "needle", no_ignore: "true", include: ".env" }, "ROOT/.env", "found"],
    [{ pattern: "module" }, "ROOT/node_modules/m.js", "found"],
  ])("%j", async (args, text, outcome) => {
    expect(await grep(tree(skipping), args)).toEqual([text, outcome]);
  });
});

describe("grep_files refuses", () => {
  const FIELDS = "`pattern`, `include`, `path`, `limit`, `no_ignore`";
  test.each<[unknown, string]>([
    [{ pattern: "" }, "pattern must not be empty"],
    [{ pattern: " \t", limit: 0 }, "pattern must not be empty"],
    [{ pattern: "x", limit: 0 }, "limit must be greater than zero"],
    [{}, "failed to parse function arguments: missing field `pattern`"],
    [{ pattern: "x", limit: -1 }, "failed to parse function arguments: invalid value: integer `-1`, expected usize at `limit`"],
    [{ pattern: "x", limit: 1.5 }, "failed to parse function arguments: invalid type: floating point `1.5`, expected usize at `limit`"],
    [{ pattern: "x", limit: "many" }, "failed to parse function arguments: invalid type: string, expected usize at `limit`"],
    [{ pattern: ["x"] }, "failed to parse function arguments: invalid type: sequence, expected a string at `pattern`"],
    [{ pattern: "x", no_ignore: 1 }, "failed to parse function arguments: invalid type: integer, expected a boolean at `no_ignore`"],
    [{ pattern: "x", foo: 1 }, `failed to parse function arguments: unknown field \`foo\`, expected one of ${FIELDS}`],
    ["x", "failed to parse function arguments: invalid type: string, expected a map at `arguments`"],
    [{ pattern: "x".repeat(4_097) }, "pattern has 4097 characters; the limit is 4096"],
    [{ pattern: "fo(o" }, "rg failed: regex parse error:\n    (?:fo(o)\n    ^\nerror: unclosed group"],
    [{ pattern: "a\\nb" }, 'rg failed: the literal "\\n" is not allowed in a regex\n\nA match cannot span lines.'],
    [{ pattern: "x", include: "[bad" }, "rg failed: error parsing glob '[bad': unclosed character class; missing ']'"],
    [{ pattern: "x", path: "missing" }, "unable to access `ROOT/missing`: No such file or directory (os error 2)"],
    [{ pattern: "x", path: "src/old.r" }, "unable to access `ROOT/src/old.r`: No such file or directory (os error 2)"],
    [{ pattern: "x", path: "notes.txt/x" }, "unable to access `ROOT/notes.txt/x`: Not a directory (os error 20)"],
    [{ pattern: "x", path: "/etc/passwd" }, "path /etc/passwd is outside the allowed directories"],
    [{ pattern: "x", path: "//host/share" }, "network path //host/share is refused"],
  ])("%j", async (args, text) => {
    expect(await grep(tree(FILES), args)).toEqual([text, "error"]);
  });

  test("to run without ripgrep", async () => {
    const ripgrep: Settings["ripgrep"] = { path: "/no/rg", prefer: "bundled", environment: {} };
    expect(await grep(tree(FILES), { pattern: "x" }, { ripgrep })).toEqual([
      "failed to launch rg: /no/rg is not an executable file. Ensure ripgrep is installed and on PATH.",
      "error",
    ]);
  });

  test("a named pipe, at once", async () => {
    const root = tree({});
    execFileSync("mkfifo", [path.join(root, "pipe")]);
    expect(await grep(root, { pattern: "x", path: "pipe" })).toEqual(["path pipe is a named pipe, not a regular file or directory", "error"]);
  });
});

describe("out of time", () => {
  const slow = (found: string): Partial<Settings> => {
    const rg = path.join(tree({}), "rg");
    fs.writeFileSync(rg, `#!/bin/sh\nprintf '${found}'\nexec sleep 60\n`, { mode: 0o755 });
    return { searchTimeoutMs: 500, ripgrep: { path: rg, prefer: "bundled", environment: { PATH: process.env.PATH ?? "" } } };
  };

  test("it gives what it has", async () => {
    expect(await grep(tree(FILES), { pattern: "needle" }, slow("./notes.txt\\0"))).toEqual([
      "ROOT/notes.txt\n[Incomplete: rg was stopped after 0.5 seconds; showing 1 of 1+ files. Narrow pattern, include or path.]",
      "found",
    ]);
  });

  test("with nothing at all it says that", async () => {
    expect(await grep(tree(FILES), { pattern: "needle" }, slow(""))).toEqual(["rg timed out after 0.5 seconds", "error"]);
  });
});

test("it has 30 seconds unless the user chose another time", () => {
  const { dialect, settings } = workspaceAt(tree({}), { dialect: "codex" });
  const timeMs = (chosen: Partial<Settings>): number => {
    const query = dialect.tools[0]?.parse({ pattern: "x" }, { settings: { ...settings, ...chosen }, directory: "/" });
    return query?.ok ? query.value.limits.timeMs : 0;
  };
  expect([timeMs({}), timeMs({ searchTimeoutMs: 20_000, isDefaultSearchTimeout: false })]).toEqual([30_000, 20_000]);
  expect(workspaceAt(tree({}), { searchTimeoutMs: 20_000 }).settings.isDefaultSearchTimeout).toBe(false);
});
