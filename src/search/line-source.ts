// One line of a file, read piece by piece as ripgrep sees it: positions are bytes of the text as UTF-8.
import fs from "node:fs";
import { ok, type Result } from "../failure.ts";
import { openFile } from "../workspace/open-file.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface LineSource {
  /** Up to `length` bytes from a position on, which may lie before the line; the file's end cuts it short. */
  read(position: number, length: number): Buffer;
  /** Bytes of the file's text before the line. */
  readonly offset: number;
  close(): void;
}

const NEWLINE = 10;

/** A line of UTF-16 is kept in memory, as UTF-8, up to this. */
const MAX_UTF16_LINE_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 65_536;

/** Opens the line that begins at an offset, which ripgrep counts in UTF-8 and without a byte order mark. */
export function openLine(file: RawPath, offset: number, workspace: Workspace): Result<LineSource> {
  const open = openFile(file, workspace);
  if (!open.ok) return open;
  const { fd, close } = open.value;
  const mark = readAt(fd, 0, 3);
  const order = mark[0] === 0xff && mark[1] === 0xfe ? "little" : mark[0] === 0xfe && mark[1] === 0xff ? "big" : undefined;
  if (order !== undefined) {
    const line = utf16Line(fd, order, offset);
    return ok({ offset, read: (position, length) => line.subarray(position, position + length), close });
  }
  const start = offset + (mark.equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0);
  return ok({ offset, read: (position, length) => readAt(fd, start + position, length), close });
}

/** The line of a text in memory that begins at an offset. */
export function lineInText(text: Buffer, offset: number): LineSource {
  return { offset, read: (position, length) => text.subarray(offset + position, offset + position + length), close: () => {} };
}

/** The line as UTF-8. The file is decoded from its beginning: nothing else tells where so many bytes of UTF-8 are. */
function utf16Line(fd: number, order: "little" | "big", offset: number): Buffer {
  const parts: Buffer[] = [];
  let [passed, kept] = [0, 0];
  for (let at = 2; kept < MAX_UTF16_LINE_BYTES; ) {
    const units = wholeUnits(readAt(fd, at, CHUNK_BYTES), order);
    if (units.length === 0) break;
    at += units.length;
    const utf8 = Buffer.from(units.toString("utf16le"), "utf8");
    const wanted = utf8.subarray(Math.max(0, offset - passed));
    passed += utf8.length;
    const end = wanted.indexOf(NEWLINE);
    parts.push(end === -1 ? wanted : wanted.subarray(0, end + 1));
    kept += wanted.length;
    if (end !== -1) break;
  }
  return Buffer.concat(parts);
}

/** Little-endian units, without half a surrogate pair at the end. */
function wholeUnits(bytes: Buffer, order: "little" | "big"): Buffer {
  const even = bytes.subarray(0, bytes.length & ~1);
  const units = order === "big" ? even.swap16() : even;
  const last = units.length >= 4 ? units.readUInt16LE(units.length - 2) : 0;
  return last >= 0xd800 && last <= 0xdbff ? units.subarray(0, -2) : units;
}

/** The line in overlapping pieces, each ended by a newline of its own. */
export function* piecesOf(source: LineSource, pieceBytes: number, overlapBytes: number): Generator<Buffer> {
  for (let position = 0; ; position += pieceBytes - overlapBytes) {
    const piece = source.read(position, pieceBytes);
    const end = piece.indexOf(NEWLINE);
    if (piece.length > 0) yield Buffer.concat([end === -1 ? piece : piece.subarray(0, end), Buffer.from("\n")]);
    if (end !== -1 || piece.length < pieceBytes) return;
  }
}

export interface TextAround {
  readonly before: string;
  readonly after: string;
  /** The line goes on beyond what was read. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Text of the line on both sides of a position, enough for a window of so many characters. */
export function textAround(source: LineSource, position: number, characters: number): TextAround {
  const reach = 4 * characters;
  const start = Math.max(0, position - reach);
  const before = source.read(start, position - start);
  const after = source.read(position, reach);
  const end = after.indexOf(NEWLINE);
  const line = end === -1 ? after : after.subarray(0, end);
  return {
    before: before.subarray(start > 0 ? firstWhole(before) : 0).toString("utf8"),
    after: line.toString("utf8").replace(/\r$/, ""),
    isCutBefore: start > 0,
    isCutAfter: end === -1 && after.length === reach,
  };
}

/** Where the first whole character begins: a cut may have left the tail of one. */
function firstWhole(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, fs.readSync(fd, bytes, 0, length, position));
}
