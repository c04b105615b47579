// A name that no rule can mean is listed by ripgrep. The contrary need not be so: whoever is in doubt asks.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Rules } from "../../../../src/search/index/listing/rules.ts";
import { rawOf } from "../../../../src/workspace/raw-path.ts";
import { tree } from "../../../support/tree.ts";

/** More with FOSSICK_FUZZ_RUNS. */
const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 60);

function rulesOf(root: string, changes: Partial<ConstructorParameters<typeof Rules>[0]> = {}): Rules {
  return new Rules({ tree: rawOf(root), elsewhere: [], globs: [], hidden: true, ...changes });
}

test.each<[string, readonly string[], readonly string[]]>([
  ["*.log", ["a.log", "src/a.log", ".log"], ["a.logs", "log", "a.txt"]],
  ["build/", ["build", "src/build"], ["builds", "a.txt"]],
  ["/build", ["build"], ["src/build", "a.txt"]],
  ["docs/_build/", ["docs/_build"], ["_build", "src/docs/_build", "docs/a.txt"]],
  ["docs/*", ["docs/a.txt"], ["a.txt", "docs/deep/a.txt", "src/docs"]],
  ["docs/**", ["docs/a.txt", "docs/deep/a.txt"], ["a.txt", "src/docs/a.txt"]],
  ["**/out", ["out", "src/deep/out"], ["outer", "out/a.txt"]],
  ["*.py[cod]", ["a.pyc", "src/a.pyo"], ["a.py", "a.pyx"]],
  ["*.[0-9]*", ["a.1", "a.7z"], ["a.txt", "1"]],
  ["core.?", ["core.1"], ["core", "score.1"]],
  ["*a*b*c*d", ["abcd", "xaxbxcxd"], ["aXd", "abcde"]],
  ["\\#*#", ["#a#", "##"], ["a#", "#a"]],
  ["{a,b/c}", ["anything"], []],
  ["[a-z].txt", ["a.txt"], ["A.txt", "ab.txt"]],
  ["[!a].txt", ["b.txt", "anything"], []],
  ["# *.txt", [], ["a.txt"]],
  ["!*.txt", [], ["a.txt"]],
  ["a.txt   ", ["a.txt"], ["b.txt"]],
  ["größe.txt", ["größe.txt"], ["grösse.md"]],
])("%s may mean %j, and not %j", (rule, meant, others) => {
  const root = tree({ ".gitignore": `${rule}\n` });
  const rules = rulesOf(root);
  const may = (name: string): boolean => rules.mayMean(rawOf(name));
  expect([meant.filter(may), others.filter(may)]).toEqual([meant, []]);
});

test("rules count where they stand and below", () => {
  const root = tree({ "src/.gitignore": "*.o\n/here\n", "src/deep/.ignore": "x\n", ".rgignore": "y\n" });
  const rules = rulesOf(root);
  const names = ["a.o", "src/a.o", "src/deep/a.o", "src/here", "src/deep/here", "x", "src/x", "src/deep/x", "src/deep/y"];
  expect(names.filter((name) => rules.mayMean(name))).toEqual(["src/a.o", "src/deep/a.o", "src/here", "src/deep/x", "src/deep/y"]);
});

test("so do rules from elsewhere, globs that are left out, and names with a dot where those are hidden", () => {
  const elsewhere = [rawOf(path.join(tree({ exclude: "*.tmp\n/anchored\n" }), "exclude"))];
  const rules = rulesOf(tree({}), { elsewhere, globs: ["node_modules", "/secret"], hidden: false });
  const names = ["a.tmp", "src/anchored", "src/node_modules", "secret", "src/secret", ".a", "src/.a", "a.b"];
  expect(names.filter((name) => rules.mayMean(name))).toEqual(["a.tmp", "src/anchored", "src/node_modules", "secret", ".a", "src/.a"]);
});

test("nothing is sure where rules cannot be read", () => {
  for (const make of [(file: string) => fs.mkdirSync(file), (file: string) => fs.writeFileSync(file, "x\n".repeat(40_000))]) {
    const root = tree({});
    make(path.join(root, ".gitignore"));
    expect(rulesOf(root).mayMean("a.txt")).toBe(true);
  }
});

test("rules of a directory that went do not count any more", () => {
  const root = tree({ "src/.gitignore": "*.o\n" });
  const rules = rulesOf(root);
  expect(rules.mayMean("src/a.o")).toBe(true);
  fs.rmSync(path.join(root, "src"), { recursive: true });
  rules.forget();
  expect(rules.mayMean("src/a.o")).toBe(false);
});

const BASES = ["c", "abc", "aab", ".a", "a.b", "a b", "é", "aé", "[a]", "a1", "1", "-", "#a", "!a", "a\\", "{a}", "A", "d"];
const NAMES = ["", "a/", "b/a/", "ab/é/"].flatMap((directory) => BASES.map((base) => directory + base)).filter((name) => name !== "ab/é/é");
const PIECES = ["a", "b", "ab", ".", "1", "é", "*", "**", "?", "/", "[ab]", "[a-c]", "[!a]", "[^b]", "[", "]", "\\", "{a,b}", "{", "}", "-", " ", "#", "!"];
const rule = fc.oneof(
  fc.array(fc.constantFrom(...PIECES, "[a-c-e]"), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join("")),
  fc.constantFrom(...BASES, "a/", "/a", "*/a", "a/**", "**/b", "[b-a]", "a\\ "),
);
const ruleFile = fc.array(rule, { maxLength: 4 }).map((rules) => `${rules.join("\n")}\n`);

test("whatever the rules are, ripgrep lists what none of them can mean", () => {
  let sure = 0;
  fc.assert(
    fc.property(ruleFile, ruleFile, (above, below) => {
      const root = tree({ ...Object.fromEntries(NAMES.map((name) => [name, "x\n"])), ".gitignore": above, "a/.ignore": below });
      const rules = rulesOf(root);
      const isSure = (name: string): boolean => partsOf(name).every((part) => !rules.mayMean(rawOf(part)));
      const listed = listedIn(root);
      sure += NAMES.filter(isSure).length;
      expect(NAMES.filter((name) => isSure(name) && !listed.has(name))).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(sure).toBeGreaterThan(RUNS * 5); // or it would say nothing
});

function listedIn(root: string): ReadonlySet<string> {
  const { stdout } = spawnSync(rgPath, ["--no-config", "--files", "--hidden", "--no-require-git", "--null", "./"], { cwd: root, encoding: "utf8" });
  return new Set(stdout.split("\0").map((name) => name.slice(2)));
}

/** `a`, `a/b`, `a/b/c`. */
function partsOf(name: string): readonly string[] {
  const parts = name.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
