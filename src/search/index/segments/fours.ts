// Four bytes in a row, as they are, case and all: they tell texts apart that have the same trigrams. What a piece of text has of them is
// marked in a few bits, one for each, which others may share.
import { TRIGRAMS } from "./grams.ts";

/** As scan.wat has it. */
const FACTOR = 0x9e3779b1;
/** Bits for each trigram: there are about half as many fours again, and then every third bit is one by chance. */
const BITS_PER_TRIGRAM = 3;

/** How many bytes of marks a piece has. */
export function markBytesFor(trigrams: number): number {
  return Math.ceil((trigrams * BITS_PER_TRIGRAM) / 8);
}

/** Fours are numbers above those of trigrams. */
export function foursOf(bytes: readonly number[]): readonly number[] {
  const fours: number[] = [];
  const buffer = Buffer.from(bytes);
  for (let i = 0; i + 3 < bytes.length; i++) fours.push(TRIGRAMS + buffer.readUInt32LE(i));
  return fours;
}

export function isFour(wanted: number): boolean {
  return wanted >= TRIGRAMS;
}

/** Says, of all marks of a piece, which is that of a four. */
export function hashOf(four: number): number {
  return (Math.imul(four - TRIGRAMS, FACTOR) >>> 0) / 2 ** 32;
}

/** Whether a piece with these marks may have all fours. */
export function mayHave(marks: Uint8Array, hashes: readonly number[]): boolean {
  const bits = marks.length * 8;
  for (let at = 0; at < hashes.length; at++) {
    const bit = Math.floor((hashes[at] as number) * bits);
    if (((marks[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
