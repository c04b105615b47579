// Holding a file or directory: open it first, then ask the kernel what was opened and where it really is. Checking a path and
// opening it later loses a race against whoever swaps a directory for a link in between.
//
// On Linux a held thing is a descriptor opened with O_PATH (no side effects on devices and FIFOs, no read permission needed), its real
// path is what /proc/self/fd/N says, and everything else goes through that link: reopening it, or reaching the children of a directory.
// Elsewhere there is no such link: the real path is resolved, judged, and compared again after opening (see open-file.ts). What that
// leaves open: a directory on the way that is swapped for a link and back between the two looks.
import fs from "node:fs";
import { type Failure, fail, ok, type Result } from "../failure.ts";
import { deniedThroughLink } from "./denied-links.ts";
import { entryAt, isSameFile, nameOf, parentOf } from "./entry.ts";
import type { Verdict } from "./fence.ts";
import { fsPath, joined, type RawPath, shown } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

/** Linux only; Node has no name for it. */
const O_PATH = 0o10000000;
const HAS_DESCRIPTOR_LINKS = process.platform === "linux" && fs.existsSync("/proc/self/fd");

/** Something inside the fence that cannot be swapped under us. */
export interface Held {
  readonly real: RawPath;
  readonly stats: fs.BigIntStats;
  /** Leads to this very file or directory, whatever happens to its name; of a directory, `joined(at, name)` is an entry. */
  readonly at: RawPath;
  /** Where it is now: a directory may have been moved. Undefined if it is gone. */
  where(): RawPath | undefined;
  close(): void;
}

export interface HoldOptions {
  /** What happens at a link in the last place (followed if not said); links before it are always followed. */
  readonly links?: "followed" | "held";
  /** How the caller knows the path; for failures. */
  readonly as?: RawPath;
}

/** A file that is replaced right after it was opened has no name any more, but its path leads to another, perhaps in a moment: so many tries take two milliseconds. */
const MAX_TRIES = 200;

/** Holds what the absolute path leads to; what is missing, outside or denied is a failure. Close it in a `finally`. */
export function hold(path: RawPath, workspace: Workspace, options: HoldOptions = {}): Result<Held> {
  try {
    if (!HAS_DESCRIPTOR_LINKS) return holdByName(path, workspace, options);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const held = holdByDescriptor(path, workspace, options);
      if (held !== "gone") return held;
    }
    return fail(missing(options.as ?? path));
  } catch (error) {
    return fail(failureOf(error, options.as ?? path));
  }
}

function holdByDescriptor(path: RawPath, workspace: Workspace, { links, as: told = path }: HoldOptions): Result<Held> | "gone" {
  const fd = fs.openSync(fsPath(path), O_PATH | (links === "held" ? fs.constants.O_NOFOLLOW : 0));
  let isKept = false;
  try {
    const stats = fs.fstatSync(fd, { bigint: true });
    const real = realPathOf(fd, stats);
    if (real === undefined) return "gone";
    const refusal = refusalOf(told, real, stats, workspace);
    if (refusal !== undefined) return fail(refusal);
    isKept = true;
    return ok({ real, stats, at: `/proc/self/fd/${fd}`, where: () => realPathOf(fd, stats), close: () => fs.closeSync(fd) });
  } finally {
    if (!isKept) fs.closeSync(fd);
  }
}

/** The kernel's name for an open file; undefined if it was deleted or is out of reach. */
function realPathOf(fd: number, stats: fs.BigIntStats): RawPath | undefined {
  const real = fs.readlinkSync(`/proc/self/fd/${fd}`, "latin1");
  if (!real.startsWith("/")) return undefined;
  if (!real.endsWith(" (deleted)")) return real;
  const named = entryAt(real); // a file may really be called that
  return named !== undefined && isSameFile(named, stats) ? real : undefined;
}

/** The nearest safe way where descriptors have no names. Exported for its tests. */
export function holdByName(path: RawPath, workspace: Workspace, { links, as: told = path }: HoldOptions): Result<Held> {
  const real = links === "held" ? joined(realPath(parentOf(path)), nameOf(path)) : realPath(path);
  const stats = fs.lstatSync(fsPath(real), { bigint: true });
  const refusal = refusalOf(told, real, stats, workspace);
  if (refusal !== undefined) return fail(refusal);
  return ok({ real, stats, at: real, where: () => realPath(real), close: () => undefined });
}

function realPath(path: RawPath): RawPath {
  return fs.realpathSync.native(fsPath(path), "latin1");
}

function refusalOf(path: RawPath, real: RawPath, stats: fs.BigIntStats, workspace: Workspace): Failure | undefined {
  const verdict = workspace.fence.judge(real, stats.isDirectory() ? "directory" : "file");
  if (!verdict.inside) return refusal(path, verdict);
  const pattern = deniedThroughLink(stats, workspace);
  return pattern === undefined ? undefined : { code: "path-denied", path: shown(path), pattern };
}

/** The failure for a path that the fence does not let in. */
export function refusal(path: RawPath, { deniedBy }: Extract<Verdict, { readonly inside: false }>): Failure {
  return deniedBy === undefined ? { code: "path-outside", path: shown(path) } : { code: "path-denied", path: shown(path), pattern: deniedBy };
}

function missing(path: RawPath): Extract<Failure, { readonly code: "path-not-found" }> {
  return { code: "path-not-found", path: shown(path), given: shown(path), near: [] };
}

/** A failure of the file system, told about a path. */
export function failureOf(error: unknown, path: RawPath): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error; // ours
  if (code === "ENOENT") return missing(path);
  if (code === "ENOTDIR" || code === "ELOOP" || code === "ENAMETOOLONG") return { ...missing(path), errno: code };
  return { code: "io", path: shown(path), detail: message.split(", ")[0] as string }; // the rest names our own path
}
