// Opening a regular file inside the fence for reading. FIFOs, sockets and devices are refused at once.
import fs from "node:fs";
import { fail, ok, type Result } from "../failure.ts";
import { isSameFile } from "./entry.ts";
import { failureOf, type Held, type HoldOptions, hold } from "./hold.ts";
import { fsPath, type RawPath, shown } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

const READ_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | (fs.constants.O_NOCTTY ?? 0);

export interface OpenFile {
  readonly fd: number;
  readonly real: RawPath;
  readonly stats: fs.BigIntStats;
  close(): void;
}

/** Opens the file at an absolute path. Close it in a `finally`. */
export function openFile(path: RawPath, workspace: Workspace, options?: HoldOptions): Result<OpenFile> {
  const held = hold(path, workspace, options);
  if (!held.ok) return held;
  try {
    return openHeld(held.value, options?.as ?? path);
  } finally {
    held.value.close();
  }
}

/** Opens a file that is held; `path` is how the caller knows it. */
export function openHeld(held: Held, path: RawPath): Result<OpenFile> {
  if (!held.stats.isFile()) return fail({ code: "not-a-file", path: shown(path), kind: kindOf(held.stats) });
  try {
    const fd = fs.openSync(fsPath(held.at), READ_FLAGS);
    const stats = fs.fstatSync(fd, { bigint: true });
    if (isSameFile(stats, held.stats)) return ok({ fd, real: held.real, stats, close: () => fs.closeSync(fd) });
    fs.closeSync(fd); // only where files are held by name: it was swapped in between
    return fail({ code: "io", path: shown(path), detail: "the file was replaced while it was opened" });
  } catch (error) {
    return fail(failureOf(error, path));
  }
}

/** Runs a task with an open file and closes it. */
export function withFile<T>(path: RawPath, workspace: Workspace, task: (file: OpenFile) => T): Result<T> {
  const file = openFile(path, workspace);
  if (!file.ok) return file;
  try {
    return ok(task(file.value));
  } finally {
    file.value.close();
  }
}

type Kinds = Pick<fs.BigIntStats, "isFIFO" | "isSocket" | "isDirectory" | "isSymbolicLink">;

/** What something that is not a regular file is called. */
export function kindOf(stats: Kinds): string {
  if (stats.isDirectory()) return "directory";
  if (stats.isSymbolicLink()) return "symbolic link";
  if (stats.isFIFO()) return "named pipe";
  return stats.isSocket() ? "socket" : "device";
}
