import path from "node:path";
import { describe, expect, test } from "vitest";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

const FILES = {
  "main.go": { text: "m", mtime: 100 },
  "src/a.go": { text: "a", mtime: 300 },
  "src/deep/b.go": { text: "b", mtime: 200 },
  "docs/c.md": { text: "c", mtime: 400 },
};

describe("names, newest first", () => {
  test.each([
    ["*.go", "src/a.go\nsrc/deep/b.go\nmain.go"],
    ["src/*.go", "src/a.go"],
    ["./*.go", "main.go"],
    ["**/*.{md,go}", "docs/c.md\nsrc/a.go\nsrc/deep/b.go\nmain.go"],
    ["!*.go", "docs/c.md"],
    ["*.zzz", "No files found"],
  ])("%s", async (pattern, text) => {
    expect(await textOf(workspaceAt(tree(FILES)), "glob", { pattern, type: "file" })).toBe(text);
  });
});

test("an absolute pattern is split into root and rest, and shown from the working directory", async () => {
  const root = tree(FILES);
  expect(await textOf(workspaceAt(root), "glob", { pattern: `${root}/src/*.go` })).toBe("src/a.go");
  expect(await textOf(workspaceAt(path.join(root, "src"), { allowDirs: [root] }), "glob", { pattern: "../docs/*" })).toBe(`${root}/docs/c.md`);
});

test("directories are listed unless only files are asked for; empty and ignored ones told apart", async () => {
  const root = tree({ "a/b/": "", "out/x/": "", ".gitignore": "out\n", "node_modules/p/": "" });
  const workspace = workspaceAt(root);
  expect((await textOf(workspace, "glob", { pattern: "**/*", type: "directory" })).split("\n").sort()).toEqual(["a", "a/b"]);
  expect((await textOf(workspace, "glob", { pattern: "**/*", type: "directory", no_ignore: true })).split("\n").sort()).toEqual([
    "a",
    "a/b",
    "node_modules",
    "node_modules/p",
    "out",
    "out/x",
  ]);
});

test("links to files are listed, links to directories and broken ones are not", async () => {
  const root = tree({ "real/f.go": "x", "link.go": { link: "real/f.go" }, dir: { link: "real" }, "broken.go": { link: "nowhere" } });
  expect((await textOf(workspaceAt(root), "glob", { pattern: "**/*" })).split("\n").sort()).toEqual(["link.go", "real", "real/f.go"]);
});

test("an empty list says what would have matched", async () => {
  const root = tree({ ".gitignore": "dist/\n", "dist/a.js": "x", "dist/b.js": "x", "node_modules/p.js": "x", "src/c.ts": "x" });
  expect(await textOf(workspaceAt(root), "glob", { pattern: "*.js" })).toBe(
    "No files found\nNot listed: 2 files ignored by .gitignore:1 (dist/) and 1 file in node_modules — the pattern matches them. Pass no_ignore to include them.",
  );
});

test("denied entries are invisible", async () => {
  const root = tree({ ".env": "x", "keys/k.pem": "x", "a.txt": "x" });
  expect(await textOf(workspaceAt(root, { denyDirs: ["**/.env", "keys"] }), "glob", { pattern: "**/*" })).toBe("a.txt");
});

test("a path that is a file is refused", async () => {
  const root = tree({ "a.txt": "x" });
  expect(await workspaceAt(root).call("glob", { pattern: "*", path: "a.txt" })).toEqual({
    text: `[INVALID_INPUT] path ${root}/a.txt is not a directory`,
    outcome: "error",
  });
});
