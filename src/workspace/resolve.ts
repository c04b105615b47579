// From a path as a caller wrote it to a real one inside the fence.
import type fs from "node:fs";
import path from "node:path";
import { type Failure, fail, ok, type Result } from "../failure.ts";
import { entryAt, parentOf } from "./entry.ts";
import { type Held, hold, refusal } from "./hold.ts";
import { lastExisting, nearPaths } from "./near.ts";
import { below, joined, type RawPath, rawOf, shown, unquoted } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

export interface Resolved {
  /** Absolute, links in it kept. */
  readonly path: RawPath;
  readonly real: RawPath;
  readonly stats: fs.BigIntStats;
}

/** The absolute path a caller means; refuses what must not reach the file system at all. */
export function absolutePath(given: string, workspace: Workspace): Result<RawPath> {
  if (given.includes("\0")) return fail({ code: "path-refused", path: given, reason: "nul" });
  if (/^(\\\\|\/\/)/.test(given)) return fail({ code: "path-refused", path: given, reason: "unc" });
  // path.resolve works on any string: a raw path has the same `/` and `.` as its text.
  const literal = path.resolve(workspace.session.directory, rawOf(given));
  const quoted = unquoted(given);
  return ok(quoted === undefined || entryAt(literal) !== undefined ? literal : path.resolve(workspace.session.directory, quoted));
}

/** Resolves an existing file or directory; missing, outside and denied are failures. */
export async function resolveExisting(given: string, workspace: Workspace): Promise<Result<Resolved>> {
  const held = await holdExisting(given, workspace);
  if (!held.ok) return held;
  const { path: asked, held: file } = held.value;
  try {
    return ok({ path: asked, real: file.real, stats: file.stats });
  } finally {
    file.close();
  }
}

/** Holds an existing file or directory; close it in a `finally`. */
export async function holdExisting(given: string, workspace: Workspace): Promise<Result<{ readonly path: RawPath; readonly held: Held }>> {
  const absolute = absolutePath(given, workspace);
  if (!absolute.ok) return absolute;
  const held = hold(absolute.value, workspace);
  if (held.ok) return ok({ path: absolute.value, held: held.value });
  if (held.failure.code !== "path-not-found") return held;
  const failure = await missing(given, absolute.value, workspace);
  const { errno } = held.failure;
  return fail(failure.code === "path-not-found" && errno !== undefined ? { ...failure, errno } : failure);
}

/** What a path outside the fence or a denied one leads to is nobody's business, not even whether it exists. */
export async function missing(given: string, absolute: RawPath, workspace: Workspace): Promise<Failure> {
  const existing = await lastExisting(absolute);
  const verdict = workspace.fence.judge(joined(existing.real, existing.rest.join("/")), "file");
  if (!verdict.inside) return refusal(absolute, verdict);
  const below = sameBelow(absolute, workspace);
  return {
    code: "path-not-found",
    path: shown(absolute),
    given,
    near: (await nearPaths(existing, workspace)).map(shown),
    ...(below === undefined ? {} : { below: shown(below) }),
  };
}

/** `/repo/src` when `/repo/app` is the session's directory and has a `src`: callers leave out its name. */
function sameBelow(absolute: RawPath, workspace: Workspace): RawPath | undefined {
  const { directory } = workspace.session;
  const rest = below(parentOf(directory), absolute);
  if (rest === undefined || below(directory, absolute) !== undefined) return undefined;
  const candidate = joined(directory, rest);
  const held = hold(candidate, workspace);
  if (!held.ok) return undefined;
  held.value.close();
  return candidate;
}
