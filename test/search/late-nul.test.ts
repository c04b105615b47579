// A file with a NUL behind what ripgrep reads first: on a walk its lines are shown up to there, and not counted. However lines are taken, they are the same.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { describe, expect, test } from "vitest";
import type { SearchQuery } from "../../src/index.ts";
import { openPair, queryFor, withoutReceipt } from "../support/indexed.ts";
import { tree } from "../support/tree.ts";

const FILLER = "nothing to see here\n".repeat(5_000);
const FILES: Parameters<typeof tree>[0] = {
  "a.txt": "needle a\n",
  "b-late.dat": `needle early\n${"needle in the next buffer, too\n".repeat(2)}${FILLER}needle beside it\n\0\nneedle behind it\n`,
  "c.txt": "needle c\n",
  "d/late-without.dat": `${FILLER}\0\nneedle behind it\n`,
  "d/late.dat": `needle\nover\n${FILLER}\0\nneedle\nover\n`,
  "d/link.dat": { link: "../b-late.dat" },
  "e-early.dat": "needle\0\n",
  "z.txt": "no\n",
};

const WHOLE = 2 ** 26;
const WAYS: readonly (readonly [string, Partial<SearchQuery>, number])[] = [
  ["taken whole", {}, WHOLE],
  ["counted as they come", {}, 0],
  ["counted first, since a file was named beside the directory", { roots: [{ path: "." }, { path: "z.txt" }] }, 0],
];

describe.each([
  ["on lines", false],
  ["over lines", true],
])("%s", (_, multiline) => {
  const pattern = multiline ? "needle( \\w+)*\\n[^a-z]?(over)?" : "needle";

  test.each(WAYS)("lines that are %s are those that ripgrep prints", async (_way, changes, wholeBytes) => {
    const root = tree(FILES);
    const pair = openPair(root);
    await pair.ready();
    const query: SearchQuery = {
      ...queryFor(pattern, { ...changes, mode: "content", multiline }),
      walk: { ...queryFor("").walk, followLinks: false },
      page: { unit: "hits", skip: 0, take: Number.POSITIVE_INFINITY },
      limits: { ...queryFor("").limits, wholeBytes },
    };
    for (const workspace of [pair.plain, pair.indexed]) expect(await linesOf(workspace.search(query))).toEqual(printed(root, pattern, multiline));
    await pair.close();
  });
});

test("pages join, whichever way their lines were taken", async () => {
  const root = tree(FILES);
  const pair = openPair(root);
  await pair.ready();
  const expected = printed(root, "needle", false);
  for (const [, changes, wholeBytes] of WAYS)
    for (let skip = 0; skip < expected.length; skip++) {
      const page = { unit: "hits", skip, take: 1 } as const;
      const query = queryFor("needle", { ...changes, mode: "content", page, limits: { ...queryFor("").limits, wholeBytes } });
      const walk = { ...query.walk, followLinks: false };
      for (const workspace of [pair.plain, pair.indexed]) expect(await linesOf(workspace.search({ ...query, walk }))).toEqual(expected.slice(skip, skip + 1));
    }
  await pair.close();
});

test("a file that was named is shown as ripgrep shows it, with what is behind the NUL", async () => {
  const root = tree(FILES);
  const pair = openPair(root);
  const named = path.join(root, "b-late.dat");
  const { stdout } = spawnSync(rgPath, ["--no-config", "-n", "needle", named]);
  const expected = stdout
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => `:${line}`);
  for (const wholeBytes of [WHOLE, 0]) {
    const query = queryFor("needle", { roots: [{ path: "b-late.dat" }], mode: "content", limits: { ...queryFor("").limits, wholeBytes } });
    expect(await linesOf(pair.plain.search({ ...query, page: { unit: "hits", skip: 0, take: Number.POSITIVE_INFINITY } }))).toEqual(expected);
  }
  await pair.close();
});

test("of a binary file that was named it is said that it matches, and nothing else, however much there is", async () => {
  const pair = openPair(tree(FILES));
  const query = queryFor("needle", { roots: [{ path: "e-early.dat" }, { path: "z.txt" }], mode: "content", page: { unit: "hits", skip: 0, take: 5 } });
  const [whole, counted] = await Promise.all([WHOLE, 0].map((wholeBytes) => pair.plain.search({ ...query, limits: { ...query.limits, wholeBytes } })));
  const told = whole?.ok && { ...whole.value.page, binary: whole.value.binaryMatches.map((name) => path.basename(name)) };
  expect(told).toEqual({ first: 0, shown: 0, total: { count: 0, exact: true }, more: false, binary: ["e-early.dat"] });
  expect(counted).toEqual(whole);
  await pair.close();
});

