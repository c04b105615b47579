import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/index.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const FILES = {
  "src/a.ts": { text: "a", mtime: 300 },
  "src/sub/b.ts": { text: "b", mtime: 500 },
  "docs/c.md": { text: "c", mtime: 400 },
  ".env": { text: "d", mtime: 200 },
  ".gitignore": { text: "docs\n", mtime: 100 },
  ".git/config": { text: "e", mtime: 600 },
  "node_modules/m.js": { text: "f", mtime: 50 },
};

function glob(root: string, args: Record<string, unknown>, settings: Partial<Settings> = {}): Promise<string> {
  return textOf(workspaceAt(root, { dialect: "claude-code", ...settings }), "Glob", args);
}

describe("patterns", () => {
  test.each([
    ["a name at any depth", { pattern: "*.ts" }, "src/sub/b.ts\nsrc/a.ts"],
    ["a path from the root", { pattern: "src/*.ts" }, "src/a.ts"],
    ["everything but", { pattern: "!*.ts" }, "docs/c.md\n.env\n.gitignore\nnode_modules/m.js"],
    ["everything: ignored, hidden, not version control's own", { pattern: "" }, "src/sub/b.ts\ndocs/c.md\nsrc/a.ts\n.env\n.gitignore\nnode_modules/m.js"],
    ["directories are not listed", { pattern: "src" }, "No files found"],
    ["segments that repeat the end of the path are dropped", { pattern: "sub/*.ts", path: "src/sub" }, "src/sub/b.ts"],
    ["a pattern for directories", { pattern: "**/" }, "No files found"],
    [
      "a page",
      { pattern: "*", head_limit: 2, offset: 1 },
      "docs/c.md\nsrc/a.ts\n(Showing 2 of 6 matching files; 3 more are not listed. Narrow the pattern or path to see the rest.)\n6 in all; next page: offset=3",
    ],
    ["behind the end", { pattern: "*", offset: 9 }, "No files at offset=9 (6 in all)"],
  ])("%s", async (_, args, text) => {
    expect(await glob(tree(FILES), args)).toBe(text);
  });

  test("absolute and upward patterns start where their fixed part ends", async () => {
    const root = tree(FILES);
    expect(await glob(root, { pattern: `${root}/src/{a,z}.*` })).toBe("src/a.ts");
    expect(await glob(root, { pattern: `${root}/.env` })).toBe(".env");
    expect(await glob(root, { pattern: `${root}/nope/*.ts` })).toBe("No files found");
    expect(await glob(root, { pattern: `${root}/.env/*.ts` })).toBe("No files found");
    expect(await glob(path.join(root, "src"), { pattern: "../docs/*.md" }, { allowDirs: [root] })).toBe(`${root}/docs/c.md`);
  });
});

describe("the switches of the environment", () => {
  const IGNORED = "Not listed: 1 file ignored by .gitignore:1 (docs) — the pattern matches them. Pass no_ignore to include them.";

  test.each([
    ["CLAUDE_CODE_GLOB_NO_IGNORE=false", { globIgnored: false }, { pattern: "*.md" }, `No files found\n${IGNORED}`],
    [
      "CLAUDE_CODE_GLOB_HIDDEN=false",
      { globHidden: false },
      { pattern: ".e*" },
      "No files found\nNot listed: 1 hidden file — the pattern matches them. Pass no_ignore to include them.",
    ],
    ["no_ignore beside it", { globIgnored: false, globHidden: false }, { pattern: "{*.md,.e*}", no_ignore: true }, "docs/c.md\n.env"],
  ])("%s", async (_, switches, args, text) => {
    const claudeCode = { globIgnored: true, globHidden: true, order: "newest", ...switches } as const;
    expect(await glob(tree(FILES), args, { claudeCode })).toBe(text);
  });
});

test("links are not listed and not followed; one given as path is", async () => {
  const root = tree({ "real/a.txt": "a", "link.txt": { link: "real/a.txt" }, ldir: { link: "real" }, broken: { link: "nowhere" } });
  expect(await glob(root, { pattern: "**/*" })).toBe("real/a.txt");
  expect(await glob(root, { pattern: "*.txt", path: "ldir" })).toBe("ldir/a.txt");
});

test.each([
  [{ pattern: "*", path: "nope" }, "Directory does not exist: nope. Note: your current working directory is ROOT."],
  [{ pattern: "*", path: "a.txt" }, "Path is not a directory: ROOT/a.txt"],
  [
    { pattern: "*.{ts" },
    "Search failed — ripgrep rejected the pattern, glob, or file type without searching:\nrg: error parsing glob '*.{ts': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
  ],
  [{ pattern: "//host/share/*" }, "Network path //host/share is refused"],
  [{ pattern: "/etc/*" }, "Path /etc is outside the allowed directories"],
])("%j is refused", async (args, text) => {
  const root = tree({ "a.txt": "a" });
  const reply = await workspaceAt(root, { dialect: "claude-code" }).call("Glob", args);
  expect(reply).toEqual({ text: text.replaceAll("ROOT", root), outcome: "error" });
});

test("a segment like the working directory's own name is not dropped: nobody gave a path", async () => {
  const root = path.join(tree({ "pkg/pkg/a.py": "", "pkg/setup.py": "" }), "pkg");
  expect(await glob(root, { pattern: "pkg/*.py" })).toBe("pkg/a.py");
});
