// One run of ripgrep in a root: what it walks, and which of the paths it prints belong to the answer.
import type { Result } from "../failure.ts";
import { deniedThroughLink } from "../workspace/denied-links.ts";
import { entryAt } from "../workspace/entry.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Plan } from "./plan.ts";
import type { Root, WalkQuery } from "./query.ts";
import { walkArguments } from "./ripgrep/arguments.ts";
import { type Reader, type RunOutcome, runRipgrep } from "./ripgrep/run.ts";
import { threadsFor } from "./threads.ts";

/** Where something was found. */
export interface Place {
  readonly root: number;
  /** Relative to the root, as it was met; "" if the root is the file. */
  readonly name: RawPath;
  readonly real: RawPath;
  /** The caller named this very file. */
  readonly isRoot: boolean;
}

/** Turns a printed path into a place, if it belongs to the answer. */
export type Locate = (printed: RawPath) => Place | undefined;

export interface WalkRun {
  readonly args: readonly string[];
  readonly paths: readonly string[];
  /** Globs below the root that are not entered, beside those of the plan. */
  readonly exclude?: readonly string[];
}

/** Runs ripgrep in a root with the plan's walk. */
export function runWalk(plan: Plan, root: Root, { args, paths, exclude = [] }: WalkRun, open: () => Reader): Promise<Result<RunOutcome>> {
  const excluded = [...plan.filter.exclude, ...plan.workspace.fence.denyGlobsBelow(root.real), ...exclude];
  const walk = walkArguments({ walk: plan.walk, exclude: excluded, narrow: plan.filter.narrow, explain: false });
  return runRipgrep({ ...plan, args: [...walk, ...args, "--", ...paths], cwd: root.real, threads: threadsFor(plan, root) }, open);
}

/** ripgrep's own filters are hints, this is the judge: names, hidden parts (a type filter lets them through), the fence. */
export function isAccepted(place: Place, kind: "file" | "directory", { filter, walk, workspace }: Plan): boolean {
  if (!filter.passes(place.name, kind)) return false;
  return !isLeftOutAsHidden(place.name, walk) && isAllowed(place.real, kind, workspace);
}

/** Whether the fence lets in what a walk met: it may be denied, also under another name. */
export function isAllowed(real: RawPath, kind: "file" | "directory", workspace: Workspace): boolean {
  if (workspace.fence.denied.length === 0) return true;
  return workspace.fence.judge(real, kind).inside && !isDeniedUnderAnotherName(real, workspace);
}

/** Whether a walk leaves out a name because it, or a part of it, begins with a dot. */
export function isLeftOutAsHidden(name: RawPath, walk: Pick<WalkQuery, "hidden">): boolean {
  return !walk.hidden && /(^|\/)\./.test(name);
}

function isDeniedUnderAnotherName(real: RawPath, workspace: Workspace): boolean {
  const stats = entryAt(real);
  return stats !== undefined && deniedThroughLink(stats, workspace) !== undefined;
}

/** The place, if it is accepted as a file. */
export function accepted(place: Place, plan: Plan): Place | undefined {
  return isAccepted(place, "file", plan) ? place : undefined;
}
