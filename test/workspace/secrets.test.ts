import { expect, test } from "vitest";
import { compileGlob } from "../../src/workspace/glob.ts";
import { globsWithout } from "../../src/workspace/glob-without.ts";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

test.each([
  [".env", true],
  [".env.local", true],
  [".envrc", true],
  [".env.examples", true],
  [".enve", true],
  [".env.example", false],
  [".env.production.sample", false],
  [".env.template", false],
  [".env.dist", false],
  ["env.example", false],
  [".en", false],
])("%s is matched without the endings: %s", (name, isMatched) => {
  const globs = globsWithout("/**/.env*", [".example", ".sample", ".template", ".dist"]).map((glob) => compileGlob(glob));
  expect(globs.some((glob) => glob.ok && glob.value.matches(`dir/${name}`, "file"))).toBe(isMatched);
});

const FILES = {
  ".env": "word",
  ".env.example": "word",
  ".env.local": "word",
  "a/.ssh/id": "word",
  "a/id_rsa": "word",
  "b.pem": "word",
  "c.txt": "word",
  ".npmrc": "word",
};

test("with deny-secrets no search, listing or view shows them, and examples stay", async () => {
  const workspace = workspaceAt(tree(FILES), { denySecrets: true });
  expect(await textOf(workspace, "grep", { pattern: "word", output_mode: "count" })).toBe(".env.example:1\nc.txt:1");
  expect((await textOf(workspace, "glob", { pattern: "**", type: "file" })).split("\n").sort()).toEqual([".env.example", "c.txt"]);
  expect((await textOf(workspace, "view", { path: "." })).split("\n").slice(1)).toEqual(["├── .env.example", "├── a/", "└── c.txt", ""]);
  expect(await textOf(workspace, "view", { path: ".env.local" })).toMatch(/^\[ACCESS_DENIED\] path \S+ matches deny pattern/);
  expect(await textOf(workspace, "create_file", { path: "x/.ssh/config", content: "" })).toMatch(/^\[ACCESS_DENIED\]/);
  expect(await textOf(workspace, "view", { path: "x" })).toMatch(/^\[PATH_NOT_FOUND\]/); // no directory was made on the way
  expect(await textOf(workspace, "view", { path: "nope/.netrc" })).toMatch(/^\[ACCESS_DENIED\]/); // nor is it told whether it exists
});

test("without it they are files like any other", async () => {
  const workspace = workspaceAt(tree(FILES));
  expect(await textOf(workspace, "view", { path: ".env" })).toBe("1\tword\n");
});

test("a search does not show a denied file under another name", async () => {
  const root = tree({ "a/.env": "word", "b.txt": "word" });
  const { linkSync } = await import("node:fs");
  linkSync(`${root}/a/.env`, `${root}/alias.txt`);
  const workspace = workspaceAt(root, { denyDirs: ["**/.env"] });
  expect((await textOf(workspace, "grep", { pattern: "word" })).split("\n")[0]).toBe("b.txt");
  expect(await textOf(workspace, "grep", { pattern: "word", path: "alias.txt" })).toMatch(/^\[ACCESS_DENIED\]/);
});
