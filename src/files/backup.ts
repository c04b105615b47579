// The copy that stands beside a file while it is written in place. It holds the old content and the new, so that after a crash
// a torn file can be told from one that somebody has changed since.
import crypto from "node:crypto";
import fs from "node:fs";
import { promisify } from "node:util";
import type { Held } from "../workspace/hold.ts";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_RDWR } = fs.constants;
const O_NOFOLLOW = fs.constants.O_NOFOLLOW ?? 0;
const sync = promisify(fs.fsync);

export interface Backup {
  readonly name: RawPath;
  readonly old: Buffer;
  readonly new: Buffer;
}

interface Header {
  readonly name: RawPath;
  readonly oldBytes: number;
  readonly sha256: string;
}

/** Writes a backup and makes it last. */
export async function writeBackup(path: string | Buffer, backup: Backup): Promise<void> {
  const header: Header = { name: backup.name, oldBytes: backup.old.length, sha256: hashOf(backup.old, backup.new) };
  const fd = fs.openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    for (const part of [Buffer.from(`${JSON.stringify(header)}\n`, "utf8"), backup.old, backup.new]) await promisify(fs.appendFile)(fd, part);
    await sync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** No backup of ours is larger. */
const MAX_BACKUP_BYTES = 256 * 1024 * 1024;

/** The backup in a file; undefined if it was not finished, for then the file beside it was not touched yet, or is none of ours. */
export function readBackup(path: string | Buffer): Backup | undefined {
  const bytes = readOwn(path);
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(0x0a);
  try {
    const { name, oldBytes, sha256 } = JSON.parse(bytes.toString("utf8", 0, Math.max(0, end))) as Header;
    const old = bytes.subarray(end + 1, end + 1 + oldBytes);
    const made = bytes.subarray(end + 1 + oldBytes);
    return hashOf(old, made) === sha256 && !name.includes("/") ? { name, old, new: made } : undefined;
  } catch {
    return undefined; // cut off in the header
  }
}

/** A regular file that belongs to us: a repository may bring files of any kind and name. */
function readOwn(path: string | Buffer): Buffer | undefined {
  const fd = fs.openSync(path, fs.constants.O_RDONLY | O_NOFOLLOW | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const stats = fs.fstatSync(fd);
    const isOurs = stats.isFile() && stats.size <= MAX_BACKUP_BYTES && (process.getuid === undefined || stats.uid === process.getuid());
    return isOurs ? fs.readFileSync(fd) : undefined;
  } finally {
    fs.closeSync(fd);
  }
}

/** Puts the old content back if the file is torn. */
export function restoreTorn(directory: Held, { name, old, new: made }: Backup): void {
  const fd = fs.openSync(fsPath(joined(directory.at, name)), O_RDWR | O_NOFOLLOW | (fs.constants.O_NONBLOCK ?? 0));
  try {
    if (!fs.fstatSync(fd).isFile()) return;
    const now = fs.readFileSync(fd);
    if (now.equals(made) || now.equals(old) || !isMixture(now, old, made)) return;
    for (let at = 0; at < old.length; ) at += fs.writeSync(fd, old, at, old.length - at, at);
    fs.ftruncateSync(fd, old.length);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Every byte is from the one or the other, and it is as long as a torn file can be: nobody else has written since. */
function isMixture(now: Buffer, old: Buffer, made: Buffer): boolean {
  return now.length >= Math.min(old.length, made.length) && now.every((byte, index) => byte === old[index] || byte === made[index]);
}

function hashOf(...parts: readonly Buffer[]): string {
  const hash = crypto.createHash("sha256");
  for (const part of parts) hash.update(part).update(String(part.length));
  return hash.digest("hex");
}
