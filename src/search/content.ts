// Content: the matching lines of a page. Small results are taken whole in one run of ripgrep; for large ones the files are
// counted first, put in order, and only those of the page are read.
import { ok, type Result } from "../failure.ts";
import { charsOf, type RawPath } from "../workspace/raw-path.ts";
import { Findings, type Found } from "./found.ts";
import { plainMs } from "./index/worth.ts";
import { maxBytesOf } from "./large-files.ts";
import { openLine } from "./line-source.ts";
import { showLongRows } from "./long-rows.ts";
import { type Extent, partOf } from "./part.ts";
import type { Plan } from "./plan.ts";
import type { Entry, Row, SearchQuery, Total } from "./query.ts";
import { readInOrder } from "./read-files.ts";
import { COUNTS, lineArguments, matchArguments } from "./ripgrep/arguments.ts";
import { type Hit, readHits } from "./ripgrep/hits.ts";
import { readCounts } from "./ripgrep/listing.ts";
import { isInRanges, type Line, RowCollector } from "./rows.ts";
import { scan } from "./scan.ts";
import type { Scanned } from "./tally.ts";
import type { Locate, Place } from "./walk-run.ts";

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
  const taken = await takeWhole(plan, query);
  if (!taken.ok) return taken;
  if (taken.value === "too-much") return countThenRead(plan, query);
  return "counts" in taken.value ? readCounted(plan, query, taken.value) : ok(await pageOf(plan, query, taken.value));
}

interface FileLines {
  lines: Line[];
  hits: number;
  /** ripgrep stopped showing lines at a NUL, although there are more matches; only told of files that were named. */
  isBinary: boolean;
  /** The same in a file that a walk met: then ripgrep does not count it. */
  isStopped: boolean;
}
interface Whole {
  readonly scanned: Scanned;
  readonly files: readonly Found<FileLines>[];
}
interface Counted {
  readonly scanned: Scanned;
  readonly counts: readonly Found<number>[];
}

/** All lines; or, if they are too many, only how many there are of each file; or not even that, if counting them costs less in a run of its own. */
async function takeWhole(plan: Plan, query: SearchQuery): Promise<Result<Whole | Counted | "too-much">> {
  const findings = new Findings<FileLines>(plan);
  const { wholeBytes } = query.limits;
  const mayCount = mayCountLines(plan, query);
  const start = performance.now();
  let bytes = 0;
  let isCounting = false;
  const goOn = (): "stop" | undefined => {
    if (!mayCount || performance.now() - start < earlyMs(plan)) return "stop";
    isCounting = true;
    for (const file of findings.values()) file.lines = [];
    return undefined;
  };
  const scanned = await scan(plan, {
    what: "lines",
    maxBytes: maxBytesOf(query),
    ...partOf(query, (before = 0) => extentOf(query, findings, before)),
    args: [...matchArguments(query), ...lineArguments(query.content, maxBytesOf(query))],
    open: (locate) => {
      const read = readHits(makeLineSink(findings, locate, query, () => isCounting));
      const readWithin = (chunk: Buffer): "stop" | undefined => {
        bytes += chunk.length;
        if (bytes > wholeBytes && !isCounting && goOn() === "stop") return "stop";
        return read(chunk);
      };
      return Object.assign(readWithin, { end: () => read.end?.(), isOfLittle: !mayCount });
    },
  });
  if (!scanned.ok) return scanned;
  if (scanned.value.ended === "stopped") return ok("too-much");
  const files = findings.byPath(scanned.value);
  if (!isCounting) return ok({ scanned: scanned.value, files });
  return ok({
    scanned: scanned.value,
    counts: files.filter(({ value }) => value.hits > 0 && !value.isStopped).map((file) => ({ ...file, value: file.value.hits })),
  });
}

/** What a file with so many hits counts for on a page. */
function unitsOf({ page }: SearchQuery, hits: number): number {
  return page.unit === "entries" ? Math.min(1, hits) : hits;
}

