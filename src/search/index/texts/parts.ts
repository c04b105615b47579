// Parts of a file: which of its pieces may match, where they are, and the texts they hold.
import { isUtf8 } from "node:buffer";
import type { Segment } from "../segments/segment.ts";
import type { Range } from "./read-text.ts";

export interface Part extends Range {
  readonly linesBefore: number;
}

/** A text, or whole lines of one. */
export interface Text {
  readonly bytes: Buffer;
  readonly start: number;
  readonly linesBefore: number;
}

/** Pieces of a segment, from one place in a list to another. */
export interface Pieces {
  readonly pieces: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** What stands between two pieces is sooner read with them than left out. */
const MAX_GAP = 8_192;

/** Where pieces of a file are, those that are near each other together; undefined if that is all of it. */
export function partsOf({ startOf, linesBefore, ownerOf }: Segment<unknown>, size: number, { pieces, from, to }: Pieces): readonly Part[] | undefined {
  const first = pieces[from] as number;
  if (startOf[first] === 0 && ownerOf[first + 1] !== ownerOf[first]) return undefined; // as of most files
  const parts: { start: number; end: number; linesBefore: number }[] = [];
  for (let at = from; at < to; at++) {
    const piece = pieces[at] as number;
    const end = ownerOf[piece + 1] === ownerOf[piece] ? (startOf[piece + 1] as number) : size;
    const last = parts.at(-1);
    if (last !== undefined && (startOf[piece] as number) - last.end <= MAX_GAP) last.end = end;
    else parts.push({ start: startOf[piece] as number, end, linesBefore: linesBefore[piece] as number });
  }
  return parts.length === 1 && parts[0]?.start === 0 && parts[0].end === size ? undefined : parts;
}

/** The texts of parts; of all of it, if there are none. */
export function textsOf(bytes: Buffer, parts: readonly Part[] | undefined): readonly Text[] {
  if (parts === undefined) return [wholeText(bytes)];
  return parts.map(({ start, end, linesBefore }) => ({ bytes: bytes.subarray(start, end), start, linesBefore }));
}

/** The texts of parts that were read one by one. */
export function textsRead(bytes: readonly Buffer[], parts: readonly Part[] | undefined): readonly Text[] {
  return bytes.map((each, index) => (parts === undefined ? wholeText(each) : { ...(parts[index] as Part), bytes: each }));
}

/** All of a file. ripgrep takes the mark of UTF-8 away, too. */
function wholeText(bytes: Buffer): Text {
  return { bytes: hasMark(bytes) ? bytes.subarray(MARK.length) : bytes, start: 0, linesBefore: 0 };
}

const MARK = Buffer.from("\ufeff");

/** UTF-8, without a mark that says so. */
export function isPlainUtf8(bytes: Buffer): boolean {
  return isUtf8(bytes) && !hasMark(bytes);
}

export function hasMark(bytes: Buffer): boolean {
  return bytes[0] === MARK[0] && bytes[1] === MARK[1] && bytes[2] === MARK[2];
}
