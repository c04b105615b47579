// Behind links, the files that ripgrep finds are found, each once: random trees with links to anywhere in them.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { grepWalk } from "../../src/dialects/walks.ts";
import { temporary } from "../support/race.ts";
import { openAt } from "../support/workspace.ts";

const RUNS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 30);

test("from every directory of a tree", async () => {
  await fc.assert(
    fc.asyncProperty(trees, async (made) => {
      const root = temporary("links");
      const directories = build(root, made);
      const workspace = openAt(root);
      try {
        for (const directory of directories) {
          const result = await workspace.search({ ...QUERY, roots: [{ path: directory }] });
          const found = result.ok ? result.value.entries.map(({ name }) => fs.realpathSync(path.join(root, directory, name))).sort() : result.failure.code;
          expect(found).toEqual(ripgrep(path.join(root, directory)));
        }
      } finally {
        await workspace.close();
        fs.rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: RUNS },
  );
});

const QUERY = {
  pattern: "m",
  caseInsensitive: false,
  multiline: false,
  filter: { globs: [], types: [] },
  walk: { ...grepWalk(false), followLinks: true },
  mode: "files",
  order: "path",
  content: { before: 0, after: 0, onlyMatching: false, gaps: false, columns: 500, hitsPerFile: Number.POSITIVE_INFINITY },
  page: { unit: "entries", skip: 0, take: Number.POSITIVE_INFINITY },
  limits: { timeMs: 60_000, receiptMs: 1, multilineBytes: 1e6, wholeBytes: 1e6, textChars: 1e6 },
} as const;

interface Made {
  /** Each directory's parent, each file's directory, and of each link where it stands and what it leads to: by numbers that are taken round. */
  readonly parents: readonly number[];
  readonly homes: readonly number[];
  readonly links: readonly { readonly isFirst: boolean; readonly home: number; readonly isToFile: boolean; readonly target: number }[];
}

const anyOf = fc.nat({ max: 1_000 });
const trees: fc.Arbitrary<Made> = fc.record({
  parents: fc.array(anyOf, { minLength: 1, maxLength: 5 }),
  homes: fc.array(anyOf, { minLength: 1, maxLength: 8 }),
  links: fc.array(fc.record({ isFirst: fc.boolean(), home: anyOf, isToFile: fc.boolean(), target: anyOf }), { minLength: 1, maxLength: 6 }),
});

/** All directories, the first of them the root. */
function build(root: string, { parents, homes, links }: Made): readonly string[] {
  const directories = ["."];
  const oneOf = (names: readonly string[], number: number): string => names[number % names.length] as string;
  for (const [index, parent] of parents.entries()) {
    const name = path.join(oneOf(directories, parent), `d${index}`);
    fs.mkdirSync(path.join(root, name));
    directories.push(name);
  }
  const files = homes.map((home, index) => path.join(oneOf(directories, home), `f${index}.txt`));
  for (const file of files) fs.writeFileSync(path.join(root, file), "m\n");
  for (const [index, { isFirst, home, isToFile, target }] of links.entries())
    fs.symlinkSync(path.join(root, oneOf(isToFile ? files : directories, target)), path.join(root, oneOf(directories, home), `${isFirst ? "a" : "z"}${index}`));
  return directories;
}

/** Real paths of what it finds; it complains of circles. */
function ripgrep(directory: string): readonly string[] {
  const script = `"$0" --no-config --no-messages --follow --hidden --files-with-matches --regexp=m ./ || true`;
  const names = execFileSync("sh", ["-c", script, rgPath], { cwd: directory, encoding: "utf8" }).split("\n").slice(0, -1);
  return [...new Set(names.map((name) => fs.realpathSync(path.join(directory, name))))].sort();
}
