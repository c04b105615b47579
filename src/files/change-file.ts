// The one way to change a file: find it inside the fence, wait for its turn, read it, make new bytes from it, and write those only if it
// is still what they were made from.
import fs from "node:fs";
import { resolve } from "node:path";
import { type Failure, fail, ok, type Result } from "../failure.ts";
import { entryAt, isSameFile, nameOf, parentOf } from "../workspace/entry.ts";
import { failureOf, type Held, hold, refusal } from "../workspace/hold.ts";
import { realPathOfNew } from "../workspace/make-directories.ts";
import { type OpenFile, openFile } from "../workspace/open-file.ts";
import { fsPath, joined, type RawPath, shown } from "../workspace/raw-path.ts";
import { absolutePath, missing } from "../workspace/resolve.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { bytesOf } from "./chunks.ts";
import { lockKey, withFileLock } from "./file-lock.ts";
import { prepareDirectory, recovered } from "./recover.ts";
import { contentFingerprint, type Extent, recordSeen, type SeenState, seenState, statsFingerprint } from "./seen.ts";
import { serially } from "./serial.ts";
import { writeFile } from "./write-file.ts";

export interface ChangeRequest {
  readonly path: string;
  /** What happens if there is no such file. */
  readonly missing: "refused" | "created";
  /** Larger files are not read; `Current.bytes` is undefined then. */
  readonly maxBytes: number;
  /** Whether a link in the last place is followed to the file that is changed (if not said) or not written through. */
  readonly links?: "followed" | "refused";
}

/** An existing file, as a change finds it. */
export interface Current {
  /** Absolute, as the caller knows it. */
  readonly path: RawPath;
  readonly real: RawPath;
  readonly bytes: Buffer | undefined;
  readonly size: number;
  readonly seen: SeenState;
}

export interface Changed<T> {
  /** Absolute, as the caller knows it. */
  readonly path: RawPath;
  readonly real: RawPath;
  readonly size: number;
  readonly existed: boolean;
  readonly value: T;
}

/** New bytes for a file. */
export interface Made<T> {
  readonly bytes: Buffer;
  /** How much of them the caller knows. */
  readonly extent: Extent;
  readonly value: T;
}

/** Makes new bytes from what is there (undefined: nothing), or says why not. Pure. The very bytes it was given are not written again. */
export type Change<T> = (current: Current | undefined, path: RawPath) => Result<Made<T>>;

/** Changes one file; its new content counts as seen, as far as the caller knows it. */
export async function changeFile<T>(request: ChangeRequest, change: Change<T>, workspace: Workspace, signal: AbortSignal): Promise<Result<Changed<T>>> {
  const path = absolutePath(request.path, workspace);
  if (!path.ok) return path;
  if (request.path.endsWith("/")) return fail({ code: "is-a-directory", path: request.path });
  await recovered(workspace);
  const real = await realPathFor(request, path.value, workspace);
  if (!real.ok) return real;
  const task: Task<T> = { request, change, path: path.value, real: real.value.path, isLink: real.value.isLink, workspace, signal };
  return serially(real.value.key, () => workspace.changes.run(() => changeAt(task), signal));
}

interface Task<T> {
  readonly request: ChangeRequest;
  readonly change: Change<T>;
  readonly path: RawPath;
  readonly real: RawPath;
  /** The path's last place is a link to the real file. */
  readonly isLink: boolean;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
}

interface RealPath {
  readonly path: RawPath;
  readonly isLink: boolean;
  /** What changes of this file wait for each other by. */
  readonly key: string;
}

/** Of a link, the target is changed and the link stays; one that leads nowhere is never written through. */
async function realPathFor(request: ChangeRequest, path: RawPath, workspace: Workspace): Promise<Result<RealPath>> {
  const held = hold(path, workspace);
  if (held.ok) {
    held.value.close();
    if (held.value.stats.isDirectory()) return fail({ code: "is-a-directory", path: shown(path) });
    return ok({ path: held.value.real, isLink: isLinkAt(path), key: linkedKey(held.value.stats) ?? held.value.real });
  }
  if (held.failure.code !== "path-not-found") return held;
  const failure = await missing(request.path, path, workspace);
  if (failure.code !== "path-not-found" || request.missing === "refused") return fail(failure);
  if (isLinkAt(path)) return fail(request.links === "refused" ? linkFailure(path, targetOf(path)) : { code: "dangling-link", path: shown(path) });
  const made = await realPathOfNew(path, workspace);
  return made.ok ? ok({ path: made.value, isLink: false, key: made.value }) : made;
}

function isLinkAt(path: RawPath): boolean {
  return entryAt(path)?.isSymbolicLink() === true;
}

