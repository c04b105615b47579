// Content: the matching lines of a page. Small results are taken whole in one run of ripgrep; for large ones the files are
// counted first, put in order, and only those of the page are read.
import { ok, type Result } from "../failure.ts";
import { Findings, type Found } from "./found.ts";
import { type Line, linesOf } from "./lines.ts";
import { longLinesOf } from "./long-lines.ts";
import type { Plan } from "./plan.ts";
import type { Entry, Row, SearchQuery, Total } from "./query.ts";
import { readInOrder } from "./read-files.ts";
import { COUNTS, lineArguments, matchArguments } from "./ripgrep/arguments.ts";
import { type Event, type LineEvent, readEvents } from "./ripgrep/events.ts";
import { readCounts } from "./ripgrep/listing.ts";
import { RowCollector } from "./rows.ts";
import { type Scanned, scan } from "./scan.ts";

export interface ContentFound {
  readonly entries: readonly Entry[];
  readonly rows: readonly Row[];
  readonly hitsShown: number;
  /** Of everything, not of the page. */
  readonly totals: { readonly entries: Total; readonly hits: Total; readonly rows: Total };
  readonly scanned: Scanned;
  readonly binaryRoots: readonly Found<unknown>[];
}

/** After the page is full, counting goes on for so long, so that totals are often exact. */
const COUNT_ON_MS = 20;
/** When the time is over before a page was read, reading it gets this much more. */
const PAGE_GRACE_MS = 1_000;

export async function searchContent(plan: Plan, query: SearchQuery): Promise<Result<ContentFound>> {
  const whole = await takeWhole(plan, query);
  if (!whole.ok) return whole;
  return whole.value === "too-much" ? countThenRead(plan, query) : ok(await pageOf(plan, query, whole.value));
}

interface FileEvents {
  readonly events: LineEvent[];
  hasLongLines: boolean;
  isBinary: boolean;
}
interface Whole {
  readonly scanned: Scanned;
  readonly files: readonly Found<FileEvents>[];
}

async function takeWhole(plan: Plan, query: SearchQuery): Promise<Result<Whole | "too-much">> {
  const findings = new Findings<FileEvents>();
  let bytes = 0;
  const scanned = await scan(plan, {
    args: [...matchArguments(query), ...lineArguments(query.content.before, query.content.after)],
    open: (locate) => {
      let file: FileEvents = { events: [], hasLongLines: false, isBinary: false };
      const read = readEvents((event) => {
        if (event.kind === "begin") {
          file = { events: [], hasLongLines: false, isBinary: false };
          const place = locate(event.path);
          if (place !== undefined) findings.set(place, file);
        } else note(event, file);
        return undefined;
      });
      return (chunk) => {
        bytes += chunk.length;
        return bytes > query.limits.wholeBytes ? "stop" : read(chunk);
      };
    },
  });
  if (!scanned.ok) return scanned;
  if (bytes > query.limits.wholeBytes) return ok("too-much");
  return ok({ scanned: scanned.value, files: findings.byPath(scanned.value) });
}

function note(event: Exclude<Event, { kind: "begin" }>, file: FileEvents): void {
  if (event.kind === "end") file.isBinary = event.binary;
  else if (event.kind === "overlong") file.hasLongLines = true;
  else file.events.push(event);
}

/** The page of a result that is all in memory. */
async function pageOf(plan: Plan, query: SearchQuery, { scanned, files }: Whole): Promise<ContentFound> {
  const collector = new RowCollector({ ...query, textChars: query.limits.textChars });
  const binaryRoots = files.filter((file) => file.isRoot && file.value.isBinary);
  const text = files.filter((file) => !binaryRoots.includes(file));
  const entries: Entry[] = [];
  let counted = 0;
  for (const file of text) {
    const lines = file.value.hasLongLines ? await longLinesOf(plan, query, file) : linesOfFile(file, query);
    const count = lines.reduce((sum, line) => sum + (line.kind === "hit" ? 1 : 0), 0);
    if (count === 0) continue;
    counted++;
    if (!isOnPage(counted - 1, query)) {
      collector.hitsSeen += query.page.unit === "entries" ? count : 0;
      continue;
    }
    collector.openFile(entries.push({ root: file.root, name: file.name, kind: "file", count }) - 1);
    for (const line of lines) collector.add(line);
  }
  const exact = scanned.ended === "exit";
  return {
    entries,
    rows: collector.rows,
    hitsShown: collector.hitsShown,
    totals: { entries: { count: counted, exact }, hits: { count: collector.hitsSeen, exact }, rows: { count: collector.rowsSeen, exact } },
    scanned,
    binaryRoots,
  };
}

