// Answers equal ripgrep's: random patterns, filters, modes and pages over a tree with every oddity.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenWorkspace, pathText, type SearchQuery } from "../../src/index.ts";
import { openAt } from "../support/workspace.ts";

const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 60);

let root: string;
let workspace: OpenWorkspace;

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-diff-")));
  for (const [name, content] of Object.entries(oddTree())) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
  workspace = openAt(root);
});

afterAll(async () => {
  await workspace.close();
  fs.rmSync(root, { recursive: true, force: true });
});

test("files, counts and lines are those of ripgrep, page by page", async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const expected = ripgrep(query);
      const pages = await allPages(query);
      expect(pages).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});

test("context and gaps are those of ripgrep", async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (asked) => {
      const query = { ...asked, mode: "content" as const, take: Number.POSITIVE_INFINITY };
      const result = await workspace.search(queryOf(query, 0));
      const rows = result.ok
        ? result.value.rows.map((row) =>
            row.kind === "gap" ? "--" : `${pathText(result.value.entries[row.entry]?.name ?? "")}${row.kind === "hit" ? ":" : "-"}${row.line}:${row.text}`,
          )
        : [result.failure.code];
      expect(rows).toEqual(ripgrepRows(query));
    }),
    { numRuns: RUNS },
  );
});

// --- what is asked ---------------------------------------------------------------------------

interface Asked {
  readonly pattern: string;
  readonly caseInsensitive: boolean;
  readonly multiline: boolean;
  readonly globs: readonly string[];
  readonly mode: SearchQuery["mode"];
  readonly context: number;
  readonly take: number;
  readonly noIgnore: boolean;
  /** 0: lines are only counted, then read; a little: those of the page are kept, all are counted; otherwise the result is taken whole. */
  readonly wholeBytes: number;
}