/** Where a link that leads nowhere points. */
function targetOf(link: RawPath): RawPath {
  try {
    return resolve(parentOf(link), fs.readlinkSync(fsPath(link), "latin1"));
  } catch {
    return link; // it is gone by now
  }
}

function linkFailure(path: RawPath, target: RawPath): Failure {
  return { code: "is-a-link", path: shown(path), target: shown(target) };
}

/** A file with several names is one file: its number tells, and undefined that a name is enough. */
function linkedKey(stats: fs.BigIntStats | undefined): string | undefined {
  return stats === undefined || stats.nlink < 2n ? undefined : `inode ${stats.dev}:${stats.ino}`;
}

async function changeAt<T>(task: Task<T>): Promise<Result<Changed<T>>> {
  const { path, real, workspace, signal } = task;
  const directory = hold(parentOf(real), workspace, { as: path });
  if (!directory.ok) return directory;
  try {
    if (directory.value.real !== parentOf(real)) return fail({ code: "changed-meanwhile", path: shown(path) });
    await prepareDirectory(directory.value, workspace);
    const linked = linkedKey(entryAt(joined(directory.value.at, nameOf(real))));
    const changed = await withFileLock(linked ?? lockKey(directory.value, nameOf(real)), signal, () => changeLocked(directory.value, task));
    return changed === "busy" ? fail({ code: "file-busy", path: shown(path) }) : changed;
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(failureOf(error, path));
  } finally {
    directory.value.close();
  }
}

async function changeLocked<T>(directory: Held, task: Task<T>): Promise<Result<Changed<T>>> {
  const { request, path, real, workspace } = task;
  const file = openFile(joined(directory.at, nameOf(real)), workspace, { links: "held", as: path });
  try {
    if (file.ok) return await changeOpen(directory, file.value, task);
    if (file.failure.code !== "path-not-found") return file;
    if (request.missing === "refused") return fail(await missing(request.path, path, workspace));
    const verdict = workspace.fence.judge(real, "file");
    return verdict.inside ? await changeOpen(directory, undefined, task) : fail(refusal(path, verdict));
  } finally {
    if (file.ok) file.value.close();
  }
}

async function changeOpen<T>(directory: Held, file: OpenFile | undefined, task: Task<T>): Promise<Result<Changed<T>>> {
  const { path, real, workspace, signal } = task;
  const name = nameOf(real);
  const current = file === undefined ? undefined : await currentOf(file, task);
  const made = task.change(current, path);
  if (!made.ok) return made;
  if (task.isLink && task.request.links === "refused") return fail(linkFailure(path, real));
  const { bytes, extent, value } = made.value;
  const changed = { path, real, size: bytes.length, existed: file !== undefined, value };
  if (bytes === current?.bytes) return ok(changed);
  // Replacing a file needs no permission to write it; the caller means to have one.
  if (file !== undefined) fs.accessSync(fsPath(joined(directory.at, name)), fs.constants.W_OK);
  const old = file === undefined ? undefined : { file, bytes: current?.bytes };
  const isUnchanged = (): Promise<boolean> => isStill(directory, old, task);
  const outcome = await writeFile({ directory, name, bytes, old, isUnchanged }, signal);
  if (outcome === "changed") return fail({ code: "changed-meanwhile", path: shown(path) });
  recordSeen(real, contentFingerprint(bytes), workspace, extent);
  return ok(changed);
}

async function currentOf<T>(file: OpenFile, { request, path, real, workspace, signal }: Task<T>): Promise<Current> {
  const bytes = await bytesOf(file, request.maxBytes, signal);
  const isLarge = bytes === "too-large";
  const seen = seenState(real, isLarge ? statsFingerprint(file.stats) : contentFingerprint(bytes), workspace);
  return { path, real, bytes: isLarge ? undefined : bytes, size: Number(file.stats.size), seen };
}

/** Looks again, right before the write: the same file, with the same content. */
async function isStill<T>(directory: Held, old: { file: OpenFile; bytes: Buffer | undefined } | undefined, task: Task<T>): Promise<boolean> {
  const { real, path, workspace, request, signal } = task;
  const at = joined(directory.at, nameOf(real));
  if (old === undefined) return entryAt(at) === undefined;
  const now = openFile(at, workspace, { links: "held", as: path });
  if (!now.ok) return false;
  try {
    const { stats } = now.value;
    const isSame = isSameFile(stats, old.file.stats) && stats.size === old.file.stats.size && stats.mtimeNs === old.file.stats.mtimeNs;
    if (!isSame || old.bytes === undefined) return isSame;
    const bytes = await bytesOf(now.value, request.maxBytes, signal);
    return bytes !== "too-large" && bytes.equals(old.bytes);
  } finally {
    now.value.close();
  }
}
