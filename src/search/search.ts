// The search: plan → scan → order → page → receipt. Each step is a function of its own file.
import { setMaxListeners } from "node:events";
import { fail, ok, type Result } from "../failure.ts";
import { charsOf, textOf } from "../workspace/raw-path.ts";
import { untilClosed } from "../workspace/until-closed.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { searchContent } from "./content.ts";
import { elsewhereOf } from "./elsewhere.ts";
import { Findings, type Found } from "./found.ts";
import { announce, narrowed, whileIndexRests } from "./index/narrow.ts";
import { rowsInside } from "./inside.ts";
import { largeFiles, maxBytesOf } from "./large-files.ts";
import { ModifiedTimes } from "./modified-times.ts";
import { knowsOrder, newestFirst } from "./newest-first.ts";
import { pageAt } from "./page.ts";
import { type Extent, partOf } from "./part.ts";
import { makePlan, type Plan } from "./plan.ts";
import { type Entry, NOTHING_SKIPPED, type SearchQuery, type SearchResult, type Skipped } from "./query.ts";
import { lookAtSkipped } from "./receipt.ts";
import { COUNTS, matchArguments, NAMES } from "./ripgrep/arguments.ts";
import { readCounts, readNames } from "./ripgrep/listing.ts";
import { scan } from "./scan.ts";
import type { Scanned } from "./tally.ts";
import { inOrder } from "./unreadable.ts";

/** Runs of ripgrep that one search may have at a time, with room to spare; each listens to its signal. */
export const MAX_RUNS = 32;

/** Answers a query. What the caller can cause is a failure; cancellation throws. */
export async function search(query: SearchQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<SearchResult>> {
  const both = untilClosed(signal, workspace);
  setMaxListeners(MAX_RUNS, both);
  const answered = await elsewhereOf(workspace)?.(query, both);
  if (answered !== undefined) return answered;
  return workspace.searches.run(() => searchNow(query, workspace, both), both);
}

async function searchNow(query: SearchQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<SearchResult>> {
  announce(query, workspace);
  const plan = await makePlan(query, workspace, signal);
  if (!plan.ok) return plan;
  const tooLarge = query.multiline ? plan.value.roots.find((root) => root.size > query.limits.multilineBytes) : undefined;
  if (tooLarge !== undefined) return fail({ code: "file-too-large", path: textOf(tooLarge.path), size: tooLarge.size, limit: query.limits.multilineBytes });
  return whileIndexRests(plan.value, () => answer(plan.value, query));
}

async function answer(wide: Plan, query: SearchQuery): Promise<Result<SearchResult>> {
  const plan = narrowed(wide, query);
  const found = await (query.mode === "content" ? findLines(plan, query) : findEntries(plan, query));
  if (!found.ok) return found;
  const { scanned, ...told } = found.value;
  const skipped = await whatWasSkipped(plan, query, scanned, told.totals.entries.count === 0 && told.binaryMatches.length === 0);
  return ok({ roots: plan.roots, ...told, skipped, ...(scanned.ended === "time" ? { incomplete: "time" } : {}) });
}

type Answer = Pick<SearchResult, "entries" | "rows" | "page" | "totals" | "binaryMatches"> & { readonly scanned: Scanned };

async function findLines(plan: Plan, query: SearchQuery): Promise<Result<Answer>> {
  const found = await searchContent(plan, query);
  if (!found.ok) return found;
  const { entries, totals, hitsShown, scanned, binaryRoots } = found.value;
  if (!found.value.isReadByIndex && (await plan.narrowed?.hasMoved())) return findLinesAlone(plan, query);
  const rows = found.value.isReadByIndex ? found.value.rows : rowsInside(found.value, plan);
  const shown = { hits: hitsShown, rows: rows.length, entries: entries.length }[query.page.unit];
  return ok({
    entries,
    rows,
    totals,
    page: pageAt(query.page.skip, shown, totals[query.page.unit]),
    scanned,
    binaryMatches: binaryRoots.map(({ root }) => plan.roots[root]?.path ?? ""),
  });
}

/** By ripgrep alone: the index named files to it, and one of them, or a directory on the way to it, may have been swapped for a link by then. */
function findLinesAlone({ narrowed: _, ...plan }: Plan, query: SearchQuery): Promise<Result<Answer>> {
  plan.workspace.session.onWay?.({ way: "plain", why: "changed meanwhile" });
  return findLines(plan, query);
}

async function findEntries(plan: Plan, query: SearchQuery): Promise<Result<Answer>> {
  const findings = new Findings<number | undefined>(plan);
  const times = new ModifiedTimes();
  const isCount = query.mode === "count";
  const isOrderKnown = knowsOrder(plan);
  const scanned = await scan(plan, {
    what: isCount ? "counts" : "names",
    maxBytes: maxBytesOf(query),
    ...(isCount ? {} : partOf(query, () => extentOf(findings, query.page.skip))), // who counts wants to know how many there are
    args: [...matchArguments(query), ...(isCount ? COUNTS : NAMES)],
    open: (locate) => {
      findings.begin();
      const add = (printed: string, count?: number): void => {
        const place = locate(printed);
        if (place === undefined) return;
        const file = findings.set(place, count);
        if (query.order === "newest" && !isOrderKnown) times.note(file);
      };
      return isCount ? readCounts(add) : readNames(add);
    },
  });
  if (!scanned.ok) return scanned;
  const files = query.order === "newest" ? await newestFirst(plan, findings, scanned.value, times) : findings.byPath(scanned.value);
  const page = files.slice(query.page.skip, query.page.skip + query.page.take);
  const exact = scanned.value.isWhole;
  const total = { count: files.length + scanned.value.beyond.entries, exact };
  const hits = isCount ? { hits: { count: files.reduce((sum, file) => sum + (file.value ?? 0), 0), exact } } : {};
  return ok({
    entries: page.map(entryOf),
    rows: [],
    page: pageAt(query.page.skip, page.length, total),
    totals: { entries: total, ...hits },
    scanned: scanned.value,
    binaryMatches: [],
  });
}

/** What was found; of names that come after those that are skipped, how long they are, if somebody asks. */
function extentOf(findings: Findings<unknown>, skip: number): Extent {
  return {
    count: findings.size,
    get chars() {
      return findings.names.slice(skip).reduce((sum, name) => sum + charsOf(name) + 1, 0);
    },
  };
}

function entryOf({ root, name, value }: Found<number | undefined>): Entry {
  return value === undefined ? { root, name, kind: "file" } : { root, name, kind: "file", count: value };
}

/** Beside results only what is always told; without any, a look into everything that was left out. */
async function whatWasSkipped(plan: Plan, query: SearchQuery, scanned: Scanned, isEmpty: boolean): Promise<Skipped> {
  const tooLarge = query.multiline ? await largeFiles(plan, scanned, query.limits.multilineBytes) : [];
  const { linksOutside, linksTooMany } = scanned;
  const told = { ...NOTHING_SKIPPED, tooLarge, unreadable: inOrder(scanned.unreadable), linksOutside, linksTooMany };
  if (!isEmpty || scanned.ended === "time") return told;
  return { ...told, ...(await lookAtSkipped(plan, query, query.limits.receiptMs)) };
}