describe("each file once, and nothing but what is shown", () => {
  const LATE = `needle 1\n${FILLER}\0\nneedle 3\n`;
  const BEHIND_LINK = { "a/late": LATE, "z.txt": "needle\n" };
  const [WITH_LINKS, AND_Z] = [{ walk: { ...queryFor("").walk, followLinks: true } }, [{ path: "." }, { path: "z.txt" }]];
  const onlyMatching = { content: { ...queryFor("").content, onlyMatching: true } };

  test.each<[string, Parameters<typeof tree>[0], Partial<SearchQuery>]>([
    ["behind a link that comes after it", { ...BEHIND_LINK, "a/m": { link: "late" } }, { ...WITH_LINKS, roots: AND_Z }],
    ["behind a link that comes before it", { ...BEHIND_LINK, "a/k": { link: "late" } }, { ...WITH_LINKS, roots: AND_Z }],
    ["behind a link, matches alone", { ...BEHIND_LINK, "a/m": { link: "late" } }, { ...WITH_LINKS, ...onlyMatching }],
    ["below two directories that were named", BEHIND_LINK, { roots: [{ path: "a" }, { path: "." }, { path: "z.txt" }] }],
    ["met, and named after that", BEHIND_LINK, { roots: [{ path: "." }, { path: "a/late" }] }],
    ["named twice", { "t.txt": "needle\nneedle\n" }, { roots: [{ path: "t.txt" }, { path: "t.txt" }] }],
    ["named twice, with a NUL", { t: LATE }, { roots: [{ path: "t" }, { path: "t" }] }],
    ["named, with context", { t: LATE, "z.txt": "needle\n" }, { roots: [{ path: "t" }, { path: "z.txt" }], content: { ...queryFor("").content, before: 1 } }],
    [
      "named, binary, with context",
      { t: "a\n\0\nb\nneedle\n", z: "needle\n" },
      { roots: [{ path: "t" }, { path: "z" }], content: { ...queryFor("").content, before: 1 } },
    ],
    [
      "some of each file's, in rows",
      { "m.txt": "needle\n".repeat(4), z: "needle\n" },
      {
        roots: [{ path: "m.txt" }, { path: "z" }],
        content: { ...queryFor("").content, gaps: false, hitsPerFile: 2 },
        page: { unit: "rows", skip: 0, take: 10 },
      },
    ],
  ])("%s", async (_, files, changes) => {
    const pair = openPair(tree(files));
    await pair.ready();
    const query = queryFor("needle", { mode: "content", page: { unit: "hits", skip: 0, take: 50 }, ...changes });
    const told = await Promise.all(
      [WHOLE, 0].flatMap((wholeBytes) => [pair.plain, pair.indexed].map((each) => each.search({ ...query, limits: { ...query.limits, wholeBytes } }))),
    );
    const [whole, ...others] = told.map((result) => result.ok && { ...(withoutReceipt(result.value) as object), totals: result.value.totals.hits });
    expect(others).toEqual(others.map(() => whole));
    expect(whole).toMatchObject({ page: { more: false, total: { exact: true } } });
    await pair.close();
  });

  test("under a name that is not UTF-8", async () => {
    const root = tree({ "z.txt": "needle\n" });
    fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/b`), Buffer.from([0xff])]), LATE);
    const pair = openPair(root);
    for (const wholeBytes of [WHOLE, 0]) {
      const query = queryFor("needle", {
        mode: "content",
        roots: AND_Z,
        page: { unit: "hits", skip: 0, take: 50 },
        limits: { ...queryFor("").limits, wholeBytes },
      });
      expect(await linesOf(pair.plain.search(query))).toEqual(["b\xff:1:needle 1", "z.txt:1:needle"]);
    }
    await pair.close();
  });
});

async function linesOf(answer: ReturnType<ReturnType<typeof openPair>["plain"]["search"]>): Promise<readonly string[]> {
  const result = await answer;
  if (!result.ok) return [result.failure.code];
  const { rows, entries } = result.value;
  return rows.flatMap((row) => (row.kind === "hit" ? [`${entries[row.entry]?.name}:${row.line}:${row.text}`] : []));
}

function printed(root: string, pattern: string, multiline: boolean): readonly string[] {
  const args = ["--no-config", "--sort=path", "--no-heading", "-n", ...(multiline ? ["-U"] : []), pattern, "./"];
  const { stdout } = spawnSync(rgPath, args, { cwd: root });
  const lines = stdout
    .toString()
    .split("\n")
    .filter((line) => /^\.\/[^:]*:\d+:/.test(line));
  return lines.map((line) => line.slice(2));
}
