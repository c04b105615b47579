// Content: the matching lines of a page. All lines are taken in one run of ripgrep; of large results only those of the page are kept. Where even to
// read them all would take too long, the files are counted first, put in order, and only those of the page are read.
import { ok, type Result } from "../failure.ts";
import { charsOf, type RawPath } from "../workspace/raw-path.ts";
import { countThenRead } from "./count-then-read.ts";
import { type Counted, pageOfCounted } from "./counted-page.ts";
import { Flood } from "./flood.ts";
import type { Findings, Found } from "./found.ts";
import { type FileLines, FoundLines } from "./found-lines.ts";
import { plainMs } from "./index/worth.ts";
import { maxBytesOf } from "./large-files.ts";
import { openLine } from "./line-source.ts";
import { showLongRows } from "./long-rows.ts";
import { type ContentFound, unitsOf } from "./page.ts";
import { type Extent, partOf } from "./part.ts";
import type { Plan } from "./plan.ts";
import type { Entry, SearchQuery } from "./query.ts";
import { lineArguments, matchArguments } from "./ripgrep/arguments.ts";
import { lineIn, readPrinted } from "./ripgrep/hits.ts";
import { areRowsHits, RowCollector } from "./rows.ts";
import { scan } from "./scan.ts";
import type { Scanned } from "./tally.ts";

export async function searchContent(plan: Plan, query: SearchQuery): Promise<Result<ContentFound>> {
  const taken = await takeWhole(plan, query);
  if (!taken.ok) return taken;
  if (taken.value === "too-much") return countThenRead(plan, query);
  return "counts" in taken.value ? pageOfCounted(plan, query, taken.value) : ok(await pageOf(plan, query, taken.value));
}

interface Whole {
  readonly scanned: Scanned;
  readonly files: readonly Found<FileLines>[];
}

/** All lines; or, if they are too many, those of the page, and how many there are of each file; or nothing, if counting them costs less in a run of its own. */
async function takeWhole(plan: Plan, query: SearchQuery): Promise<Result<Whole | Counted | "too-much">> {
  const found = new FoundLines(plan, query);
  const mayCount = mayCountLines(plan, query);
  const flood = new Flood(query.limits.wholeBytes, plainMsOf(plan));
  const scanned = await scan(plan, {
    what: "lines",
    maxBytes: maxBytesOf(query),
    ...partOf(query, (before = 0) => extentOf(query, found.findings, before)),
    args: [...matchArguments(query), ...lineArguments(query.content, maxBytesOf(query))],
    open: (locate) => {
      flood.begin();
      const read = readPrinted(found.sink(locate));
      const readWithin = (chunk: Buffer): "stop" | undefined => {
        const rise = flood.rise(chunk.length);
        if (rise === "too much" || (rise === "much" && !mayCount)) return "stop";
        read(chunk);
        if (rise === "much" && found.prune(query.limits.wholeBytes) === "too much") found.count();
        return undefined;
      };
      return Object.assign(readWithin, { end: () => read.end?.(), viaFile: true });
    },
  });
  if (!scanned.ok) return scanned;
  if (scanned.value.ended === "stopped") return ok("too-much");
  if (found.isCut) return ok({ scanned: scanned.value, ...found.counted(scanned.value), areHits: true });
  return ok({ scanned: scanned.value, files: found.findings.byPath(scanned.value) });
}

/** How much was found; how much text that is, only where all of it is shown. */
function extentOf(query: SearchQuery, findings: Findings<FileLines>, before: number): Extent {
  const { page, content } = query;
  let [count, hits, chars] = [before, before, 0];
  // In order: what comes before the page is not shown.
  for (const file of page.skip > before ? findings.valuesByName() : findings.values()) {
    count += unitsOf(query, file.hits);
    for (const printed of file.printed) {
      const { kind, raw } = lineIn(printed);
      if (kind === "hit") hits++;
      if (hits > page.skip) chars += Math.min(raw === undefined ? content.columns : charsOf(raw), content.columns) + 1;
    }
  }
  return { count, chars: page.unit === "entries" ? undefined : chars };
}

/** Of a binary file that was named, lines are not shown, but counted; of matches alone, several are on a line. */
function mayCountLines({ roots }: Plan, { content, roots: asked }: SearchQuery): boolean {
  return !content.onlyMatching && roots.every(({ kind }) => kind === "directory") && asked.every(({ ranges }) => ranges === undefined);
}

/** What a plain run over everything takes, as far as that is known. */
function plainMsOf(plan: Plan): number | undefined {
  const known = plan.roots.flatMap((root) => plainMs(plan, root) ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** The page of a result that is all in memory. */
async function pageOf(plan: Plan, query: SearchQuery, { scanned, files }: Whole): Promise<ContentFound> {
  const { isWhole: exact, before, beyond } = scanned;
  const collector = new RowCollector({ ...query, textChars: query.limits.textChars }, before.hits);
  const entries: Entry[] = [];
  const reals: RawPath[] = [];
  let counted = 0;
  for (const file of files) {
    const { printed, hits: count } = file.value;
    if (count === 0) continue;
    if (isOnPage(counted++, query, collector)) {
      reals.push(file.real);
      collector.openFile(entries.push({ root: file.root, name: file.name, kind: "file", count }) - 1);
      for (const line of printed) collector.add(lineIn(line));
    } else collector.pass(count);
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
    isReadByIndex: scanned.isReadByIndex,
    binaryRoots: files.filter(({ isRoot, value }) => isRoot && value.isBinary),
  };
}

/** Where pages count rows: those that were only counted. */
function rowsBeside({ page }: SearchQuery, { before, beyond }: Scanned): number {
  return page.unit === "rows" ? before.hits + beyond.hits : 0;
}

/** Whether lines of the file at this index may be on the page, or have to be counted one by one. */
function isOnPage(index: number, query: SearchQuery, { isCutByText, isFull }: RowCollector): boolean {
  const { unit, skip, take } = query.page;
  return unit === "entries" ? index >= skip && index < skip + take && !isCutByText : !isFull || !areRowsHits(query);
}
