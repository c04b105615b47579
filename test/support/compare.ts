// Answers by the index against plain ones. One plain answer to everything says what each page of it must be.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import type { Result, SearchQuery, SearchResult } from "../../src/index.ts";
import { countingStarts, type Pair, withoutReceipt } from "./indexed.ts";
import { type RandomPage, randomPages, randomQueries } from "./random-queries.ts";

export interface Compared {
  /** Answers of the index that were compared. */
  comparisons: number;
  queries: number;
  /** Searches in which the index said where to look. */
  byIndex: number;
  /** A query, what was expected and what came. */
  readonly differences: string[];
}

interface Limits {
  readonly comparisons: number;
  readonly timeMs: number;
  /** The first queries come from this one, the next from the one after it. */
  readonly seed: number;
}

type Answer = Result<SearchResult>;

/** Queries that run at a time, so that no core waits. */
const AT_ONCE = 4;
const ENOUGH_DIFFERENCES = 5;
/** What is expected is taken whole, however the answer is. */
const WHOLE_BYTES = 2 ** 26;
/** Of each answer, in lines and in entries: many where the index reads the files itself, few where each is another run of ripgrep. */
const PAGES = 48;
const DEAR_PAGES = 2;

const asked = fc.record({
  query: randomQueries,
  other: fc.constantFrom<"files" | "count">("files", "count"),
  pages: fc.array(randomPages, { minLength: PAGES, maxLength: PAGES }),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

/** Compares until there were so many comparisons or several differences, or the time is over. */
export async function compareRandomly(pair: Pair, { comparisons, timeMs, seed }: Limits): Promise<Compared> {
  const compared: Compared = { comparisons: 0, queries: 0, byIndex: 0, differences: [] };
  const end = performance.now() + timeMs;
  for (let next = seed; compared.comparisons < comparisons && performance.now() < end && compared.differences.length < ENOUGH_DIFFERENCES; next++) {
    const before = compared.differences.length;
    await Promise.all(fc.sample(asked, { seed: next, numRuns: AT_ONCE }).map((each) => compareAll(pair, each, compared)));
    compared.byIndex += pair.ways().filter(({ way }) => way === "index").length;
    if (compared.differences.length > before) compared.differences.push(`(seed ${next})`);
  }
  return compared;
}

/** Compares so often, without a difference. */
export async function expectSameAnswers(pair: Pair, { comparisons, seed }: Pick<Limits, "comparisons" | "seed">): Promise<void> {
  const compared = await compareRandomly(pair, { comparisons, timeMs: Number.POSITIVE_INFINITY, seed });
  expect(compared.differences).toEqual([]);
  expect(compared.comparisons).toBeGreaterThanOrEqual(comparisons);
  expect(compared.byIndex).toBeGreaterThan(comparisons / 4); // otherwise nothing was tested
}

async function compareAll(pair: Pair, { query, other, pages }: Asked, compared: Compared): Promise<void> {
  compared.queries++;
  const whole = await pair.plain.search({ ...query, limits: { ...query.limits, wholeBytes: WHOLE_BYTES } });
  /** Gives how many pages of the answer are worth to be asked for. */
  const same = async (changed: SearchQuery, expected: Answer, view: (answer: Answer) => unknown = viewed): Promise<number> => {
    compared.comparisons++;
    const { answer, processes } = await countingStarts(() => pair.indexed.search(changed));
    const [came, wanted] = [view(bounded(answer, expected)), view(expected)];
    if (!isDeepStrictEqual(came, wanted)) compared.differences.push([changed, wanted, came].map((part) => JSON.stringify(part).slice(0, 1_500)).join("\n"));
    return processes === 0 ? PAGES : DEAR_PAGES;
  };
  const pagesOfLines = await same(query, whole);
  // Without results everything else costs as much again, for the receipt, and says no more.
  if (!whole.ok || whole.value.rows.length === 0) return;
  const entries: SearchQuery = { ...query, mode: other, page: { ...query.page, unit: "entries" } };
  const listed = await pair.plain.search(entries);
  const pagesOfEntries = await same(entries, listed);
  if (isPageable(query))
    for (const page of pages.slice(0, pagesOfLines)) await same(paged(query, page), { ok: true, value: linesOf(whole.value, page) }, viewedPage);
  if (listed.ok) for (const page of pages.slice(0, pagesOfEntries)) await same(paged(entries, page), { ok: true, value: entriesOf(listed.value, page) });
}

/** A page may say that there are at least so many: what it says must be true, and there must be more than it shows. */
function bounded(answer: Answer, expected: Answer): Answer {
  if (!answer.ok || !expected.ok || answer.value.page.total.exact) return answer;
  const { page, totals } = answer.value;
  const isTrue = page.total.count <= expected.value.page.total.count && page.total.count > page.first + page.shown;
  if (!isTrue) return answer;
  const { hits } = expected.value.totals;
  return { ok: true, value: { ...answer.value, page: { ...page, total: expected.value.page.total }, totals: { ...totals, ...(hits && { hits }) } } };
}

function viewed(answer: Answer): unknown {
  return answer.ok ? withoutReceipt(answer.value) : answer;
}

/** What a page of lines shows; which entries and how many rows are told of besides depends on whether the answer was taken whole. */
function viewedPage(answer: Answer): unknown {
  if (!answer.ok) return answer;
  const { entries, rows, page, totals } = answer.value;
  return { rows: rows.map((row) => (row.kind === "gap" ? row : { ...row, entry: entries[row.entry]?.name })), page, hits: totals.hits };
}

/** Context belongs to the page it is shown on, and is not worked out again here; nor is where the parts of a line go. */
function isPageable({ content }: SearchQuery): boolean {
  return content.before === 0 && !content.onlyMatching;
}

function paged(query: SearchQuery, { skip, take }: RandomPage): SearchQuery {
  return { ...query, page: { ...query.page, skip, take } };
}

function entriesOf(whole: SearchResult, { skip, take }: RandomPage): SearchResult {
  const entries = whole.entries.slice(skip, skip + take);
  return { ...whole, entries, page: pageOf(whole, skip, entries.length) };
}

/** A gap is within a page, never at its ends. */
function linesOf(whole: SearchResult, { skip, take }: RandomPage): SearchResult {
  const rows = whole.rows.slice(rowOfHit(whole, skip), rowOfHit(whole, skip + take));
  if (rows.at(-1)?.kind === "gap") rows.pop();
  return { ...whole, rows, page: pageOf(whole, skip, rows.filter(({ kind }) => kind === "hit").length) };
}

/** Where the row of a hit is; behind the last if there are not so many. */
function rowOfHit({ rows }: SearchResult, hit: number): number {
  let hits = 0;
  for (const [index, row] of rows.entries()) if (row.kind === "hit" && hits++ === hit) return index;
  return rows.length;
}

function pageOf({ page: { total } }: SearchResult, first: number, shown: number): SearchResult["page"] {
  return { first, shown, total, more: first + shown < total.count || !total.exact };
}
