// Lines that come file by file, in whatever order the files have: those of the page are kept.
import fc from "fast-check";
import { expect, test } from "vitest";
import { FoundLines } from "../../src/search/found-lines.ts";
import type { Plan } from "../../src/search/plan.ts";
import type { PageQuery, SearchQuery } from "../../src/search/query.ts";
import type { Scanned } from "../../src/search/tally.ts";

const PLAN = { roots: [{ kind: "directory" }], walk: { followLinks: false } } as unknown as Plan;
const SCANNED = { hasOtherNames: false } as Scanned;

interface File {
  readonly name: string;
  readonly hits: number;
  readonly isStopped: boolean;
  /** Before this file, and in the middle of it, what is behind the page is let go. */
  readonly isPrunedBefore: boolean;
  readonly isPrunedInside: boolean;
}

function queryOf(page: PageQuery): SearchQuery {
  return { page, roots: [{}], content: { before: 0, after: 0, hitsPerFile: 2 } } as unknown as SearchQuery;
}

function foundIn(files: readonly File[], page: PageQuery, maxChars: number): FoundLines {
  const found = new FoundLines(PLAN, queryOf(page));
  const { take, notice } = found.sink((name) => ({ root: 0, name, real: `/${name}`, isRoot: false }));
  const prune = (): void => {
    if (found.prune(maxChars) === "too much") found.count();
  };
  for (const { name, hits, isStopped, isPrunedBefore, isPrunedInside } of files) {
    if (isPrunedBefore) prune();
    for (let line = 1; line <= hits; line++) {
      const text = `${line}:${line * 5}:${name}`;
      take(name, `before ${text} after`, 7, 7 + text.length);
      if (isPrunedInside && line === 2) prune();
    }
    if (isStopped) notice({ kind: "stopped", path: name });
  }
  return found;
}

const files = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-d]{1,3}$/),
    hits: fc.integer({ min: 1, max: 6 }),
    isStopped: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    isPrunedBefore: fc.boolean(),
    isPrunedInside: fc.boolean(),
  }),
  { selector: ({ name }) => name, maxLength: 20 },
);
const pages = fc.record({
  unit: fc.constantFrom("hits", "rows", "entries"),
  skip: fc.integer({ min: 0, max: 8 }),
  take: fc.constantFrom(1, 3, 10, Number.POSITIVE_INFINITY),
});

test("the counts are of all files, and the lines of the page are there, in order; or none are, if there is no room for them", () => {
  fc.assert(
    fc.property(files, pages, fc.constantFrom(0, 40, Number.POSITIVE_INFINITY), (all, page, maxChars) => {
      const found = foundIn(all, page, maxChars);
      const inOrder = [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
      const { counts, front } = found.counted(SCANNED);
      const sum = counts.reduce((total, { value }) => total + value, 0);
      expect([counts.length, sum]).toEqual([inOrder.length, inOrder.reduce((total, { hits }) => total + hits, 0)]);
      if (!found.isCut) return void expect([...found.findings.values()].map(({ printed, hits }) => printed.length - hits)).toEqual(all.map(() => 0));
      const isEntries = page.unit === "entries";
      const perFile = page.unit === "hits" ? undefined : 2;
      const linesOf = ({ name, hits }: File): readonly string[] => Array.from({ length: hits }, (_, i) => `${i + 1}:${(i + 1) * 5}:${name}`);
      const expected = inOrder.flatMap((file, index) => (!isEntries || index < page.skip + page.take ? linesOf(file).slice(0, perFile) : []));
      const kept = counts.flatMap(({ real }) => front.get(real)?.slice(0, perFile) ?? []);
      const end = isEntries ? expected.length : page.skip + page.take;
      return void expect(front.size === 0 ? expected.slice(0, end) : kept.slice(0, end)).toEqual(expected.slice(0, end));
    }),
    { numRuns: 2_000 },
  );
});

test("what is kept is what the page needs, and what has come since it was last looked at", () => {
  const all = Array.from({ length: 100 }, (_, i) => ({
    name: `f${99 - i}`.padEnd(3, "x"),
    hits: 5,
    isStopped: false,
    isPrunedBefore: true,
    isPrunedInside: false,
  }));
  const { front } = foundIn(all, { unit: "hits", skip: 2, take: 10 }, 1_000).counted(SCANNED);
  expect([...front].map(([real, lines]) => `${real} ${lines.length}`)).toEqual(["/f0x 5", "/f10 5", "/f11 5", "/f12 5"]);
});
