// What the paths of a mixed search mean: the first reading that exists on the disk wins.
import { type Failure, fail, ok, type Result } from "../../failure.ts";
import { isInArchive } from "../../files/archive/locate.ts";
import { archiveFormat } from "../../files/archive/path.ts";
import { splitFixedPart } from "../../workspace/glob.ts";
import { resolveExisting } from "../../workspace/resolve.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { LineRange } from "../query.ts";
import type { PathTarget, Target, TextTarget } from "./query.ts";

export type FoundTarget = FileTarget | TreeTarget | ArchiveTarget | TextTarget;

export interface FileTarget {
  readonly kind: "file";
  readonly path: string;
  readonly ranges?: readonly LineRange[];
}

export interface TreeTarget {
  readonly kind: "tree";
  readonly path: string;
  readonly globs: readonly string[];
}

export interface ArchiveTarget {
  readonly kind: "archive";
  /** Of the archive, with what is meant of it: `a.zip:src/`. */
  readonly path: string;
  readonly ranges?: readonly LineRange[];
}

export interface FoundTargets {
  readonly found: readonly FoundTarget[];
  /** As the caller wrote them. */
  readonly missing: readonly string[];
}

type Missing = Extract<Failure, { code: "path-not-found" }>;

/** Finds the targets; of several, those that do not exist are left out, unless none is left. */
export async function findTargets(targets: readonly Target[], workspace: Workspace): Promise<Result<FoundTargets>> {
  const found: FoundTarget[] = [];
  const missing: Missing[] = [];
  for (const target of targets) {
    const one = target.kind === "text" ? ok(target) : await findPath(target, workspace);
    if (one.ok) found.push(one.value);
    else if (one.failure.code === "path-not-found") missing.push({ ...one.failure, given: (target as PathTarget).text });
    else return one;
  }
  const given = missing.map((each) => each.given);
  const [first] = missing;
  if (found.length > 0 || first === undefined) return ok({ found, missing: given });
  return fail({ ...first, given: given.join(", "), near: missing.length === 1 ? first.near : [] });
}

async function findPath({ text, peeled }: PathTarget, workspace: Workspace): Promise<Result<FoundTarget>> {
  const whole = await existing(text, workspace);
  if (whole.ok || whole.failure.code !== "path-not-found") return whole;
  if (peeled !== undefined) return findRanges(peeled, workspace);
  if (await isInArchive(text, workspace)) return ok({ kind: "archive", path: text });
  return isGlob(text) ? findGlob(text, workspace) : whole;
}

async function existing(text: string, workspace: Workspace): Promise<Result<FileTarget | TreeTarget | ArchiveTarget>> {
  const resolved = await resolveExisting(text, workspace);
  if (!resolved.ok) return resolved;
  if (resolved.value.stats.isDirectory()) return ok({ kind: "tree", path: text, globs: [] });
  return ok({ kind: archiveFormat(text) === undefined ? "file" : "archive", path: text });
}

/** Lines can be taken of one file or member only. */
async function findRanges({ text, ranges }: NonNullable<PathTarget["peeled"]>, workspace: Workspace): Promise<Result<FoundTarget>> {
  if (await isInArchive(text, workspace)) return ok({ kind: "archive", path: text, ranges });
  const found = await existing(text, workspace);
  if (found.ok) return found.value.kind === "file" ? ok({ ...found.value, ranges }) : fail({ code: "range-needs-file", path: text, found: "directory" });
  if (found.failure.code !== "path-not-found") return found;
  return fail({ code: "range-needs-file", path: text, found: isGlob(text) ? "glob" : "nothing" });
}

function isGlob(text: string): boolean {
  return /[*?[{]/.test(text);
}

/** What stands before the first glob character is a directory; a pattern with `/` counts from there. */
async function findGlob(text: string, workspace: Workspace): Promise<Result<FoundTarget>> {
  const { base, glob } = splitFixedPart(text);
  const root = await existing(base === "" ? "." : base, workspace);
  if (!root.ok) return root;
  if (root.value.kind !== "tree") return fail({ code: "not-a-directory", path: base });
  return ok({ ...root.value, globs: [text.includes("/") ? `/${glob}` : glob] });
}
