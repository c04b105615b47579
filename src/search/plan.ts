// The plan of a search: roots resolved inside the fence, the filter compiled, ripgrep found, the clock started.
import fs from "node:fs";
import { fail, ok, type Result } from "../failure.ts";
import { failureOf } from "../workspace/hold.ts";
import { kindOf } from "../workspace/open-file.ts";
import { fsPath, type RawPath } from "../workspace/raw-path.ts";
import { resolveExisting } from "../workspace/resolve.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Filter, makeFilter } from "./filter.ts";
import type { Narrowed } from "./index/narrow.ts";
import type { FilterQuery, Root, RootQuery, WalkQuery } from "./query.ts";
import { type Ripgrep, resolveRipgrep } from "./ripgrep/resolve.ts";
import { ripgrepTypes } from "./ripgrep/types.ts";

export interface Plan {
  readonly workspace: Workspace;
  readonly ripgrep: Ripgrep;
  readonly roots: readonly Root[];
  readonly filter: Filter;
  readonly walk: WalkQuery;
  /** Matches may run over the ends of lines: that takes longer. */
  readonly isMultiline: boolean;
  readonly signal: AbortSignal;
  /** `performance.now()` at which the search ends with what it has. */
  readonly deadline: number;
  /** Where the index knows which files may match. */
  readonly narrowed?: Narrowed;
  /** Nobody waits for what is run. */
  readonly inBackground?: true;
}

export interface PlanQuery {
  readonly roots: readonly RootQuery[];
  readonly filter: FilterQuery;
  readonly walk: WalkQuery;
  readonly multiline?: boolean;
  readonly limits: { readonly timeMs: number };
}

export async function makePlan(query: PlanQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<Plan>> {
  const deadline = performance.now() + query.limits.timeMs;
  const ripgrep = await resolveRipgrep(workspace.settings.ripgrep, workspace.settings.workdir);
  if (!ripgrep.ok) return ripgrep;
  const filter = await makeFilter(query.filter, async (name) => (await ripgrepTypes(ripgrep.value)).get(name));
  if (!filter.ok) return filter;
  const roots: Root[] = [];
  for (const root of query.roots) {
    const resolved = await resolveRoot(root, workspace);
    if (!resolved.ok) return resolved;
    roots.push(resolved.value);
  }
  return ok({ workspace, ripgrep: ripgrep.value, roots, filter: filter.value, walk: query.walk, isMultiline: query.multiline === true, signal, deadline });
}

async function resolveRoot(query: RootQuery, workspace: Workspace): Promise<Result<Root>> {
  const resolved = await resolveExisting(query.path, workspace);
  if (!resolved.ok) return resolved;
  const { path, real, stats } = resolved.value;
  if (stats.isDirectory()) return canEnter(real, path) ?? ok({ given: query.path, path, real, kind: "directory", size: 0 });
  if (stats.isFile()) return ok({ given: query.path, path, real, kind: "file", size: Number(stats.size) });
  return fail({ code: "not-a-file", path: query.path, kind: kindOf(stats) });
}

/** ripgrep is started in the directory: one that cannot be entered would look like a fault of ripgrep's. */
function canEnter(real: RawPath, path: RawPath): Result<never> | undefined {
  try {
    fs.accessSync(fsPath(real), fs.constants.R_OK | fs.constants.X_OK);
    return undefined;
  } catch (error) {
    return fail(failureOf(error, path));
  }
}
