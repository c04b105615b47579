// Finding by name: ripgrep lists the files, a walk of our own adds directories and links where they are asked for.
import { setMaxListeners } from "node:events";
import { fail, ok, type Result } from "../failure.ts";
import { statOf } from "../workspace/entry.ts";
import { joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import { untilClosed } from "../workspace/until-closed.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { comparePaths, type Found, foundAt } from "./found.ts";
import { ModifiedTimes } from "./modified-times.ts";
import { pageAt } from "./page.ts";
import { makePlan, type Plan } from "./plan.ts";
import { type Entry, type FindQuery, type FindResult, NOTHING_SKIPPED } from "./query.ts";
import { lookAtSkipped } from "./receipt.ts";
import { FILES } from "./ripgrep/arguments.ts";
import { readNames } from "./ripgrep/listing.ts";
import type { Reader } from "./ripgrep/run.ts";
import { MAX_RUNS } from "./search.ts";
import { mapTree } from "./tree-map.ts";
import { inOrder, type Unreadable } from "./unreadable.ts";
import { isAccepted, runWalk } from "./walk-run.ts";

/** Answers a query for names. What the caller can cause is a failure; cancellation throws. */
export async function find(query: FindQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<FindResult>> {
  const both = untilClosed(signal, workspace);
  setMaxListeners(MAX_RUNS, both);
  return workspace.searches.run(() => findNow(query, workspace, both), both);
}

async function findNow(query: FindQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<FindResult>> {
  const plan = await makePlan(query, workspace, signal);
  if (!plan.ok) return plan;
  const file = plan.value.roots.find((root) => root.kind === "file");
  if (file !== undefined) return fail({ code: "not-a-directory", path: textOf(file.path) });
  const listing: Listing = { found: [], times: new ModifiedTimes(), unreadable: [], isPartial: false };
  for (const index of plan.value.roots.keys()) {
    const failure = await listRoot(plan.value, query, index, listing);
    if (failure !== undefined) return failure;
  }
  const entries = query.order === "newest" ? await listing.times.newestFirst(listing.found) : listing.found.sort(comparePaths);
  const page = entries.slice(query.page.skip, query.page.skip + query.page.take);
  const total = { count: entries.length, exact: !listing.isPartial };
  const told = { ...NOTHING_SKIPPED, unreadable: inOrder(listing.unreadable) };
  const isBlank = entries.length === 0 && !listing.isPartial;
  return ok({
    roots: plan.value.roots,
    entries: page.map(({ root, name, value, modified }) => ({
      root,
      name,
      kind: value,
      ...(query.order === "newest" ? { modified: modified ?? 0n } : {}),
    })),
    page: pageAt(query.page.skip, page.length, total),
    total,
    skipped: isBlank ? { ...told, ...(await lookAtSkipped(plan.value, undefined, query.limits.receiptMs)) } : told,
    ...(listing.isPartial ? { incomplete: "time" } : {}),
  });
}

interface Listing {
  readonly found: Found<Entry["kind"]>[];
  readonly times: ModifiedTimes;
  readonly unreadable: Unreadable[];
  isPartial: boolean;
}

async function listRoot(plan: Plan, query: FindQuery, index: number, listing: Listing): Promise<Extract<Result<never>, { ok: false }> | undefined> {
  const root = plan.roots[index] as Plan["roots"][number];
  const add = (name: RawPath, kind: Entry["kind"]): void => {
    const place = { root: index, name, real: joined(root.real, name), isRoot: false };
    if (!isAccepted(place, kind, plan)) return;
    const found = foundAt(place, kind);
    listing.found.push(found);
    if (query.order === "newest") listing.times.note(found);
  };
  const needsMap = query.kinds.directories || query.kinds.links;
  const before = listing.found.length;
  const reader = (): Reader => {
    listing.found.length = before;
    return readNames((name) => query.kinds.files && add(name, "file"));
  };
  const run = runWalk(plan, root, { args: FILES, paths: ["./"] }, reader);
  const [outcome, tree] = await Promise.all([run, needsMap ? mapTree(plan, root.real, "directories") : undefined]);
  if (!outcome.ok) return outcome;
  plan.signal.throwIfAborted();
  listing.isPartial ||= outcome.value.ended !== "exit" || (tree?.isPartial ?? false);
  listing.unreadable.push(...outcome.value.messages.faults.map(({ path, reason }) => ({ path: joined(root.path, path), reason })));
  if (query.kinds.directories) for (const name of tree?.directories.keys() ?? []) if (name !== "") add(name, "directory");
  if (query.kinds.links) for (const name of tree?.links ?? []) if (leadsToFile(joined(root.real, name))) add(name, "file");
  return undefined;
}

function leadsToFile(link: RawPath): boolean {
  return statOf(link)?.isFile() ?? false;
}
