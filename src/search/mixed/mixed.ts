// A mixed search: one target is searched as it is; of several the files with hits are put in a line first, and those of the page are read.
import { fail, ok, type Result } from "../../failure.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { pageAt } from "../page.ts";
import { linesInArchive, linesInTexts, type TextLines } from "./in-texts.ts";
import { ALL, type DiskTarget, filesOnDisk, fileTarget, linesOnDisk } from "./on-disk.ts";
import type { Group, MixedQuery, MixedResult, TextTarget } from "./query.ts";
import { sumOfSkipped } from "./skipped.ts";
import { type ArchiveTarget, type FoundTarget, findTargets } from "./targets.ts";
import { MixedTask } from "./task.ts";

/** Answers a mixed query. What the caller can cause is a failure; cancellation throws. */
export async function searchMixed(query: MixedQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<MixedResult>> {
  const targets = await findTargets(query.targets, workspace);
  if (!targets.ok) return targets;
  const { found, missing } = targets.value;
  const task = new MixedTask(query, workspace, signal);
  const [first] = found;
  const answer = first !== undefined && query.targets.length === 1 ? await searchOne(first, task) : await searchMany(found, task);
  if (!answer.ok) return answer;
  const { archives, unsearched, binaryMatches } = task;
  const facts = { archives, unsearched, binaryMatches, skipped: sumOfSkipped(task.skipped), ...(task.isIncomplete ? { incomplete: "time" as const } : {}) };
  return ok({ ...answer.value, ...facts, missing });
}

type Answer = Pick<MixedResult, "scope" | "groups" | "page">;

async function searchOne(target: FoundTarget, task: MixedTask): Promise<Result<Answer>> {
  const { page, hitsPerFile } = task.query;
  switch (target.kind) {
    case "tree": {
      const found = await linesOnDisk([target], hitsPerFile.among, page, task);
      return found.ok ? ok({ scope: "many", groups: found.value.groups, page: found.value.result.page }) : found;
    }
    case "file": {
      const found = await linesOnDisk([target], hitsPerFile.alone, ALL, task);
      if (!found.ok) return found;
      const { groups, result } = found.value;
      return ok({ scope: "one", groups: groups.map((group) => ({ ...group, hits: result.totals.hits ?? group.hits })), page: result.page });
    }
    case "archive":
      return pageOfTexts(namedIfUnreadable(await linesInArchive(target, page, task), target), task);
    case "text":
      return pageOfTexts(await linesInTexts([target], ALL, task), task);
  }
}

/** A member that was asked for and is no text. */
function namedIfUnreadable<T>(found: Result<T>, { path }: ArchiveTarget): Result<T> {
  return !found.ok && found.failure.code === "member-unreadable" ? fail({ code: "unsearchable", paths: [{ path, why: found.failure }] }) : found;
}

function pageOfTexts(found: Result<TextLines>, { query }: MixedTask): Result<Answer> {
  if (!found.ok) return found;
  const { groups, total, isOne } = found.value;
  return ok({ scope: isOne ? "one" : "many", groups, page: pageAt(isOne ? 0 : query.page.skip, groups.length, total) });
}

/** A file with hits: to be read if it is on the page, read already, or so far behind that nobody will. */
type Candidate = { readonly path: RawPath } | { readonly group: Group } | "unread";

async function searchMany(targets: readonly FoundTarget[], task: MixedTask): Promise<Result<Answer>> {
  const candidates: Candidate[] = [];
  const seen = new Set<RawPath>();
  for (const batch of batchesOf(targets)) {
    const found = await candidatesOf(batch, task);
    if (!found.ok) return found;
    for (const candidate of found.value) {
      const path = pathOf(candidate);
      if (path === undefined || !seen.has(path)) candidates.push(candidate);
      if (path !== undefined) seen.add(path);
    }
  }
  const { skip, take } = task.query.page;
  const chosen = candidates.slice(skip, skip + take);
  const groups = await readChosen(chosen, task);
  if (!groups.ok) return groups;
  if (targets.length > 0 && task.unsearched.length === targets.length) return fail({ code: "unsearchable", paths: task.unsearched });
  return ok({ scope: "many", groups: groups.value, page: pageAt(skip, chosen.length, { count: candidates.length, exact: !task.isIncomplete }) });
}

/** Paths are found once, however often they are named; lines of a range are their own. */
function pathOf(candidate: Candidate): RawPath | undefined {
  return candidate !== "unread" && "path" in candidate ? candidate.path : undefined;
}

async function candidatesOf(batch: Batch, task: MixedTask): Promise<Result<readonly Candidate[]>> {
  switch (batch.kind) {
    case "disk": {
      const found = await filesOnDisk(batch.targets, task);
      return found.ok ? ok(found.value.map((path) => ({ path }))) : found;
    }
    case "ranges": {
      const found = await linesOnDisk(batch.targets, task.query.hitsPerFile.among, ALL, task);
      return found.ok ? ok(found.value.groups.map((group) => ({ group }))) : found;
    }
    case "texts":
      return readAndUnread(await linesInTexts(batch.targets, firstPages(task), task));
    case "archive": {
      const found = await linesInArchive(batch.target, firstPages(task), task);
      if (found.ok) return readAndUnread(found);
      task.unsearched.push({ path: batch.target.path, why: found.failure });
      return found.failure.code === "bad-pattern" ? found : ok([]);
    }
  }
}

/** Everything up to the end of the page that was asked for. */
function firstPages({ query: { page } }: MixedTask): { readonly skip: number; readonly take: number } {
  return { skip: 0, take: page.skip + page.take };
}

function readAndUnread(found: Result<TextLines>): Result<readonly Candidate[]> {
  if (!found.ok) return found;
  const { groups, total } = found.value;
  return ok([...groups.map((group) => ({ group })), ...Array.from({ length: total.count - groups.length }, () => "unread" as const)]);
}

/** Reads the files among the candidates, all in one search. */
async function readChosen(chosen: readonly Candidate[], task: MixedTask): Promise<Result<readonly Group[]>> {
  const paths = chosen.flatMap((candidate) => pathOf(candidate) ?? []);
  const found = paths.length === 0 ? undefined : await linesOnDisk(paths.map(fileTarget), task.query.hitsPerFile.among, ALL, task);
  if (found?.ok === false) return found;
  const read = new Map(found?.value.groups.map((group) => [group.place.kind === "file" ? group.place.path : "", group]));
  return ok(
    chosen.flatMap((candidate) => {
      if (candidate === "unread") return [];
      return "group" in candidate ? [candidate.group] : (read.get(candidate.path) ?? []);
    }),
  );
}

/** Targets that one search can take, in order: files and trees with the same globs, files with ranges, texts; archives one by one. */
type Batch =
  | { readonly kind: "disk" | "ranges"; readonly key: string; readonly targets: DiskTarget[] }
  | { readonly kind: "texts"; readonly key: string; readonly targets: TextTarget[] }
  | { readonly kind: "archive"; readonly key: string; readonly target: ArchiveTarget };

function batchesOf(targets: readonly FoundTarget[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (const [index, target] of targets.entries()) {
    const batch = batchOf(target, index);
    const last = batches.at(-1);
    if (last?.key !== batch.key || last.kind === "archive" || batch.kind === "archive") batches.push(batch);
    else (last.targets as FoundTarget[]).push(...batch.targets);
  }
  return batches;
}

function batchOf(target: FoundTarget, index: number): Batch {
  switch (target.kind) {
    case "text":
      return { kind: "texts", key: "texts", targets: [target] };
    case "archive":
      return { kind: "archive", key: `archive ${index}`, target };
    case "tree":
      return { kind: "disk", key: `disk ${target.globs.join("\0")}`, targets: [target] };
    case "file":
      return target.ranges === undefined ? { kind: "disk", key: "disk ", targets: [target] } : { kind: "ranges", key: "ranges", targets: [target] };
  }
}
