import { describe, expect, test } from "vitest";
import { compileGlob, escapeGlob, splitFixedPart, splitGlobs } from "../../src/workspace/glob.ts";

function matches(glob: string, path: string, kind: "file" | "directory" = "file"): boolean {
  const compiled = compileGlob(glob);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
  return compiled.value.matches(path, kind);
}

describe("a glob matches", () => {
  test.each([
    ["*.ts", "a.ts"],
    ["*.ts", "deep/down/a.ts"],
    ["a.ts", "src/a.ts"],
    ["/a.ts", "a.ts"],
    ["./a.ts", "a.ts"],
    ["src/*.ts", "src/a.ts"],
    ["src/**", "src/a/b.ts"],
    ["src/**/*.ts", "src/a.ts"],
    ["src/**/*.ts", "src/x/y/a.ts"],
    ["**/*.ts", "a.ts"],
    ["**/src/**", "x/src/a.ts"],
    ["*.{ts,tsx}", "a.tsx"],
    ["{src,docs}/**", "docs/a.md"],
    ["{a,b{c,d}}.txt", "bd.txt"],
    ["[Mm]akefile", "makefile"],
    ["[!a]*.c", "b.c"],
    ["[^a]*.c", "b.c"],
    ["[a-c]?.c", "bx.c"],
    ["[]]", "]"],
    ["?.py", "é.py"],
    ["\\*.c", "*.c"],
    ["**", "a/b"],
    ["a**b", "axxb"],
    [".*", ".hidden"],
    ["*", ".hidden"],
  ])("%s %s", (glob, path) => {
    expect(matches(glob, path)).toBe(true);
  });
});

describe("a glob does not match", () => {
  test.each([
    ["*.ts", "a.tsx"],
    ["*.TS", "a.ts"],
    ["/a.ts", "src/a.ts"],
    ["src/*.ts", "src/deep/a.ts"],
    ["src/*.ts", "x/src/a.ts"],
    ["/*.ts", "src/a.ts"],
    ["src/**", "src"],
    ["src", "src/a.ts"],
    ["a?c", "a/c"],
    ["a[/]c", "a/c"],
    ["a**b", "a/b"],
    ["[!a]*.c", "a.c"],
    ["\\*.c", "x.c"],
  ])("%s %s", (glob, path) => {
    expect(matches(glob, path)).toBe(false);
  });
});

test("a trailing slash asks for a directory", () => {
  expect([matches("build/", "build", "directory"), matches("build/", "build", "file")]).toEqual([true, false]);
});

describe("a malformed glob says what is wrong", () => {
  test.each([
    ["[bad", "unclosed character class; missing ']'"],
    ["{a,b", "unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"],
    ["a}", "unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)"],
    ["[z-a]", "invalid range; 'z' > 'a'"],
    ["a\\", "dangling '\\'"],
    [`${"{a,b}".repeat(10_000)}`, "the pattern is too large"],
  ])("%s", (glob, detail) => {
    expect(compileGlob(glob)).toEqual({ ok: false, failure: { code: "bad-glob", glob, detail } });
  });
});

test("a pattern made to backtrack takes no longer than any other", () => {
  expect(matches(`${"*a".repeat(40)}b`, "a".repeat(5_000))).toBe(false);
  expect(matches(`${"**/".repeat(40)}x`, `${"a/".repeat(2_000)}y`)).toBe(false);
});

test("lists are split at spaces and commas outside braces and brackets", () => {
  expect(splitGlobs("*.ts, *.{js,jsx}  [a,b].c,,!x")).toEqual(["*.ts", "*.{js,jsx}", "[a,b].c", "!x"]);
  expect(splitGlobs("with\\ space.txt *.md")).toEqual(["with\\ space.txt", "*.md"]);
});

test("an escaped text matches itself alone", () => {
  const name = "a*[b]{c,d}?!\\.txt";
  expect([matches(`/${escapeGlob(name)}`, name), matches(`/${escapeGlob(name)}`, "axb.txt")]).toEqual([true, false]);
});

test.each([
  ["/src/utils/*.ts", { base: "/src/utils", glob: "*.ts" }],
  ["/src/{a,b}/*.ts", { base: "/src", glob: "{a,b}/*.ts" }],
  ["/*.ts", { base: "/", glob: "*.ts" }],
  ["../x/y.ts", { base: "../x", glob: "y.ts" }],
  ["*.ts", { base: "", glob: "*.ts" }],
])("the fixed part of %s", (pattern, parts) => {
  expect(splitFixedPart(pattern)).toEqual(parts);
});
