// An entry of a directory: what stands under a name, links not followed.
import fs from "node:fs";
import { fsPath, type RawPath } from "./raw-path.ts";

/** What stands at the path; undefined if nothing does or nobody may know. */
export function entryAt(path: RawPath): fs.BigIntStats | undefined {
  try {
    return fs.lstatSync(fsPath(path), { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // a file where a directory should be, or no permission
  }
}

export function isSameFile(a: fs.BigIntStats, b: fs.BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** The directory a path stands in. */
export function parentOf(path: RawPath): RawPath {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** Its last segment. */
export function nameOf(path: RawPath): RawPath {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What a path leads to; undefined if that is nothing, or nothing we may know about. */
export function statOf(path: RawPath): fs.BigIntStats | undefined {
  try {
    return fs.statSync(fsPath(path), { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // EACCES, ENOTDIR, ELOOP
  }
}
