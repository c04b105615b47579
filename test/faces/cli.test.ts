import { describe, expect, test } from "vitest";
import { cli } from "../support/server.ts";
import { tree } from "../support/tree.ts";

const FILES = {
  "src/a.ts": { text: "TODO one\nx\ntodo two\n", mtime: 300 },
  "src/b.py": { text: "TODO three\n", mtime: 200 },
  "c.md": { text: "# c\n", mtime: 100 },
};

describe("the commands print exactly what a model would see; grep prints content and has ripgrep's flags", () => {
  test.each([
    [["grep", "TODO"], "src/a.ts:1:TODO one\n--\nsrc/b.py:1:TODO three\n", 0],
    [["grep", "-i", "todo", "src", "-t", "ts"], "a.ts:1:TODO one\n--\na.ts:3:todo two\n", 0],
    [["grep", "-l", "TODO", "."], "src/a.ts\nsrc/b.py\n", 0],
    [["grep", "-c", "TODO", "-g", "*.py"], "src/b.py:1\n", 0],
    [["grep", "-C", "1", "one"], "src/a.ts:1:TODO one\nsrc/a.ts-2-x\n", 0],
    [["grep", "-N", "-U", "one.*two"], "src/a.ts:TODO one\nsrc/a.ts:x\nsrc/a.ts:todo two\n", 0],
    [["grep", "TODO", "c.md", "src/b.py"], "src/b.py:1:TODO three\n", 0],
    [["grep", "--limit", "1", "TODO"], "src/a.ts:1:TODO one\n\n[Showing 1-1 of 2 matches. Next page: offset=1]\n", 0],
    [["grep", "-e", "-x"], "No matches found\n", 1],
    [["grep", "("], "[GREP_INVALID_PATTERN] invalid regex pattern: regex parse error:\n    (?:()\n    ^\nerror: unclosed group\n", 2],
    [["glob", "*.{ts,py}"], "src/a.ts\nsrc/b.py\n", 0],
    [["call", "grep", '{"pattern":"TODO"}'], "src/a.ts\nsrc/b.py\n", 0],
    [["view", "src/a.ts"], "1\tTODO one\n2\tx\n3\ttodo two\n", 0],
    [["view", "src/a.ts", "--dialect", "anthropic"], "1\tTODO one\n2\tx\n3\ttodo two\n", 0],
    [["view", "src/a.ts", "--dialect", "codex"], "L1: TODO one\nL2: x\nL3: todo two\n", 0],
    [["view", "src/a.ts", "-n", "2:", "--dialect", "codex"], "L2: x\nL3: todo two\n", 0],
    [["view", "src/a.ts", "-n", "2:2", "--dialect", "codex"], "L2: x\n", 0],
    [["grep", "TODO", "src", "c.md", "--dialect", "codex"], "ROOT/src/a.ts\nROOT/src/b.py\n", 0],
    [["grep", "-l", "TODO", "-g", "*.py", "--limit", "1", "--dialect", "codex"], "ROOT/src/b.py\n", 0],
    [["grep", "FIXME", "--dialect", "codex"], "No matches found.\n", 1],
  ])("fossick %j", (args, stdout, code) => {
    const root = tree(FILES);
    expect(cli(root, args)).toEqual({ code, stdout: stdout.replaceAll("ROOT", root), stderr: "" });
  });
});