const words = fc.constantFrom("alpha", "beta", "needle", "Needle", "foo", "é", "日本", "x", "_id", "=>", "TODO", " ");
const atoms = fc.oneof(
  words.map((word) => word.replace(/[.*+?()[\]{}|^$\\]/g, "\\$&")),
  fc.constantFrom("\\w+", "\\d", ".", "[a-f]+", "\\s", "(?:alpha|beta)", "^", "$", "\\bfoo\\b", "[^x]", "o{2}", "é?", "\\S*", "(?i)NEEDLE"),
);
const patterns = fc.array(atoms, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
const queries: fc.Arbitrary<Asked> = fc.record({
  pattern: patterns,
  caseInsensitive: fc.boolean(),
  multiline: fc.boolean(),
  globs: fc.constantFrom<readonly string[]>(
    [],
    ["*.txt"],
    ["*.{c,h}"],
    ["src/**"],
    ["!*.txt"],
    ["*.c", "!deep*"],
    ["**/deep/*.c"],
    ["/a.txt"],
    ["!src"],
    ["[a-c]*"],
  ),
  mode: fc.constantFrom("files", "count", "content"),
  context: fc.integer({ min: 0, max: 2 }),
  take: fc.constantFrom(1, 2, 7, 50, Number.POSITIVE_INFINITY),
  noIgnore: fc.boolean(),
  wholeBytes: fc.constantFrom(0, 60, 400, 2 ** 21),
});

// --- our answer: all pages, one after the other -----------------------------------------------

async function allPages(asked: Asked): Promise<readonly string[]> {
  const lines: string[] = [];
  for (let skip = 0; ; ) {
    const result = await workspace.search(queryOf(asked, skip));
    if (!result.ok) return [result.failure.code];
    const { rows, entries, page } = result.value;
    if (asked.mode === "content")
      for (const row of rows) if (row.kind === "hit") lines.push(`${pathText(entries[row.entry]?.name ?? "")}:${row.line}:${row.text}`);
    if (asked.mode !== "content") lines.push(...entries.map(({ name, count }) => (count === undefined ? pathText(name) : `${pathText(name)}:${count}`)));
    if (!page.more) return asked.mode === "files" ? lines.sort() : lines;
    expect(page.shown).toBe(asked.take);
    skip += page.shown;
  }
}

function queryOf(asked: Asked, skip: number): SearchQuery {
  return {
    pattern: asked.pattern,
    caseInsensitive: asked.caseInsensitive,
    multiline: asked.multiline,
    roots: [{ path: "." }],
    filter: { globs: asked.globs, types: [] },
    walk: { ignoreFiles: !asked.noIgnore, hidden: true, followLinks: true, skipNames: [".git"], bulkNames: [] },
    mode: asked.mode,
    order: asked.mode === "files" ? "newest" : "path",
    content: {
      before: asked.context,
      after: asked.context,
      onlyMatching: false,
      gaps: true,
      columns: Number.POSITIVE_INFINITY,
      hitsPerFile: Number.POSITIVE_INFINITY,
    },
    page: { unit: asked.mode === "content" ? "hits" : "entries", skip, take: asked.take },
    limits: { timeMs: 20_000, receiptMs: 1, multilineBytes: 10_000_000, wholeBytes: asked.wholeBytes, textChars: Number.POSITIVE_INFINITY },
  };
}

// --- ripgrep's answer, in the same order -------------------------------------------------------

function ripgrep({ pattern, caseInsensitive, multiline, globs, mode, noIgnore }: Asked): readonly string[] {
  const print = { files: ["-l", "--null"], count: ["-c", "--null", "-H"], content: ["-n", "--no-heading", "-H", "--null"] }[mode];
  const ignored = new Set(noIgnore ? [] : ignoredFiles());
  const args = ["--no-config", "--no-require-git", "--hidden", "--crlf", "--glob=!.git", "--sort=path"];
  const flags = [
    ...(caseInsensitive ? ["-i"] : []),
    ...(multiline ? ["-U", "--multiline-dotall"] : []),
    ...globs.map((glob) => `--glob=${glob}`),
    ...(noIgnore ? ["--no-ignore"] : []),
  ];
  const text = run([...args, ...print, ...flags, "-e", pattern, "--", "./"]);
  if (text === undefined) return ["bad-pattern"];
  const entries =
    mode === "files"
      ? text
          .split("\0")
          .filter(Boolean)
          .map((name) => ({ name, rest: "" }))
      : lineEntries(text);
  // --glob un-ignores files; ours never does.
  const kept = entries.filter(({ name }) => !ignored.has(name.replace(/^\.\//, "")));
  const shown = kept.map(({ name, rest }) => (mode === "files" ? name.slice(2) : `${name.slice(2)}:${rest}`));
  return mode === "files" ? shown.sort() : inByteOrder(shown);
}

/** Hits, context and gaps, file by file in byte order; ours sets a gap between files even without context. */
function ripgrepRows({ pattern, caseInsensitive, multiline, globs, noIgnore, context }: Asked): readonly string[] {
  const args = [
    "--no-config",
    "--no-require-git",
    "--hidden",
    "--crlf",
    "--glob=!.git",
    "-n",
    "-H",
    "--null",
    "--no-heading",
    "--no-context-separator",
    `-C${context}`,
  ];
  const flags = [
    ...(caseInsensitive ? ["-i"] : []),
    ...(multiline ? ["-U", "--multiline-dotall"] : []),
    ...globs.map((glob) => `--glob=${glob}`),
    ...(noIgnore ? ["--no-ignore"] : []),
  ];
  const text = run([...args, ...flags, "-e", pattern, "--", "./"]);
  if (text === undefined) return ["bad-pattern"];
  const ignored = new Set(noIgnore ? [] : ignoredFiles());
  const files = new Map<string, { mark: string; line: number; text: string }[]>();
  for (const { name, rest } of lineEntries(text)) {
    const [, line, mark, shown] = /^(\d+)([:-])(.*)$/s.exec(rest) as unknown as [string, string, string, string];
    if (!ignored.has(name.slice(2))) files.set(name.slice(2), [...(files.get(name.slice(2)) ?? []), { mark, line: Number(line), text: shown }]);
  }
  const inOrder = [...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  // Over lines, an empty match behind the last one brings context without a hit; ours shows none.
  const isNearHit = (at: number, lines: readonly { mark: string; line: number }[]): boolean =>
    lines.some(({ mark, line }) => mark === ":" && Math.abs(line - at) <= context);
  const rows = inOrder.flatMap(([name, all]) => {
    const lines = all.filter(({ line }) => isNearHit(line, all));
    return lines
      .flatMap(({ mark, line, text: shown }, i) => [...(i > 0 && line > (lines[i - 1]?.line ?? 0) + 1 ? ["--"] : []), `${name}${mark}${line}:${shown}`])
      .concat(lines.length > 0 ? ["--"] : []);
  });
  return rows.slice(0, -1);
}

/** `path NUL rest` lines; ripgrep sorts by path component, we by byte, so only whole files move. */
function lineEntries(text: string): readonly { name: string; rest: string }[] {
  return text
    .split("\n")
    .filter((line) => line.includes("\0"))
    .map((line) => ({ name: line.slice(0, line.indexOf("\0")), rest: line.slice(line.indexOf("\0") + 1).replace(/\r$/, "") }));
}

function inByteOrder(lines: readonly string[]): readonly string[] {
  const nameOf = (line: string): string => line.slice(0, line.indexOf(":"));
  return lines
    .map((line, index) => ({ line, index }))
    .sort((a, b) => (nameOf(a.line) < nameOf(b.line) ? -1 : nameOf(a.line) > nameOf(b.line) ? 1 : a.index - b.index))
    .map(({ line }) => line);
}

function ignoredFiles(): readonly string[] {
  const list = (...more: string[]): readonly string[] =>
    (run(["--no-config", "--no-require-git", "--hidden", "--glob=!.git", "--files", ...more, "./"]) ?? "").split("\n").map((name) => name.slice(2));
  const walked = new Set(list());
  return list("--no-ignore").filter((name) => !walked.has(name));
}

function run(args: readonly string[]): string | undefined {
  try {
    return execFileSync(rgPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 64 * 1024 * 1024 }).toString("utf8");
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: Buffer };
    return status === 1 ? stdout.toString("utf8") : undefined;
  }
}

/** Files of every kind that has ever surprised a search tool. */
function oddTree(): Readonly<Record<string, string | Buffer>> {
  const code = (count: number): string =>
    Array.from({ length: count }, (_, i) => `${i % 3 === 0 ? "alpha" : "beta"} foo_${i} ${i % 7 === 0 ? "needle" : ""} => x`).join("\n");
  return {
    "a.txt": "alpha\nbeta needle\nfoo\n",
    "b.txt": "no newline at the end needle",
    "crlf.txt": "alpha\r\nneedle foo\r\n\r\nbeta\r\n",
    "mixed-ends.txt": "alpha\nneedle\r\nfoo\rbeta\n",
    "empty.txt": "",
    "blank.txt": "\n\n\n",
    "utf16le.txt": Buffer.from("\ufeffalpha needle\nfoo é\n", "utf16le"),
    "utf16be.txt": Buffer.from("\ufeffalpha needle\nfoo é\n", "utf16le").swap16(),
    "bom.txt": "\ufeffneedle first\nfoo\n",
    "latin1.txt": Buffer.from("caf\xe9 needle\nfoo\n", "latin1"),
    "unicode.txt": "日本 needle\nÉÀ é Needle\n\u2028 x\n",
    "binary.dat": Buffer.from("needle\0alpha\nfoo\n"),
    "a.b.txt": "needle dotted\n",
    "a/inner.txt": "needle slashed\n",
    "src/main.c": code(40),
    "src/main.h": code(5),
    "src/deep/other.c": code(300),
    "src/deep/x.txt": "TODO needle\n",
    "long.txt": `${"x".repeat(5_000)} needle ${"y".repeat(5_000)}\nfoo\n`,
    ".hidden": "needle hidden\n",
    ".gitignore": "*.log\n/out/\n!keep.log\n",
    "app.log": "needle log\n",
    "keep.log": "needle kept\n",
    "out/made.txt": "needle made\n",
    "src/.ignore": "main.h\n",
    "name with space.txt": "needle space\n",
    "é.txt": "needle accent\n",
  };
}
