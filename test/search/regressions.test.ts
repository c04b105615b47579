// Every bug that was found leaves a case here: what was asked, and the whole answer.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { MAIN, rawServer } from "../support/server.ts";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

type Files = Parameters<typeof tree>[0];
const ask = (files: Files, args: Record<string, unknown>, tool = "grep"): Promise<string> => textOf(workspaceAt(tree(files)), tool, args);

describe("context never hides its hit", () => {
  const lines = Array.from({ length: 1_000 }, (_, i) => `line ${i} ${"x".repeat(90)}`);
  const files = { "a.txt": [...lines, "NEEDLE1", "between", "NEEDLE2", ""].join("\n") };

  test.each([1_000, 450, 100_000])("context_before %i", async (before) => {
    const text = await ask(files, { pattern: "NEEDLE1", output_mode: "content", context_before: before });
    expect(text.length).toBeLessThan(48_000);
    expect(text.endsWith("a.txt:1001:NEEDLE1")).toBe(true);
    expect(text).toContain("a.txt-1000-line 999");
  });

  test("and every page gets on", async () => {
    const text = await ask(files, { pattern: "NEEDLE", output_mode: "content", context_before: 450 });
    expect(text.endsWith("a.txt:1001:NEEDLE1\n\n[Showing 1-1 of 2 matches. Next page: offset=1]")).toBe(true);
  });
});

describe("the window of a long line holds the match", () => {
  const around = (left: string, match: string, right: string): string => `…${left.repeat(1_000)}${match}${right.repeat(2_000 - 1_000 - match.length)}…`;
  const long = (match: string): string => `${"a".repeat(3_000)}${match}${"b".repeat(3_000)}\n`;

  test.each<[string, string | Buffer]>([
    ["in a file with a byte order mark", `\ufefffirst\n${long("HERE")}`],
    ["in UTF-16, after characters of any width", Buffer.from(`\ufeff${"日本語😀\n".repeat(600)}${long("HERE")}`, "utf16le")],
    ["in big-endian UTF-16", Buffer.from(`\ufefffirst é\n${long("HERE")}`, "utf16le").swap16()],
  ])("%s", async (_, content) => {
    const text = await ask({ "f.txt": content }, { pattern: "HERE", output_mode: "content", line_numbers: false });
    expect(text).toBe(`f.txt:${around("a", "HERE", "b")}`);
  });

  test("of a match that goes on in the next line", async () => {
    const text = await ask({ "f.txt": `${"q".repeat(5_000)}FOO\nBAR rest\n` }, { pattern: "FOO\\nBAR", output_mode: "content", multiline: true });
    expect(text).toBe(`f.txt:1:…${"q".repeat(1_997)}FOO\nf.txt:2:BAR rest`);
  });
});

test("the window of a long line whose match ripgrep does not find again is its beginning", async () => {
  const text = await ask({ "f.txt": `${"a".repeat(3_000)}\n` }, { pattern: "^\\z", output_mode: "content", line_numbers: false });
  expect(text).toBe(`f.txt:${"a".repeat(2_000)}…`);
});

describe("a filter judges the name that is shown", () => {
  const files = { "lib/a.c": "m\n", aa: { link: "lib" }, src: { link: "lib" } };
  test.each([
    ["aa/*.c", "aa/a.c"],
    ["src/*.c", "src/a.c"],
    ["lib/*.c", "lib/a.c"],
    ["!aa", "lib/a.c"],
    ["*.c", "aa/a.c"],
  ])("%s", async (include, text) => {
    expect(await ask(files, { pattern: "m", include })).toBe(text);
  });
});

test("links behind a link all count, and too many are told of", async () => {
  const links = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`t/l${i}.txt`, { link: `../real/f${i}.txt` }]));
  const reals = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`real/f${i}.txt`, "needle\n"]));
  const many = tree({ ...links(1_100), ...reals(1_100) });
  const inside = workspaceAt(path.join(many, "t"), { allowDirs: [many] });
  const text = await textOf(inside, "grep", { pattern: "needle", head_limit: 1 });
  expect(text).toMatch(
    /\n\n\[Showing 1-1 of 1000 files\. Next page: offset=1\]\n\[Not searched: 100 links beyond the first 1000\. Name what they lead to as path\.\]$/,
  );
});

