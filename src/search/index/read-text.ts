// Reads a file for the index, and says what ripgrep's walk makes of it.
import fs from "node:fs";
import { fsPath, type RawPath } from "../../workspace/raw-path.ts";
import { NO_STAMP, type Stamp, stampOf } from "./store/stamp.ts";

/** Text without any NUL, or text of which trigrams do not tell all; a file that a walk takes for binary and leaves alone; or one that only ripgrep can judge. */
export type ReadText = Judged & {
  readonly inode: number;
  /** It has several names. */
  readonly isShared: boolean;
  /** Taken before it was read. */
  readonly stamp: Stamp;
};

type Judged = { readonly kind: "text" | "partners"; readonly bytes: Uint8Array } | { readonly kind: "binary" } | { readonly kind: "odd" };

const ODD: Judged = { kind: "odd" };
/** Larger files are searched each time: reading them would hold the event loop too long. */
const MAX_BYTES = 8 * 1024 * 1024;
/** ripgrep's walk takes a file for binary if there is a NUL in its first buffer of 65,536 bytes; a mark of the encoding moves that a little. */
const SURELY_FIRST_BUFFER = 65_000;
const READ_FLAGS = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW | fs.constants.O_NOCTTY;

let shared = Buffer.allocUnsafeSlow(256 * 1024);

/** The bytes are good until the next call. */
export function readText(file: RawPath): ReadText {
  let fd: number;
  try {
    fd = fs.openSync(fsPath(file), READ_FLAGS);
  } catch {
    return { ...ODD, inode: 0, isShared: false, stamp: NO_STAMP }; // gone, or not ours to read: ripgrep will say so
  }
  try {
    const nowMs = Date.now();
    const stats = fs.fstatSync(fd, { bigint: true });
    const isShared = stats.nlink !== 1n; // through another name it changes unseen
    const isFit = stats.isFile() && !isShared && stats.size <= MAX_BYTES;
    return { ...(isFit ? readOpen(fd, Number(stats.size)) : ODD), inode: Number(stats.ino), isShared, stamp: stampOf(stats, nowMs) };
  } finally {
    fs.closeSync(fd);
  }
}

function readOpen(fd: number, size: number): Judged {
  if (shared.length <= size) shared = Buffer.allocUnsafeSlow(Math.min(2 * size, MAX_BYTES) + 1);
  try {
    const length = readAll(fd, shared);
    return length === shared.length ? ODD : judged(shared.subarray(0, length)); // it grows while it is read
  } catch {
    return ODD; // a fault of the disk
  }
}

function readAll(fd: number, into: Buffer): number {
  let length = 0;
  for (;;) {
    const wanted = into.length - length;
    const count = fs.readSync(fd, into, length, wanted, length);
    length += count;
    if (count < wanted || wanted === 0) return length; // of a plain file as much is read as there is
  }
}

function judged(bytes: Buffer): Judged {
  if (isUtf16(bytes)) return ODD;
  const nul = bytes.indexOf(0);
  if (nul !== -1) return nul < SURELY_FIRST_BUFFER ? { kind: "binary" } : ODD;
  return { kind: hasLongPartners(bytes) ? "partners" : "text", bytes };
}

function isUtf16(bytes: Buffer): boolean {
  return bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
}

const LONG_S = Buffer.from("\u017f");
const KELVIN = Buffer.from("\u212a");

/** The two letters that are s and k to a search without case, and are not written with those bytes. */
function hasLongPartners(bytes: Buffer): boolean {
  return bytes.includes(LONG_S) || bytes.includes(KELVIN);
}