/** How much was found; how much text that is, only where all of it is shown. */
function extentOf(query: SearchQuery, findings: Findings<FileLines>, before: number): Extent {
  const { page, content } = query;
  let [count, hits, chars] = [before, before, 0];
  // In order: what comes before the page is not shown.
  for (const file of page.skip > before ? findings.valuesByName() : findings.values()) {
    if (file.isStopped) continue;
    count += unitsOf(query, file.hits);
    for (const { kind, raw } of file.lines) {
      if (kind === "hit") hits++;
      if (hits > page.skip) chars += Math.min(raw === undefined ? content.columns : charsOf(raw), content.columns) + 1;
    }
  }
  return { count, chars: page.unit === "entries" ? undefined : chars };
}

function sum<T>(findings: Findings<T>, of: (value: T) => number): number {
  let total = 0;
  for (const value of findings.values()) total += of(value);
  return total;
}

/** Of a binary file that was named, lines are not shown, but counted. */
function mayCountLines({ roots }: Plan, query: SearchQuery): boolean {
  return areCountsHits(query) && roots.every(({ kind }) => kind === "directory");
}

/** Until then, little is lost if a run is given up and another begun. */
function earlyMs(plan: Plan): number {
  return Math.max(...plan.roots.map((root) => EARLY * (plainMs(plan, root) ?? UNKNOWN_MS)));
}

const EARLY = 0.03;
const UNKNOWN_MS = 500;

/** Files the lines of one run under their files; a file's lines come together. */
function makeLineSink(findings: Findings<FileLines>, locate: Locate, query: SearchQuery, isCounting: () => boolean): (hit: Hit) => undefined {
  let path: RawPath | undefined;
  let place: Place | undefined;
  let file: FileLines = { lines: [], hits: 0, isBinary: false, isStopped: false };
  return (hit) => {
    if (hit.path !== path) {
      path = hit.path;
      place = locate(path);
      file = { lines: [], hits: 0, isBinary: false, isStopped: false };
      if (place !== undefined) findings.set(place, file);
    }
    if (hit.kind === "binary") file.isBinary = true;
    else if (hit.kind === "stopped") file.isStopped = true;
    else if (place === undefined || isInRanges(hit.line, query.roots[place.root]?.ranges)) {
      if (hit.kind === "hit") file.hits++;
      if (!isCounting()) file.lines.push(hit);
    }
    return undefined;
  };
}

/** The page of a result that is all in memory. */
async function pageOf(plan: Plan, query: SearchQuery, { scanned, files }: Whole): Promise<ContentFound> {
  const { isWhole: exact, before, beyond } = scanned;
  const collector = new RowCollector({ ...query, textChars: query.limits.textChars }, before.hits);
  const entries: Entry[] = [];
  const reals: RawPath[] = [];
  let counted = 0;
  for (const file of files) {
    const { lines, hits: count } = file.value;
    if (count === 0) continue;
    if (isOnPage(counted++, query, collector)) {
      reals.push(file.real);
      collector.openFile(entries.push({ root: file.root, name: file.name, kind: "file", count }) - 1);
      for (const line of lines) collector.add(line);
    } else collector.hitsSeen += count;
  }
  await showLongRows(plan, query, collector, (entry, offset) => openLine(reals[entry] as RawPath, offset, plan.workspace));
  return {
    entries,
    rows: collector.rows,
    hitsShown: collector.hitsShown,
    totals: {
      entries: { count: before.entries + counted + beyond.entries, exact },
      hits: { count: collector.hitsSeen + beyond.hits, exact },
      rows: { count: collector.rowsSeen + rowsBeside(query, scanned), exact },
    },
    scanned,
    binaryRoots: files.filter(({ isRoot, value }) => isRoot && value.isBinary),
  };
}

/** Where pages count rows: those that were only counted. */
function rowsBeside({ page }: SearchQuery, { before, beyond }: Scanned): number {
  return page.unit === "rows" ? before.hits + beyond.hits : 0;
}

/** Whether the file at this index is on a page that counts files; other pages are cut by the collector. */
function isOnPage(index: number, { page }: SearchQuery, { isCutByText }: RowCollector): boolean {
  return page.unit !== "entries" || (index >= page.skip && index < page.skip + page.take && !isCutByText);
}