test("a link to a file that is ignored where it stands is followed", async () => {
  const files = { ".ignore": "*.log\n", "sub/day.log": "m\n", "today.txt": { link: "sub/day.log" } };
  expect(await ask(files, { pattern: "m" })).toBe("today.txt");
});

test("of several links to a file, one that passes the filter is enough", async () => {
  const files = { "d/f": "m\n", "a.txt": { link: "d/f" }, "b.log": { link: "d/f" } };
  expect(await ask(files, { pattern: "m", include: "*.log" })).toBe("b.log");
});

test("links that lead up and down again do not hold a search up", async () => {
  const links = { "sub/up": "..", "other/a-up": "..", "sub/o2": "../other", "m/b/zz": "../..", "m/ll": "../m", "m/l9": "b", "sub/a-l": "../m/b/zz" };
  const files = { "sub/f.txt": "m\n", "other/f.txt": "m\n", "m/b/g.txt": "m\n" };
  const root = tree({ ...files, ...Object.fromEntries(Object.entries(links).map(([name, link]) => [name, { link }])) });
  expect(await textOf(workspaceAt(root), "grep", { pattern: "m", path: "sub", include: "**/up/**" })).toBe("up/m/b/g.txt\nup/other/f.txt");
});

test("a link to an ignored file that is too large for matches over lines is told of", async () => {
  const root = tree({ ".ignore": "*.big\n", "d/x.big": "m\n".repeat(100), "to-big.txt": { link: "d/x.big" }, "a.txt": "m\n" });
  const text = await textOf(workspaceAt(root, { maxFileBytes: 100 }), "grep", { pattern: "m", multiline: true });
  expect(text).toMatch(/^a\.txt\n\n\[Not searched: 1 file too large for multiline \(.*to-big\.txt\)/);
});

test("a link to a file that is too large for matches over lines is told of", async () => {
  const root = tree({ "root/a.txt": "m\n", "root/large.txt": { link: "../large.txt" }, "large.txt": "m\n".repeat(100) });
  const workspace = workspaceAt(path.join(root, "root"), { allowDirs: [root], maxFileBytes: 100 });
  expect(await textOf(workspace, "grep", { pattern: "m", multiline: true })).toMatch(/^a\.txt\n\n\[Not searched: .*large\.txt/);
});

test("a link to a directory above the root is followed, but not back into the root", async () => {
  const parent = tree({ "root/x.txt": "m\n", "root/up": { link: ".." }, "sib/y.txt": "m\n" });
  const workspace = workspaceAt(path.join(parent, "root"), { allowDirs: [parent] });
  expect(await textOf(workspace, "grep", { pattern: "m", output_mode: "count" })).toBe("up/sib/y.txt:1\nx.txt:1");
});

test("what a link to above the root leads to is found on the way down to the root, too", async () => {
  const root = tree({ "d0/x.txt": "m\n", "top.txt": "m\n", "d0/d2/al": { link: "../.." } });
  expect(await textOf(workspaceAt(root), "grep", { pattern: "m", path: "d0/d2", output_mode: "count" })).toBe("al/d0/x.txt:1\nal/top.txt:1");
});

test("links that stand where the way has been give no name", async () => {
  const links = { "d0/al1": { link: ".." }, "d0/al2": { link: "f.txt" }, "d3/zl5": { link: "../d0/f.txt" } };
  expect(await ask({ "d0/f.txt": "m\n", ...links }, { pattern: "m", path: "d0" })).toBe("al1/d3/zl5");
});

test("a file named directly keeps the lines before its first NUL", async () => {
  const root = tree({ "late.bin": Buffer.concat([Buffer.from(`m a\nm b\n${"q".repeat(70_000)}\n`), Buffer.from("\0m c\n")]) });
  expect(await textOf(workspaceAt(root), "grep", { pattern: "m", path: "late.bin", output_mode: "content" })).toBe(
    `late.bin:1:m a\nlate.bin:2:m b\n\nBinary file ${root}/late.bin matches`,
  );
});

test("names that are not UTF-8 can be given back, files and directories; so can names in real quotes", async () => {
  const root = tree({ '"q"': "needle\n" });
  fs.writeFileSync(Buffer.from(`${root}/caf\xe9.txt`, "latin1"), "needle\n");
  fs.mkdirSync(Buffer.from(`${root}/d\xff`, "latin1"));
  fs.writeFileSync(Buffer.from(`${root}/d\xff/x.txt`, "latin1"), "needle\n");
  const workspace = workspaceAt(root);
  const inPath = (given: string) => textOf(workspace, "grep", { pattern: "needle", path: given, output_mode: "count" });
  expect([await inPath('"caf\\351.txt"'), await inPath('"d\\377"'), await inPath('"q"')]).toEqual(['"caf\\351.txt":1', "x.txt:1", '"q":1']);
});

test("a changed exclude file of a nested repository is seen by the next call", async () => {
  const root = tree({ "sub/.git/info/exclude": "", "sub/real/a.c": "m\n", "sub/ln": { link: "real" }, "sub/build/": "" });
  const workspace = workspaceAt(root);
  const old = new Date(Date.now() - 60_000);
  fs.utimesSync(path.join(root, "sub"), old, old);
  expect(await textOf(workspace, "grep", { pattern: "m" })).toBe("sub/ln/a.c");
  fs.writeFileSync(path.join(root, "sub/.git/info/exclude"), "ln\nbuild\n");
  expect(await textOf(workspace, "grep", { pattern: "m" })).toBe("sub/real/a.c");
  expect((await textOf(workspace, "glob", { pattern: "*", type: "directory" })).split("\n").sort()).toEqual(["sub", "sub/real"]);
});

test("the temporary file of an edit under way is not found", async () => {
  expect(await ask({ ".fossick-1-2-3-abc.tmp": "needle\n", "a.txt": "x\n" }, { pattern: "needle" })).toBe("No matches found");
});

describe("receipts", () => {
  test("ignored files with odd names count", async () => {
    expect(await ask({ ".gitignore": "*.log\n", "a\nb.log": "needle\n" }, { pattern: "needle" })).toMatch(
      /^No matches found\nNot searched: 1 file ignored( by \.gitignore:1 \(\*\.log\))? — they contain 1 match\./,
    );
  });

  test("an ignored directory is told of when a directory was looked for", async () => {
    expect(await ask({ ".gitignore": "build/\n", "build/x/": "" }, { pattern: "build" }, "glob")).toBe(
      "No files found\nNot listed: 1 file ignored by .gitignore:1 (build/) — the pattern matches them. Pass no_ignore to include them.",
    );
  });

  test("rules are named from the working directory", async () => {
    expect(await ask({ "sub/.gitignore": "*.tmp\n", "sub/x.tmp": "needle\n" }, { pattern: "needle", path: "sub" })).toBe(
      "No matches found\nNot searched: 1 file ignored by sub/.gitignore:1 (*.tmp) — they contain 1 match. Pass no_ignore to include them.",
    );
  });

  test("a denied file that the filter leaves out is not counted", async () => {
    const root = tree({ ".env": "needle\n", "a.ts": "x\n" });
    expect(await textOf(workspaceAt(root, { denyDirs: ["**/.env"] }), "grep", { pattern: "needle", include: "*.ts" })).toBe("No matches found");
  });
});

describe("input", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["a synonym beside a null", { pattern: "x", include: null, glob: "*.md" }, "b.md"],
    ["\\r in a pattern", { pattern: "x\\r$" }, "crlf.txt"],
    ["doubled slashes in a glob", { pattern: "x", include: "src//./a.ts" }, "src/a.ts"],
    ["too many globs", { pattern: "x", include: "!a ".repeat(101) }, "[INVALID_INPUT] include has 101 parts; the limit is 100"],
    ["a huge filter", { pattern: "x", include: "a".repeat(200_000) }, "[INVALID_INPUT] include has 200000 characters; the limit is 4096"],
    [
      "a pattern for PCRE",
      { pattern: "a(?=b)" },
      "[GREP_INVALID_PATTERN] invalid regex pattern: regex parse error:\n    (?:a(?=b))\n        ^^^\nerror: look-around, including look-ahead and look-behind, is not supported\n\nLook-around and backreferences are not supported; match more and filter the results.",
    ],
    [
      "a newline without multiline",
      { pattern: "a\\nb" },
      '[GREP_INVALID_PATTERN] invalid regex pattern: the literal "\\n" is not allowed in a regex\n\nPass multiline: true to let matches span lines.',
    ],
  ])("%s", async (_, args, text) => {
    expect(await ask({ "src/a.ts": "x\n", "b.md": "x\n", "crlf.txt": "x\r\n" }, args)).toBe(text);
  });

  test("refusals are bounded and carry no escape sequences", async () => {
    const text = await ask({ "a.txt": "x\n" }, { pattern: "x", path: `\x1b[31m${"p".repeat(100_000)}` });
    expect(text.length).toBeLessThan(10_000);
    expect(text).not.toContain("\x1b");
  });

  test("glob takes one path, and the working directory as a pattern", async () => {
    const root = tree({ "a.txt": "x\n" });
    const workspace = workspaceAt(root);
    expect(await textOf(workspace, "glob", { pattern: "*", path: ["a", "b"] })).toBe("[INVALID_INPUT] path must be a string, got array");
    expect(await textOf(workspace, "glob", { pattern: root })).toBe("No files found");
  });
});

