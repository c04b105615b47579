// A page of a result of which the hits of each file were counted: only the lines of the page are read, if they are not at hand.
import { ok, type Result } from "../failure.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Found } from "./found.ts";
import { openLine } from "./line-source.ts";
import { showLongRows } from "./long-rows.ts";
import type { ContentFound } from "./page.ts";
import type { Plan } from "./plan.ts";
import type { Entry, SearchQuery } from "./query.ts";
import { type LineSink, readInOrder } from "./read-files.ts";
import { lineIn } from "./ripgrep/hits.ts";
import { areRowsHits, RowCollector } from "./rows.ts";
import type { Scanned } from "./tally.ts";

/** After the page is full, counting goes on for so long, so that totals are often exact. */
const COUNT_ON_MS = 20;
/** When the time is over before a page was read, reading it gets this much more. */
const PAGE_GRACE_MS = 1_000;

export interface Counted {
  readonly scanned: Scanned;
  readonly counts: readonly Found<number>[];
  /** What was counted are hits, as pages have them. */
  readonly areHits: boolean;
  /** Lines that were kept all the same, by the real paths of their files: those of the page and before it. */
  readonly front?: ReadonlyMap<RawPath, readonly string[]>;
  /** See `ContentFound`. */
  readonly binaryRoots?: ContentFound["binaryRoots"];
}

/** Whether ripgrep's counts are of hits: they are of lines; with ranges they are not what a page counts, and over several lines they may be of matches. */
export function areCountsHits({ multiline, content, roots }: SearchQuery): boolean {
  return !multiline && !content.onlyMatching && roots.every(({ ranges }) => ranges === undefined);
}

export async function pageOfCounted(
  plan: Plan,
  query: SearchQuery,
  { scanned, counts, areHits, front = new Map(), binaryRoots = [] }: Counted,
): Promise<Result<ContentFound>> {
  const readPlan = scanned.ended === "time" ? { ...plan, deadline: performance.now() + PAGE_GRACE_MS } : plan;
  const unit = areHits ? countedUnit(query) : undefined;
  const start = startOf(query, unit, counts, scanned.before.hits);
  const reading = new Reading(query, unit, start.before);
  const chosen = query.page.unit === "entries" ? counts.slice(query.page.skip, query.page.skip + query.page.take) : counts.slice(start.index);
  const needed = unit === undefined ? undefined : filesNeeded(chosen, query.page.skip + query.page.take - start.before);
  const read = await readLines(readPlan, query, { chosen, front, needed }, reading);
  if (!read.ok) return read;
  const { collector, entries, reals } = reading;
  await showLongRows(readPlan, query, collector, (entry, offset) => openLine(reals[entry] as RawPath, offset, plan.workspace));
  const { isWhole: exact, before, beyond } = scanned;
  const wasReadToTheEnd = exact && read.value === "end" && query.page.unit !== "entries";
  const summed = { count: counts.reduce((sum, file) => sum + file.value, before.hits + beyond.hits), exact };
  const areAllRows = areHits && query.page.unit === "rows" && !Number.isFinite(query.content.hitsPerFile);
  const rowsAtLeast = areAllRows ? summed.count : 0; // with context there are more
  return ok({
    entries,
    rows: collector.rows,
    hitsShown: collector.hitsShown,
    totals: {
      entries: { count: before.entries + counts.length + beyond.entries, exact },
      hits: areHits ? summed : { count: collector.hitsSeen, exact: wasReadToTheEnd },
      rows: unit === "rows" ? summed : { count: Math.max(collector.rowsSeen, rowsAtLeast), exact: wasReadToTheEnd },
    },
    scanned,
    isReadByIndex: false,
    binaryRoots,
  });
}

/** The unit of the page, if counts of hits are of it: then they tell where the page begins, where it ends and how much there is. */
function countedUnit(query: SearchQuery): "hits" | "rows" | undefined {
  const { unit } = query.page;
  if (unit === "entries") return undefined;
  return unit === "hits" || areRowsHits(query) ? unit : undefined;
}

/** Where reading starts: with the file that holds the first hit of the page, if counts can tell. */
function startOf({ page }: SearchQuery, unit: "hits" | "rows" | undefined, counts: Counted["counts"], counted: number): { index: number; before: number } {
  let before = counted;
  if (unit === undefined) return { index: 0, before };
  for (const [index, file] of counts.entries()) {
    if (before + file.value > page.skip) return { index, before };
    before += file.value;
  }
  return { index: counts.length, before };
}

/** How many files have so many hits. */
function filesNeeded(files: Counted["counts"], hits: number): number {
  let rest = hits;
  const last = files.findIndex(({ value }) => {
    rest -= value;
    return rest <= 0;
  });
  return last === -1 ? files.length : last + 1;
}

interface Chosen {
  readonly chosen: Counted["counts"];
  readonly front: NonNullable<Counted["front"]>;
  /** So many of the files fill the page, if that is known. */
  readonly needed: number | undefined;
}

async function readLines(plan: Plan, query: SearchQuery, { chosen, front, needed }: Chosen, reading: Reading): Promise<Result<"end" | "stopped">> {
  let read = 0;
  for (const file of chosen) {
    const printed = front.get(file.real);
    if (printed === undefined) break;
    read++;
    reading.sink(file, undefined);
    for (const line of printed) if (reading.sink(file, lineIn(line)) === "stop") return ok("stopped");
  }
  // What was kept is not all there is in these files: nothing can be counted on.
  return reading.collector.isFull && read > 0 ? ok("stopped") : readInOrder(plan, query, chosen.slice(read), reading.sink, needed);
}

/** What was read so far. */
class Reading {
  readonly entries: Entry[] = [];
  readonly reals: RawPath[] = [];
  readonly collector: RowCollector;
  readonly #isCounted: boolean;
  #countUntil = Number.POSITIVE_INFINITY;

  constructor(query: SearchQuery, unit: "hits" | "rows" | undefined, before: number) {
    this.collector = new RowCollector({ ...query, textChars: query.limits.textChars }, before);
    if (unit === "rows") this.collector.rowsSeen = before;
    this.#isCounted = unit !== undefined;
  }

  readonly sink: LineSink<number> = (file, line) => {
    const { collector } = this;
    if (line === "binary") return undefined;
    if (line === undefined) {
      this.reals.push(file.real);
      collector.openFile(this.entries.push({ root: file.root, name: file.name, kind: "file", count: file.value }) - 1);
      return undefined;
    }
    collector.add(line);
    if (!collector.isFull || collector.isCutByText) return collector.isCutByText ? "stop" : undefined;
    if (this.#isCounted) return "stop";
    this.#countUntil = Math.min(this.#countUntil, performance.now() + COUNT_ON_MS);
    return performance.now() > this.#countUntil ? "stop" : undefined;
  };
}
