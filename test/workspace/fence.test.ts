import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Fence, makeFence } from "../../src/workspace/fence.ts";
import { tree } from "../support/tree.ts";

function fence(allowed: readonly string[], deny: readonly string[]): Fence {
  const made = makeFence(allowed, deny, "/w");
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value;
}

test.each([
  ["/w", true],
  ["/w/a/b", true],
  ["/wx", false],
  ["/", false],
  ["/other/deep", true],
])("%s is inside: %s", (path, inside) => {
  expect(fence(["/w", "/other"], []).judge(path, "file")).toEqual({ inside });
});

describe("deny wins, and covers what is below", () => {
  test.each([
    ["**/.env", "/w/.env"],
    ["**/.env", "/w/a/.env"],
    [".env", "/w/a/.env"],
    ["secrets/*.txt", "/w/secrets/a.txt"],
    ["secrets", "/w/x/secrets/deep/a.txt"],
    ["secrets/", "/w/secrets/deep/a.txt"],
    ["/w/private/**", "/w/private/a"],
    ["/w/*/private", "/w/x/private/y"],
  ])("%s denies %s", (pattern, path) => {
    expect(fence(["/w"], [pattern]).judge(path, "file")).toEqual({ inside: false, deniedBy: pattern });
  });

  test("and nothing else", () => {
    expect(fence(["/w"], ["secrets/*.txt"]).judge("/w/x/secrets/a.txt", "file")).toEqual({ inside: true });
  });
});

describe("for a walk, patterns become relative to where it starts", () => {
  test.each([
    [["**/.env"], "/w", ["/**/.env"]],
    [["/w/a/b/*.txt"], "/w/a", ["/b/*.txt"]],
    [["/w/*/b/*.txt"], "/w/a", ["/b/*.txt"]],
    [["/elsewhere/*"], "/w", []],
    [["/**/x/y"], "/w/x", ["/y", "/**/x/y"]],
  ])("%j from %s", (patterns, directory, globs) => {
    expect([...fence(["/w"], patterns).denyGlobsBelow(directory)].sort()).toEqual([...globs].sort());
  });
});

test("a malformed pattern is refused as it was given", () => {
  expect(makeFence(["/w"], ["[bad"], "/w")).toEqual({
    ok: false,
    failure: { code: "bad-glob", glob: "[bad", detail: "unclosed character class; missing ']'" },
  });
});

describe("patterns that would deny nothing are refused", () => {
  test.each([
    ["", "it is empty"],
    [" sec ", "it begins or ends with white space"],
    ["!sec", "a deny pattern cannot be negated"],
    ["~/.ssh", "~ is not expanded; give the whole path"],
    ["*.env,sec", "one pattern each; repeat --deny-dir for several"],
    ["a*/../sec", "`..` after a glob character"],
  ])("%j", (pattern, detail) => {
    expect(makeFence(["/w"], [pattern], "/w")).toEqual({ ok: false, failure: { code: "bad-glob", glob: pattern, detail } });
  });
});

describe("a pattern through links and .. denies where it really leads", () => {
  test.each(["LINK/sec", "LINK/sec/*", "a/../sec", "../NAME/sec", "./sec"])("%s", (pattern) => {
    const root = tree({ "sec/k": "x", "a/": "" });
    const link = `${tree({})}/link`;
    fs.symlinkSync(root, link);
    const made = makeFence([root], [pattern.replace("LINK", link).replace("NAME", path.basename(root))], root);
    expect(made.ok && made.value.judge(`${root}/sec/k`, "file").inside).toBe(false);
    expect(made.ok && made.value.judge(`${root}/a`, "directory").inside).toBe(true);
  });
});