describe("a wrong call says what to do, on stderr, with exit code 2", () => {
  test.each([
    [["grep"], /^fossick: a pattern is needed\nusage: fossick grep /],
    [["grep", "x", "--nope"], /^fossick: Unknown option '--nope'/],
    [["nope"], /^fossick: unknown command "nope"; expected one of: grep, /],
    [["call", "grep", "{"], /^fossick: the arguments are not JSON: /],
    [["grep", "x", "--dialect", "klingon"], /^fossick: unknown dialect "klingon"; expected one of: boris/],
    [["glob", "x", "--dialect", "codex"], /^fossick: the dialect codex has no tool for this; `fossick tools --dialect codex` lists what it has/],
    [["grep", "x", "--workdir", "missing"], /^fossick: path not found: .*\/missing/],
    [["mcp", "--allow-dir", "missing"], /^fossick: path not found: .*\/missing/],
    [["mcp", "--deny-dir", "[bad"], /^fossick: invalid glob pattern: \[bad: unclosed character class/],
    [["mcp", "--allow-dir", ""], /^fossick: --allow-dir needs a directory, got an empty text/],
    [["mcp", "--max-file-size", "0"], /^fossick: invalid size "0"; expected a number/],
    [["mcp", "--deny-dir", "!sec"], /^fossick: invalid glob pattern: !sec: a deny pattern cannot be negated/],
    [["grep", "x", "--max-file-size", "big"], /^fossick: invalid size "big"; expected a number with B, KB, MB or GB/],
    [["grep", "x", "--search-timeout", "-1"], /^fossick: invalid --search-timeout "-1"; expected a number above 0/],
  ])("fossick %j", (args, complaint) => {
    const { code, stdout, stderr } = cli(tree(FILES), args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(complaint);
  });
});

describe("--disable-tools", () => {
  const names = (...flags: string[]): readonly string[] =>
    [...cli(tree({}), ["tools", ...flags]).stdout.matchAll(/^(\w+)\(/gm)].map(([, name]) => name as string);
  test.each<[readonly string[], readonly string[]]>([
    [[], ["bash", "create_file", "glob", "grep", "str_replace", "task_output", "view"]],
    [
      ["--disable-tools", "bash"],
      ["create_file", "glob", "grep", "str_replace", "view"],
    ],
    [
      ["--disable-tools", "task_output"],
      ["bash", "create_file", "glob", "grep", "str_replace", "view"],
    ],
    [
      ["--disable-tools", "grep", "--disable-tools", "glob"],
      ["bash", "create_file", "str_replace", "task_output", "view"],
    ],
    [["--anthropic-compat"], ["bash", "glob", "grep", "str_replace_editor", "task_output"]],
    [
      ["--dialect", "anthropic", "--disable-tools", "create_file"],
      ["bash", "glob", "grep", "task_output"],
    ],
  ])("%j", (flags, tools) => {
    expect(names(...flags)).toEqual(tools);
  });

  test("a name nobody knows stops the start", () => {
    expect(cli(tree({}), ["mcp", "--disable-tools", "nope"])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^fossick: unknown tool "nope" to disable; expected one of: bash, /),
    });
  });
});

test("--json prints the structured result", () => {
  const { stdout } = cli(tree(FILES), ["grep", "-c", "TODO", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    entries: [
      { name: "src/a.ts", count: 1 },
      { name: "src/b.py", count: 1 },
    ],
    totals: { hits: { count: 2, exact: true } },
  });
});

test("settings come from the environment, too, and flags win", () => {
  const root = tree(FILES);
  const env = { ...process.env, FOSSICK_MAX_OUTPUT: "2000", FOSSICK_WORKDIR: `${root}/src` };
  expect(cli(root, ["grep", "TODO"], env).stdout).toBe("a.ts:1:TODO one\n--\nb.py:1:TODO three\n");
  expect(cli(root, ["grep", "TODO", "--workdir", root], env).stdout).toBe("src/a.ts:1:TODO one\n--\nsrc/b.py:1:TODO three\n");
});

test("switches in the environment are yes or no, or stop the start; flags win", () => {
  const root = tree({ ".env": "S=1\n" });
  const view = (value: string) => cli(root, ["call", "view", '{"path":".env"}'], { ...process.env, FOSSICK_DENY_SECRETS: value }).code;
  expect([view("1"), view("yes"), view("0"), view("maybe")]).toEqual([2, 2, 0, 2]);
  expect(cli(root, ["tools", "--anthropic-compat"], { ...process.env, FOSSICK_DIALECT: "boris" }).stdout).toContain("str_replace_editor(");
});

test("ripgrep never reads a configuration or the environment of the caller", () => {
  const root = tree({ "a.txt": "needle\n", ripgreprc: "--files-without-match\n" });
  expect(cli(root, ["grep", "needle", "-g", "a.txt"], { ...process.env, RIPGREP_CONFIG_PATH: `${root}/ripgreprc` }).stdout).toBe("a.txt:1:needle\n");
});

test("doctor says which ripgrep runs, tools what a dialect offers", () => {
  const root = tree({});
  expect(cli(root, ["doctor"]).stdout).toMatch(/ripgrep +ripgrep \d+\.\d+\.\d+ .*\(bundled: .*rg\)\n[\s\S]*All is well\.\n$/);
  expect(cli(root, ["doctor"], { ...process.env, FOSSICK_RIPGREP: "/no/rg" })).toMatchObject({ code: 2 });
  expect(cli(root, ["tools"]).stdout).toMatch(/^(bash|glob)\(/);
});

describe("doctor says where indexes are kept", () => {
  const root = (): string => tree({ "tree/a.txt": "x\n", "open/": "" });
  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ["by a flag", ["--cache-dir", "../kept"], { XDG_CACHE_HOME: "ROOT/xdg" }, "ROOT/kept: 0 trees, 0 MB of at most 2048 MB"],
    ["by a variable", [], { FOSSICK_CACHE_DIR: "ROOT/kept", XDG_CACHE_HOME: "ROOT/xdg" }, "ROOT/kept: 0 trees, 0 MB of at most 2048 MB"],
    ["where the user's caches are", [], { XDG_CACHE_HOME: "ROOT/xdg" }, "ROOT/xdg/fossick/index: 0 trees, 0 MB of at most 2048 MB"],
    ["at home", [], { HOME: "ROOT/home", XDG_CACHE_HOME: "relative" }, "ROOT/home/.cache/fossick/index: 0 trees, 0 MB of at most 2048 MB"],
    ["nowhere", ["--cache-dir", ""], { XDG_CACHE_HOME: "ROOT/xdg" }, "none: an index is built anew by each server"],
    ["inside", ["--cache-dir", "kept"], {}, "ROOT/tree/kept: 0 trees, 0 MB of at most 2048 MB; not used here: cache directory is inside the tree"],
    ["not private", ["--cache-dir", "../open"], {}, "ROOT/open: 0 trees, 0 MB of at most 2048 MB; not used here: cache directory is not private"],
  ])("%s", (_, flags, variables, expected) => {
    const at = root();
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.replace("ROOT", at)]));
    const { stdout } = cli(`${at}/tree`, ["doctor", ...flags], { ...process.env, ...env });
    expect(/^index cache +(.*)$/m.exec(stdout)?.[1]?.replaceAll(at, "ROOT")).toBe(expected);
  });
});
