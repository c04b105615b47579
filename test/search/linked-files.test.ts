// Behind a link, ripgrep finds in a file what it finds in it on a walk.
import { expect, test } from "vitest";
import type { OpenWorkspace, SearchQuery } from "../../src/index.ts";
import { queryFor } from "../support/indexed.ts";
import { tree } from "../support/tree.ts";
import { workspaceAt } from "../support/workspace.ts";

/** A long line makes the buffers of ripgrep larger, also for what is read next: this is longer than they become. */
const FAR = "some line that is long enough\n".repeat(35_000);
const CONTENTS: Readonly<Record<string, string | Buffer>> = {
  "text.txt": "early needle\n",
  "nul-at-once.txt": "early needle\n\0late needle\n",
  "nul-far-behind.txt": `${FAR}\0late needle\n`,
  "nul-far-behind-a-match.txt": `early needle\n${FAR}\0late needle\n`,
  "match-right-before-nul.txt": `${FAR}early needle\n\0late needle\n`,
  "long-line-before-nul.txt": `${"x".repeat(70_000)}\nearly needle\n\0late needle\n`,
  "utf-16.txt": Buffer.from("\ufeffearly needle\n", "utf16le"),
};
const LINES = { mode: "content", page: { unit: "hits", skip: 0, take: 10 } } as const;
const WAYS: readonly Partial<SearchQuery>[] = [{ mode: "files" }, { mode: "count" }, LINES, { ...LINES, limits: { ...queryFor("").limits, wholeBytes: 0 } }];

test.each(["early needle", "late needle", "(?s)needle\\n.*"])("text or not, before a NUL and behind it: %s", async (pattern) => {
  const names = Object.keys(CONTENTS);
  const below = (directory: string): Record<string, string | Buffer> => Object.fromEntries(names.map((name) => [`${directory}/${name}`, CONTENTS[name] ?? ""]));
  const links = Object.fromEntries(names.map((name) => [`d/${name}`, { link: `../real/${name}` }]));
  const met = workspaceAt(tree(below("d")));
  const linked = workspaceAt(tree({ ".ignore": "/real\n", ...below("real"), ...links }));
  for (const way of WAYS) {
    const query = queryFor(pattern, { ...way, multiline: pattern.startsWith("(?s)") });
    expect([way, await foundIn(linked, query)]).toEqual([way, await foundIn(met, query)]);
  }
});

test("files behind links are found whatever rules say where they are, and under the first of their names", async () => {
  const root = tree({
    ".ignore": "*.log\n",
    ".git/config": "needle\n",
    "d/x.log": "needle\n",
    "d/.{a,b}[c]!.txt": "needle\n",
    "d/ends with a space ": "needle\n",
    "binary ": "needle\0\n",
    "1": { link: ".git/config" },
    "2": { link: "d/x.log" },
    "3": { link: "2" },
    "4": { link: "d/.{a,b}[c]!.txt" },
    "5": { link: "d/ends with a space " },
    "6": { link: "binary " },
    "7": { link: "d" },
  });
  const found = await workspaceAt(root).search(queryFor("needle"));
  expect(found.ok && found.value.entries.map(({ name }) => name)).toEqual(["1", "2", "4", "5"]);
});

async function foundIn(workspace: OpenWorkspace, query: SearchQuery): Promise<unknown> {
  const found = await workspace.search(query);
  if (!found.ok) return found;
  const { entries, rows, totals } = found.value;
  return { entries, rows, totals };
}
