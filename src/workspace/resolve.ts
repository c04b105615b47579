// From a path as a caller wrote it to a real one inside the fence.
import fs from "node:fs";
import path from "node:path";
import { fail, ok, type Result } from "../failure.ts";
import { nearPaths } from "./near.ts";
import { fsPath, type RawPath, rawOf, textOf, unquoted } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

export interface Resolved {
  /** Absolute, links in it kept. */
  readonly path: RawPath;
  readonly real: RawPath;
  readonly stats: fs.Stats;
}

/** The absolute path a caller means; refuses what must not reach the file system at all. */
export function absolutePath(given: string, workspace: Workspace): Result<RawPath> {
  if (given.includes("\0")) return fail({ code: "path-refused", path: given, reason: "nul" });
  if (/^(\\\\|\/\/)/.test(given)) return fail({ code: "path-refused", path: given, reason: "unc" });
  const raw = unquoted(given) ?? rawOf(given);
  // path.resolve works on any string: a raw path has the same `/` and `.` as its text.
  return ok(path.resolve(workspace.session.directory, raw));
}

/** Resolves an existing file or directory; missing, outside and denied are failures. */
export async function resolveExisting(given: string, workspace: Workspace): Promise<Result<Resolved>> {
  const absolute = absolutePath(given, workspace);
  if (!absolute.ok) return absolute;
  const shownPath = textOf(absolute.value);
  try {
    const real = (await fs.promises.realpath(fsPath(absolute.value), "latin1")) as RawPath;
    const stats = await fs.promises.stat(fsPath(real));
    const verdict = workspace.fence.judge(real, stats.isDirectory() ? "directory" : "file");
    if (verdict.inside) return ok({ path: absolute.value, real, stats });
    return fail(
      verdict.deniedBy === undefined ? { code: "path-outside", path: shownPath } : { code: "path-denied", path: shownPath, pattern: verdict.deniedBy },
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "ENAMETOOLONG" && code !== "ELOOP") return fail({ code: "io", path: shownPath, detail: message });
    return missing(given, absolute.value, workspace);
  }
}

/** What a path outside the fence leads to is nobody's business, not even whether it exists. */
async function missing(given: string, absolute: RawPath, workspace: Workspace): Promise<Result<never>> {
  const verdict = workspace.fence.judge(absolute, "file");
  if (!verdict.inside && verdict.deniedBy === undefined) return fail({ code: "path-outside", path: textOf(absolute) });
  return fail({ code: "path-not-found", path: textOf(absolute), given, near: (await nearPaths(absolute, workspace)).map(textOf) });
}
