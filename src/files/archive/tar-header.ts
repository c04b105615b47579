// The 512 bytes before each member of a tar archive, and the records that extend them (pax, GNU).
import type { RawPath } from "../../workspace/raw-path.ts";
import { Damaged } from "./member.ts";

export const BLOCK_BYTES = 512;

export interface TarHeader {
  readonly name: RawPath;
  /** Bytes that follow, padding not counted. */
  readonly size: number;
  /** One character: what the member is. */
  readonly type: string;
  /** More blocks of a GNU sparse file's map follow. */
  readonly isExtended: boolean;
}

/** Reads a header; undefined for the zeros that end an archive. */
export function readHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  if (!isSumRight(block)) throw new Damaged("a header has a wrong checksum");
  const type = block[156] === 0 ? "0" : String.fromCharCode(block[156] as number);
  // Only POSIX (not GNU, whose magic ends with a space) has the front of a long name at 345.
  const prefix = block.toString("latin1", 257, 263) === "ustar\0" ? textAt(block, 345, 155) : "";
  const name = textAt(block, 0, 100);
  return { name: prefix === "" ? name : `${prefix}/${name}`, size: sizeIn(block), type, isExtended: type === "S" && block[482] === 1 };
}

/** The sum of all bytes, its own eight counted as spaces. Some old programs added them up as signed numbers. */
function isSumRight(block: Buffer): boolean {
  let [unsigned, signed] = [0, 0];
  for (let at = 0; at < BLOCK_BYTES; at++) {
    const byte = at >= 148 && at < 156 ? 32 : (block[at] as number);
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  const told = octal(textAt(block, 148, 8));
  return told === unsigned || told === signed;
}

/** Octal digits or, with the highest bit set, a binary number. */
function sizeIn(block: Buffer): number {
  const size = ((block[124] as number) & 0x80) === 0 ? octal(textAt(block, 124, 12)) : binary(block.subarray(124, 136));
  if (size === undefined) throw new Damaged("a header has no valid size");
  return size;
}

function octal(text: string): number | undefined {
  const digits = text.trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(`0${digits}`, 8) : undefined;
}

function binary(bytes: Buffer): number | undefined {
  const value = bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, (bytes[0] as number) & 0x7f);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Up to the first NUL. */
function textAt(block: Buffer, start: number, length: number): string {
  return untilNul(block.toString("latin1", start, start + length));
}

/** A long name, as GNU stores it. */
export function untilNul(text: string): string {
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}

/** Records `length key=value newline`. */
export function readPax(text: string): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(" ", at);
    const digits = space === -1 ? "" : text.slice(at, space);
    const end = at + Number(digits);
    const equals = text.indexOf("=", space);
    if (!/^\d{1,9}$/.test(digits) || end > text.length || equals === -1 || equals >= end) throw new Damaged("an extended header cannot be read");
    records.set(text.slice(space + 1, equals), text.slice(equals + 1, end - 1));
    at = end;
  }
  return records;
}
