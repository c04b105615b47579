// Writing a file so that a crash at any moment leaves the old content or the new, whole.
import fs from "node:fs";
import { promisify } from "node:util";
import type { Held } from "../workspace/hold.ts";
import type { OpenFile } from "../workspace/open-file.ts";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import { writeBackup } from "./backup.ts";
import { keepAttributes } from "./keep-attributes.ts";
import { newName } from "./owner.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_RDONLY, O_DIRECTORY } = fs.constants;
const O_NOFOLLOW = fs.constants.O_NOFOLLOW ?? 0;
/** Between pieces a cancelled write ends. */
const PIECE_BYTES = 1024 * 1024;
const write = promisify(fs.write);
const sync = promisify(fs.fsync);
const open = promisify(fs.open) as (path: string | Buffer, flags: number, mode?: number) => Promise<number>;

export interface WriteRequest {
  /** Where the file is; everything happens below it. */
  readonly directory: Held;
  readonly name: RawPath;
  readonly bytes: Buffer;
  /** What is there now; undefined if nothing must be. */
  readonly old: { readonly file: OpenFile; readonly bytes: Buffer | undefined } | undefined;
  /** Whether what is there is still what the bytes were made from; asked at the last moment. */
  readonly isUnchanged: () => Promise<boolean>;
}

/** Writes the file; "changed" if something else is there by now, and then nothing was written. */
export async function writeFile(request: WriteRequest, signal: AbortSignal): Promise<"written" | "changed"> {
  const { old } = request;
  // A new file of that name would leave the other links with the old content.
  if (old !== undefined && old.file.stats.nlink > 1n && old.bytes !== undefined) return writeInPlace(request, old.bytes, signal);
  try {
    return await replaceFile(request, signal);
  } catch (error) {
    // A single file that is mounted, as containers have them, cannot be replaced by name.
    if ((error as NodeJS.ErrnoException).code !== "EBUSY" || old?.bytes === undefined) throw error;
    return writeInPlace(request, old.bytes, signal);
  }
}

async function replaceFile(request: WriteRequest, signal: AbortSignal): Promise<"written" | "changed"> {
  const { directory, name, bytes, old, isUnchanged } = request;
  const temporary = fsPath(joined(directory.at, newName("tmp")));
  const target = fsPath(joined(directory.at, name));
  try {
    // A private file until it has the old one's mode: what is secret now was not meant for others a moment ago.
    await writeNew(temporary, old === undefined ? 0o644 : 0o600, bytes, signal, old?.file);
    if (directory.where() !== directory.real || !(await isUnchanged())) return "changed";
    if (old === undefined) {
      if (!createAs(temporary, target)) return "changed";
    } else fs.renameSync(temporary, target);
    await syncDirectory(directory);
    return "written";
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

async function writeNew(path: string | Buffer, mode: number, bytes: Buffer, signal: AbortSignal, like: OpenFile | undefined): Promise<void> {
  const fd = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode).catch(aboutTheDirectory);
  try {
    await writeAll(fd, bytes, signal);
    if (like !== undefined) await keepAttributes(like.fd, fd);
    await sync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** A file that may be written can still not be replaced where its directory may not. */
function aboutTheDirectory(error: NodeJS.ErrnoException): never {
  if (error.code === "EACCES" || error.code === "EPERM") error.message = `${error.code}: its directory is not writable and a file is only ever replaced whole`;
  throw error;
}

/** Gives a new file its name, unless somebody took that meanwhile: link() never replaces. */
function createAs(temporary: string | Buffer, target: string | Buffer): boolean {
  try {
    fs.linkSync(temporary, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
  }
  // A file system without hard links.
  if (fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined) return false;
  fs.renameSync(temporary, target);
  return true;
}

/** Over the old content, which is kept beside it until the new is safe. */
async function writeInPlace({ directory, name, bytes, old, isUnchanged }: WriteRequest, before: Buffer, signal: AbortSignal): Promise<"written" | "changed"> {
  const backup = fsPath(joined(directory.at, newName("bak")));
  const target = await open(fsPath(joined(directory.at, name)), O_WRONLY | O_NOFOLLOW);
  let isTorn = false;
  try {
    await writeBackup(backup, { name, old: before, new: bytes });
    await syncDirectory(directory);
    const isSame = fs.fstatSync(target, { bigint: true }).ino === old?.file.stats.ino;
    if (directory.where() !== directory.real || !isSame || !(await isUnchanged())) return "changed";
    isTorn = true;
    try {
      await overwrite(target, bytes, signal);
    } catch (error) {
      await overwrite(target, before, new AbortController().signal); // the disk is full: the old content has its blocks still
      isTorn = false;
      throw error;
    }
    isTorn = false;
    return "written";
  } finally {
    fs.closeSync(target);
    if (!isTorn) fs.rmSync(backup, { force: true }); // else the next start puts it right
  }
}

async function overwrite(fd: number, bytes: Buffer, signal: AbortSignal): Promise<void> {
  await writeAll(fd, bytes, signal);
  fs.ftruncateSync(fd, bytes.length);
  await sync(fd);
}

/** Writes everything from the start. */
async function writeAll(fd: number, bytes: Buffer, signal: AbortSignal): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    signal.throwIfAborted();
    const { bytesWritten } = await write(fd, bytes, at, Math.min(PIECE_BYTES, bytes.length - at), at);
    at += bytesWritten;
  }
}

/** Makes the new name last. Not every system lets a directory be synced; then it is as safe as it gets. */
async function syncDirectory({ at }: Held): Promise<void> {
  const fd = await open(fsPath(at), O_RDONLY | (O_DIRECTORY ?? 0)).catch(() => undefined);
  if (fd === undefined) return;
  try {
    await sync(fd).catch(() => undefined);
  } finally {
    fs.closeSync(fd);
  }
}
