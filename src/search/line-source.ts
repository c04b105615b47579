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

/** Opens the line that begins at an offset. UTF-16 is read as if every character before the line were ASCII: two bytes for one. */
export function openLine(file: RawPath, offset: number, workspace: Workspace): Result<LineSource> {
  const open = openFile(file, workspace);
  if (!open.ok) return open;
  const { fd, close } = open.value;
  const mark = readAt(fd, 0, 2);
  const encoding = mark.equals(Buffer.from([0xff, 0xfe])) ? "little" : mark.equals(Buffer.from([0xfe, 0xff])) ? "big" : undefined;
  const readUtf16 = (position: number, length: number): Buffer => {
    const units = readAt(fd, 2 + 2 * (offset + position), 2 * length);
    const even = units.subarray(0, units.length & ~1);
    return Buffer.from((encoding === "big" ? even.swap16() : even).toString("utf16le"), "utf8");
  };
  const read = (position: number, length: number): Buffer => (encoding === undefined ? readAt(fd, offset + position, length) : readUtf16(position, length));
  return ok({ offset, read, close });
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
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, fs.readSync(fd, bytes, 0, length, position));
}
