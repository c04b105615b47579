// Reads a file for the index, and says what ripgrep's walk makes of it.
import fs from "node:fs";
import { fsPath, type RawPath } from "../../../workspace/raw-path.ts";
import { hasPartners } from "../segments/grams.ts";
import { NO_STAMP, type Stamp, stampOf } from "../store/stamp.ts";

/** Text without any NUL, or such text with letters that are others without case; a file that a walk takes for binary and leaves alone; or one that only ripgrep can judge. */
export type ReadText = Judged & Taken;

/** What was seen of a file before it was read. */
export interface Taken {
  readonly state: State;
  /** It has several names; through another one it changes unseen. */
  readonly isShared: boolean;
  /** To be kept for the next run. */
  readonly stamp: Stamp;
}

/** What tells one state of a file from another, as long as it is under watch. */
export interface State {
  readonly inode: number;
  readonly size: number;
  readonly modifiedMs: number;
  readonly modifiedNs: bigint;
  readonly changedMs: number;
}

/** Of a file that was not read. */
export const NO_STATE: State = { inode: 0, size: 0, modifiedMs: 0, modifiedNs: 0n, changedMs: 0 };

type Judged =
  | { readonly kind: "text" | "partners"; readonly bytes: Buffer }
  /** What is in it, if it was read to its end. */
  | { readonly kind: "binary"; readonly content?: Buffer }
  | { readonly kind: "odd" };

const ODD: Judged = { kind: "odd" };
/** Larger files are searched each time: reading them would hold the event loop too long. */
export const MAX_BYTES = 32 * 1024 * 1024;
/** Their trigrams are those of two texts, which have to fit into one room. */
export const MAX_WITH_PARTNERS = 8 * 1024 * 1024;
/** ripgrep's walk takes a file for binary if there is a NUL in its first buffer of 65,536 bytes; a mark of the encoding moves that a little. */
const SURELY_FIRST_BUFFER = 65_000;
const READ_FLAGS = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW | fs.constants.O_NOCTTY;

/** Reads a file into `input`, which must have room for more than `maxBytes`, unless it has more. */
export function readText(file: RawPath, input: Buffer, maxBytes: number): ReadText {
  return opened(openInPlace(file), { ...ODD, state: NO_STATE, isShared: false, stamp: NO_STAMP }, (fd) => {
    const nowMs = Date.now();
    const stats = fs.fstatSync(fd, { bigint: true });
    const judged = stats.isFile() ? readOpen(fd, Number(stats.size), input, maxBytes) : ODD;
    return { ...judged, state: stateOf(stats), isShared: stats.nlink !== 1n, stamp: stampOf(stats, nowMs) };
  });
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reads parts of a file into `input`, if it is still in that state; one that is open already, by its descriptor. */
export function readRanges(file: RawPath | number, ranges: readonly Range[], state: Omit<State, "modifiedNs">, input: Buffer): readonly Buffer[] | undefined {
  if (typeof file === "string") return opened(openForReading(file), undefined, (fd) => readRanges(fd, ranges, state, input));
  if (!isInState(fs.fstatSync(file), state)) return undefined;
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (fs.readSync(file, input, at, end - start, start) !== end - start) return undefined;
    parts.push(input.subarray(at, at + end - start));
    at += end - start;
  }
  return parts;
}

/** Undefined if it cannot be opened. What is read of it counts only if it is in a known state: then it is the file that was read in its place before. */
export function openForReading(file: RawPath): number | undefined {
  try {
    return fs.openSync(fsPath(file), READ_FLAGS);
  } catch {
    return undefined;
  }
}

/** Undefined also if something else was opened: a directory may be swapped for a link that leads out, and back again before anybody looks. */
function openInPlace(file: RawPath): number | undefined {
  const fd = openForReading(file);
  if (fd === undefined || isAt(fd, file)) return fd;
  fs.closeSync(fd);
  return undefined;
}

function isAt(fd: number, file: RawPath): boolean {
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`, "latin1") === file;
  } catch {
    return false;
  }
}

/** What goes wrong with the file — it is gone, it is not ours to read, the disk fails — is ripgrep's to say. */
function opened<T>(fd: number | undefined, otherwise: T, use: (fd: number) => T): T {
  try {
    return fd === undefined ? otherwise : use(fd);
  } catch {
    return otherwise;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

export function stateOf({ ino, size, mtimeNs, ctimeNs }: fs.BigIntStats): State {
  return { inode: Number(ino), size: Number(size), modifiedMs: msOf(mtimeNs), modifiedNs: mtimeNs, changedMs: msOf(ctimeNs) };
}

/** As Node makes it of seconds and nanoseconds: so that the same time is the same number. */
function msOf(ns: bigint): number {
  return Number(ns / 1_000_000_000n) * 1_000 + Number(ns % 1_000_000_000n) / 1_000_000;
}

function isInState({ ino, size, mtimeMs, ctimeMs }: fs.Stats, { inode, size: sizeThen, modifiedMs, changedMs }: Omit<State, "modifiedNs">): boolean {
  return ino === inode && size === sizeThen && mtimeMs === modifiedMs && ctimeMs === changedMs;
}

function readOpen(fd: number, size: number, input: Buffer, maxBytes: number): Judged {
  if (size > maxBytes) return isSurelyBinary(fd, input) ? { kind: "binary" } : ODD;
  // One byte more is asked for than there should be: it grows while it is read, or it has come to its end.
  const length = fs.readSync(fd, input, 0, size + 1, 0);
  return length === size ? judged(input.subarray(0, length)) : ODD;
}

/** Its beginning tells. */
function isSurelyBinary(fd: number, input: Buffer): boolean {
  const head = input.subarray(0, fs.readSync(fd, input, 0, SURELY_FIRST_BUFFER, 0));
  return !isUtf16(head) && head.includes(0);
}

function judged(bytes: Buffer): Judged {
  if (isUtf16(bytes)) return ODD;
  const nul = bytes.indexOf(0);
  if (nul !== -1) return nul < SURELY_FIRST_BUFFER ? { kind: "binary", content: bytes } : ODD;
  if (!hasPartners(bytes)) return { kind: "text", bytes };
  return bytes.length <= MAX_WITH_PARTNERS ? { kind: "partners", bytes } : ODD;
}

function isUtf16(bytes: Buffer): boolean {
  return bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
}