test("a message of many megabytes is answered, one beyond the limit passed over", async () => {
  const server = rawServer(tree({ "a.txt": "needle\n" }));
  server.send({ id: 1, method: "tools/call", params: { name: "grep", arguments: { pattern: "needle", path: "p".repeat(24 * 1024 * 1024) } } });
  server.send(`{"junk":"${"x".repeat(70 * 1024 * 1024)}"}`);
  server.send({ id: 2, method: "tools/call", params: { name: "grep", arguments: { pattern: "needle" } } });
  expect([(await server.answer(1)).result?.isError, (await server.answer(2)).result?.content?.[0]?.text]).toEqual([true, "a.txt"]);
});

describe.skipIf(process.getuid?.() !== 0)("what may not be read is a note (run as root, to become somebody else)", () => {
  const asNobody = (root: string, args: readonly string[]): string => {
    fs.chmodSync(root, 0o755);
    return execFileSync(process.execPath, [MAIN, ...args], {
      cwd: root,
      uid: 65_534,
      gid: 65_534,
      env: { PATH: process.env.PATH, HOME: "/root" },
      encoding: "utf8",
    });
  };
  const canRead = (): boolean => {
    try {
      execFileSync(process.execPath, ["-e", `require("fs").accessSync(${JSON.stringify(MAIN)})`], { uid: 65_534, gid: 65_534, stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };

  test("files, directories, and a HOME that is not ours", ({ skip }) => {
    if (!canRead()) return skip("this checkout is in a folder that others may not enter");
    const root = tree({ "a.txt": "needle\n", "secret.txt": "needle\n", "d/x.txt": "needle\n", ".gitignore": "{a\n" });
    fs.chmodSync(path.join(root, "secret.txt"), 0);
    fs.chmodSync(path.join(root, "d"), 0);
    expect(asNobody(root, ["grep", "-l", "needle"])).toBe(
      `a.txt\n\n[Not searched: 2 paths not readable (${root}/d: Permission denied, ${root}/secret.txt: Permission denied).]\n`,
    );
  });

  test.for([
    ["grep", { pattern: "needle", output_mode: "count" }, "a.txt:1", "searched"],
    ["glob", { pattern: "*.txt" }, "a.txt", "listed"],
  ] as const)("in the order of their paths, whatever threads came by first: %s", ([tool, args, found, verb], { skip }) => {
    if (!canRead()) return skip("this checkout is in a folder that others may not enter");
    const locked = Array.from({ length: 200 }, (_, i) => `d${i % 20}/locked${i}/`);
    const root = tree({ "a.txt": "needle\n", ...Object.fromEntries(locked.map((name) => [name, ""])) });
    for (const name of locked) fs.chmodSync(path.join(root, name), 0);
    const all = locked.map((name) => `${root}/${name.slice(0, -1)}: Permission denied`).sort();
    const note = `[Not ${verb}: 200 paths not readable (${all.slice(0, 3).join(", ")}, …).]`;
    expect(asNobody(root, ["call", tool, JSON.stringify(args)])).toBe(`${found}\n\n${note}\n`);
  });

  test.for<[string, readonly string[], readonly string[]]>([
    ["sub*/*.c", ["subway/a.c:1"], ["locked", "subway/secret.c"]],
    ["!**/other/**", ["subway/a.c:1", "subway/a.h:1"], ["locked", "subway/secret.c"]],
    ["{other,subway}/*.h", ["subway/a.h:1"], ["locked"]],
  ])("of files that a glob leaves out nothing is said, of directories it is: %s", ([glob, found, told], { skip }) => {
    if (!canRead()) return skip("this checkout is in a folder that others may not enter");
    const files = { "subway/a.c": "needle\n", "subway/a.h": "needle\n", "subway/secret.c": "", "other/secret.c": "", "other/deep/secret.c": "", "locked/": "" };
    const root = tree(files);
    for (const name of ["subway/secret.c", "other/secret.c", "other/deep/secret.c", "locked"]) fs.chmodSync(path.join(root, name), 0);
    const reasons = told.map((name) => `${root}/${name}: Permission denied`);
    const note = `[Not searched: ${told.length === 1 ? "1 path" : `${told.length} paths`} not readable (${reasons.join(", ")}).]`;
    expect(asNobody(root, ["call", "grep", JSON.stringify({ pattern: "needle", glob, output_mode: "count" })])).toBe(`${[...found, "", note].join("\n")}\n`);
  });
});

describe("the window of a long line is around its first match, whatever is looked for", () => {
  const line = `${"x".repeat(70_000)}\u017fhort${"y".repeat(500)}SHORT, short${"z".repeat(5_000)}`;
  const window = (match: string): string => `…${line.slice(line.indexOf(match) - 1_000, line.indexOf(match) + 1_000)}…`;
  test.each([
    ["a text", "short", "short", {}],
    ["one of several texts", "zzz|short|SHORT", "SHORT", {}],
    ["a text in any case, with a letter that is an s then", "short", "\u017fhort", { case_insensitive: true }],
    ["a pattern", "SHORT, \\w", "SHORT", {}],
    ["what only ripgrep finds", "\\whort\\w", "\u017fhort", {}],
  ])("%s", async (_, pattern, match, options) => {
    const text = await ask({ "f.txt": `${line}\n`, "g.txt": `${line}\n` }, { pattern, output_mode: "content", line_numbers: false, ...options });
    expect(text).toBe(`f.txt:${window(match)}\n--\ng.txt:${window(match)}`);
  });

  test("in a line that has no end", async () => {
    const text = await ask({ "f.txt": line }, { pattern: "SHORT, \\w", output_mode: "content", line_numbers: false });
    expect(text).toBe(`f.txt:${window("SHORT")}`);
  });

  test("although another line begins like a file of UTF-16", async () => {
    const files = { "a.txt": Buffer.from(`x\n\xff\xfe${"q".repeat(3_000)}SHORT, 1\n`, "latin1"), "b.txt": `${line}\n` };
    const text = await ask(files, { pattern: "SHORT, \\w", output_mode: "content", line_numbers: false });
    expect(text.split("\n--\n")[1]).toBe(`b.txt:${window("SHORT")}`);
    expect(text.split("\n")[0]).toContain("qSHORT, 1");
  });
});
