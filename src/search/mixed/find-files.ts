// Finding files by name below several paths and globs, all in one order.
import { ok, type Result } from "../../failure.ts";
import { joined, type RawPath } from "../../workspace/raw-path.ts";
import { resolveExisting } from "../../workspace/resolve.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { find } from "../find.ts";
import { pageAt } from "../page.ts";
import type { FindQuery, Page, Skipped } from "../query.ts";
import { sumOfSkipped } from "./skipped.ts";
import { type FoundTarget, findTargets } from "./targets.ts";

export interface FilesQuery {
  readonly paths: readonly string[];
  readonly limit: number;
  readonly find: Omit<FindQuery, "roots" | "filter">;
}

export interface FilesFound {
  /** Absolute, newest first. */
  readonly files: readonly RawPath[];
  readonly page: Page;
  /** Paths that do not exist, where others do. */
  readonly missing: readonly string[];
  readonly skipped: Skipped;
  readonly incomplete?: "time";
}

/** Finds files; each once. */
export async function findFiles(query: FilesQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<FilesFound>> {
  const paths = query.paths.map((text) => ({ kind: "path", text }) as const);
  const targets = await findTargets(paths, workspace);
  if (!targets.ok) return targets;
  const all = new Listing();
  for (const target of targets.value.found) {
    const listed = await list(target, query, all, workspace, signal);
    if (!listed.ok) return listed;
  }
  const files = all.newestFirst();
  const shown = files.slice(0, query.limit);
  return ok({
    files: shown,
    page: pageAt(0, shown.length, { count: files.length, exact: !all.isIncomplete }),
    missing: targets.value.missing,
    skipped: sumOfSkipped(all.skipped),
    ...(all.isIncomplete ? { incomplete: "time" } : {}),
  });
}

class Listing {
  readonly modified = new Map<RawPath, bigint>();
  readonly skipped: Skipped[] = [];
  isIncomplete = false;

  newestFirst(): readonly RawPath[] {
    const byTime = ([a, x]: [RawPath, bigint], [b, y]: [RawPath, bigint]): number => (x === y ? (a < b ? -1 : 1) : x < y ? 1 : -1);
    return [...this.modified].sort(byTime).map(([path]) => path);
  }
}

/** A file that was named is there, whatever the walk leaves out. */
async function list(target: FoundTarget, query: FilesQuery, all: Listing, workspace: Workspace, signal: AbortSignal): Promise<Result<undefined>> {
  if (target.kind === "text") return ok(undefined);
  if (target.kind !== "tree") {
    const file = await resolveExisting(target.path, workspace);
    if (!file.ok) return file;
    all.modified.set(file.value.path, file.value.stats.mtimeNs);
    return ok(undefined);
  }
  const found = await find({ ...query.find, roots: [{ path: target.path }], filter: { globs: target.globs, types: [] } }, workspace, signal);
  if (!found.ok) return found;
  const { entries, roots, skipped, incomplete } = found.value;
  for (const { root, name, modified = 0n } of entries) all.modified.set(joined(roots[root]?.path ?? "", name), modified);
  all.skipped.push(skipped);
  all.isIncomplete ||= incomplete !== undefined;
  return ok(undefined);
}