async function countThenRead(plan: Plan, query: SearchQuery): Promise<Result<ContentFound>> {
  const findings = new Findings<number>(plan);
  const scanned = await scan(plan, {
    what: "counts",
    maxBytes: maxBytesOf(query),
    ...(areCountsHits(query) || query.page.unit === "entries"
      ? partOf(query, () => ({ count: sum(findings, (count) => unitsOf(query, count)), chars: undefined }))
      : {}),
    args: [...matchArguments(query), ...COUNTS],
    open: (locate) =>
      readCounts((printed, count) => {
        const place = locate(printed);
        if (place !== undefined) findings.set(place, count);
      }),
  });
  if (!scanned.ok) return scanned;
  return readCounted(plan, query, { scanned: scanned.value, counts: findings.byPath(scanned.value) });
}

function readCounted(plan: Plan, query: SearchQuery, { scanned, counts }: Counted): Promise<Result<ContentFound>> {
  const readPlan = scanned.ended === "time" ? { ...plan, deadline: performance.now() + PAGE_GRACE_MS } : plan;
  return readPage(readPlan, query, { scanned, files: counts });
}

/** ripgrep's counts are of lines; with ranges they are not what a page counts, and over several lines they may be of matches. */
function areCountsHits({ multiline, content, roots }: SearchQuery): boolean {
  return !multiline && !content.onlyMatching && roots.every(({ ranges }) => ranges === undefined);
}

async function readPage(
  plan: Plan,
  query: SearchQuery,
  { scanned, files }: { scanned: Scanned; files: readonly Found<number>[] },
): Promise<Result<ContentFound>> {
  const countsAreHits = areCountsHits(query);
  const start = startOf(query, files, countsAreHits, scanned.before.hits);
  const collector = new RowCollector({ ...query, textChars: query.limits.textChars }, start.hitsBefore);
  const entries: Entry[] = [];
  const chosen = query.page.unit === "entries" ? files.slice(query.page.skip, query.page.skip + query.page.take) : files.slice(start.index);
  let countUntil = Number.POSITIVE_INFINITY;
  const reals: RawPath[] = [];
  const binaryRoots: Found<number>[] = [];
  const read = await readInOrder(plan, query, chosen, (file, line) => {
    if (line === "binary") {
      if (file.isRoot) binaryRoots.push(file);
      return undefined;
    }
    if (line === undefined) {
      reals.push(file.real);
      collector.openFile(entries.push({ root: file.root, name: file.name, kind: "file", count: file.value }) - 1);
      return undefined;
    }
    collector.add(line);
    if (!collector.isFull || collector.isCutByText) return collector.isCutByText ? "stop" : undefined;
    if (countsAreHits && query.page.unit === "hits") return "stop";
    countUntil = Math.min(countUntil, performance.now() + COUNT_ON_MS);
    return performance.now() > countUntil ? "stop" : undefined;
  });
  if (!read.ok) return read;
  await showLongRows(plan, query, collector, (entry, offset) => openLine(reals[entry] as RawPath, offset, plan.workspace));
  const wasReadToTheEnd = read.value === "end" && query.page.unit !== "entries";
  const { isWhole: exact, before, beyond } = scanned;
  const summed = files.reduce((sum, file) => sum + file.value, before.hits + beyond.hits);
  return ok({
    entries,
    rows: collector.rows,
    hitsShown: collector.hitsShown,
    totals: {
      entries: { count: before.entries + files.length + beyond.entries, exact },
      hits: countsAreHits ? { count: summed, exact } : { count: collector.hitsSeen, exact: exact && wasReadToTheEnd },
      rows: { count: collector.rowsSeen + rowsBeside(query, scanned), exact: exact && wasReadToTheEnd },
    },
    scanned,
    binaryRoots,
  });
}

/** Where reading starts: with the file that holds the first hit of the page, if counts can tell. */
function startOf(query: SearchQuery, files: readonly Found<number>[], countsAreHits: boolean, counted: number): { index: number; hitsBefore: number } {
  let hitsBefore = counted;
  if (query.page.unit !== "hits" || !countsAreHits) return { index: 0, hitsBefore };
  for (const [index, file] of files.entries()) {
    if (hitsBefore + file.value > query.page.skip) return { index, hitsBefore };
    hitsBefore += file.value;
  }
  return { index: files.length, hitsBefore };
}
