// The part of a mixed search that goes to files and directories.
import { ok, type Result } from "../../failure.ts";
import { joined, type RawPath, shown } from "../../workspace/raw-path.ts";
import type { RootQuery, SearchQuery, SearchResult } from "../query.ts";
import { search } from "../search.ts";
import { groupsOf } from "./groups.ts";
import type { Group, PageOfFiles } from "./query.ts";
import type { FileTarget, TreeTarget } from "./targets.ts";
import type { MixedTask } from "./task.ts";

export type DiskTarget = FileTarget | TreeTarget;

/** Everything at once. */
export const ALL: PageOfFiles = { skip: 0, take: Number.POSITIVE_INFINITY };

export interface DiskLines {
  readonly groups: readonly Group[];
  readonly result: SearchResult;
}

/** The lines of a page of files. The targets have the same globs. */
export async function linesOnDisk(targets: readonly DiskTarget[], hitsPerFile: number, page: PageOfFiles, task: MixedTask): Promise<Result<DiskLines>> {
  const found = await searchDisk(targets, hitsPerFile, { mode: "content", page: { unit: "entries", ...page } }, task);
  if (!found.ok) return found;
  const { roots } = found.value;
  return ok({ result: found.value, groups: groupsOf(found.value, ({ root, name }) => ({ kind: "file", path: joined(roots[root]?.path ?? "", name) })) });
}

/** The files that have hits, in order. */
export async function filesOnDisk(targets: readonly DiskTarget[], task: MixedTask): Promise<Result<readonly RawPath[]>> {
  const found = await searchDisk(targets, 0, { mode: "count", page: { unit: "entries", ...ALL } }, task);
  if (!found.ok) return found;
  const { entries, roots } = found.value;
  return ok(entries.map(({ root, name }) => joined(roots[root]?.path ?? "", name)));
}

/** A file that was found, as a target of its own. */
export function fileTarget(path: RawPath): FileTarget {
  return { kind: "file", path: shown(path) };
}

async function searchDisk(
  targets: readonly DiskTarget[],
  hitsPerFile: number,
  how: Pick<SearchQuery, "mode" | "page">,
  task: MixedTask,
): Promise<Result<SearchResult>> {
  const [first] = targets;
  const query: SearchQuery = {
    ...task.pattern(hitsPerFile),
    ...how,
    roots: targets.map(rootOf),
    filter: { globs: first?.kind === "tree" ? first.globs : [], types: [] },
    walk: task.query.walk,
    order: "path",
    limits: task.limits,
  };
  const found = await search(query, task.workspace, task.signal);
  if (!found.ok) return found;
  task.skipped.push(found.value.skipped);
  task.binaryMatches.push(...found.value.binaryMatches);
  task.isIncomplete ||= found.value.incomplete !== undefined;
  return found;
}

function rootOf(target: DiskTarget): RootQuery {
  return target.kind === "file" && target.ranges !== undefined ? { path: target.path, ranges: target.ranges } : { path: target.path };
}