/** Whether the file at this index is on a page that counts files; other pages are cut by the collector. */
function isOnPage(index: number, { page }: SearchQuery): boolean {
  return page.unit !== "entries" || (index >= page.skip && index < page.skip + page.take);
}

function linesOfFile(file: Found<FileEvents>, query: SearchQuery): readonly Line[] {
  const ranges = query.roots[file.root]?.ranges;
  return file.value.events.flatMap((event) => linesOf(event, query.content, ranges));
}

async function countThenRead(plan: Plan, query: SearchQuery): Promise<Result<ContentFound>> {
  const findings = new Findings<number>();
  const scanned = await scan(plan, {
    args: [...matchArguments(query), ...COUNTS],
    open: (locate) =>
      readCounts((printed, count) => {
        const place = locate(printed);
        if (place !== undefined) findings.set(place, count);
      }),
  });
  if (!scanned.ok) return scanned;
  const files = findings.byPath(scanned.value);
  const isTimeUp = scanned.value.ended === "time";
  const readPlan = isTimeUp ? { ...plan, deadline: performance.now() + PAGE_GRACE_MS } : plan;
  return readPage(readPlan, query, { scanned: scanned.value, files });
}

async function readPage(
  plan: Plan,
  query: SearchQuery,
  { scanned, files }: { scanned: Scanned; files: readonly Found<number>[] },
): Promise<Result<ContentFound>> {
  // ripgrep's counts are of lines; with ranges or matches over several lines they are not what a page counts.
  const countsAreHits = !query.multiline && !query.content.onlyMatching && query.roots.every((root) => root.ranges === undefined);
  const start = startOf(query, files, countsAreHits);
  const collector = new RowCollector({ ...query, textChars: query.limits.textChars }, start.hitsBefore);
  const entries: Entry[] = [];
  const chosen = query.page.unit === "entries" ? files.slice(query.page.skip, query.page.skip + query.page.take) : files.slice(start.index);
  let countUntil = Number.POSITIVE_INFINITY;
  const read = await readInOrder(plan, query, chosen, (file, lines) => {
    if (lines === undefined) {
      collector.openFile(entries.push({ root: file.root, name: file.name, kind: "file", count: file.value }) - 1);
      return undefined;
    }
    for (const line of lines) collector.add(line);
    if (!collector.isFull || collector.isCutByText) return collector.isCutByText ? "stop" : undefined;
    if (countsAreHits && query.page.unit === "hits") return "stop";
    countUntil = Math.min(countUntil, performance.now() + COUNT_ON_MS);
    return performance.now() > countUntil ? "stop" : undefined;
  });
  if (!read.ok) return read;
  const wasReadToTheEnd = read.value === "end" && query.page.unit !== "entries";
  const exact = scanned.ended === "exit";
  const summed = files.reduce((sum, file) => sum + file.value, 0);
  return ok({
    entries,
    rows: collector.rows,
    hitsShown: collector.hitsShown,
    totals: {
      entries: { count: files.length, exact },
      hits: countsAreHits ? { count: summed, exact } : { count: collector.hitsSeen, exact: exact && wasReadToTheEnd },
      rows: { count: collector.rowsSeen, exact: exact && wasReadToTheEnd },
    },
    scanned,
    binaryRoots: [],
  });
}

/** Where reading starts: with the file that holds the first hit of the page, if counts can tell. */
function startOf(query: SearchQuery, files: readonly Found<number>[], countsAreHits: boolean): { index: number; hitsBefore: number } {
  let hitsBefore = 0;
  if (query.page.unit !== "hits" || !countsAreHits) return { index: 0, hitsBefore };
  for (const [index, file] of files.entries()) {
    if (hitsBefore + file.value > query.page.skip) return { index, hitsBefore };
    hitsBefore += file.value;
  }
  return { index: files.length, hitsBefore };
}
