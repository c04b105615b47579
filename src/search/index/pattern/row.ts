// Patterns that are one character after the other, each of some set: `inte\\w+` is five of them, as far as a line is concerned. Where such a row is
// in a text, its bytes tell: no expression has to run.
import { ASCII, type CharSet, codesOf, isWithin } from "./char-set.ts";
import type { Shape } from "./shape.ts";

/** A row of sets, as scan.wat looks for it. */
export interface Row {
  readonly length: number;
  /** For each byte, a bit for each set that it is in. */
  readonly sets: Uint32Array;
  /** For each byte, how many places on the next match may end if one does not end with it. */
  readonly shifts: Uint8Array;
  /** Sets that are one byte, or one letter in either case. */
  readonly letters: readonly Letter[];
}

/** A byte that stands at some place of a row; a letter, in lower case, if its case does not count. */
export interface Letter {
  readonly place: number;
  readonly byte: number;
  readonly isEitherCase: boolean;
}

/** A bit for each. */
const MAX_LENGTH = 32;

/** Undefined if a shape is something else. */
export function rowOfSets(shape: Shape): Row | undefined {
  const sets = setsOf(shape);
  return sets && rowOf(sets.map(codesOf));
}

/** A row that stands in the bytes of any text wherever such a shape, of lines of any text, may match. */
export function widestRowOfSets(shape: Shape): Row | undefined {
  const sets = setsOf(shape);
  return sets && widestRowOf(sets);
}

/** The same of sets. What is beyond ASCII has several bytes, so it may be in the first set and in the last one alone: there, one of its bytes stands beside the others. */
export function widestRowOf(sets: readonly CharSet[]): Row | undefined {
  const isNarrow = sets.slice(1, -1).every((set) => isWithin(set, ASCII));
  return isNarrow ? rowOf(sets.map((set) => (isWithin(set, ASCII) ? codesOf(set) : [...codesOf(set), ...BEYOND_ASCII]))) : undefined;
}

const BEYOND_ASCII = Array.from({ length: 128 }, (_, index) => 128 + index);

/** Of bytes. */
function rowOf(sets: readonly (readonly number[])[]): Row | undefined {
  if (sets.length === 0 || sets.length > MAX_LENGTH) return undefined;
  const row: Row = { length: sets.length, sets: new Uint32Array(256), shifts: new Uint8Array(256).fill(sets.length), letters: lettersOf(sets) };
  for (const [place, codes] of sets.entries()) {
    for (const code of codes) {
      (row.sets[code] as number) |= 1 << place;
      if (place < sets.length - 1) row.shifts[code] = sets.length - 1 - place;
    }
  }
  return row;
}

function lettersOf(sets: readonly (readonly number[])[]): readonly Letter[] {
  return sets.flatMap<Letter>(([byte = 0, other, ...more], place) => {
    if (other === undefined) return [{ place, byte, isEitherCase: false }];
    const isEitherCase = more.length === 0 && other - byte === LETTER_CASE && byte >= 0x41 && byte <= 0x5a;
    return isEitherCase ? [{ place, byte: other, isEitherCase }] : [];
  });
}

/** Letters differ by this in upper and lower case. */
const LETTER_CASE = 32;

function setsOf(shape: Shape): readonly CharSet[] | undefined {
  switch (shape.kind) {
    case "set":
      return [shape.set];
    case "row":
      return joined(shape.parts.map(setsOf));
    case "repeat":
      return shape.min === shape.max && shape.min <= MAX_LENGTH ? joined(Array.from({ length: shape.min }, () => setsOf(shape.of))) : undefined;
    default:
      return undefined;
  }
}

function joined(parts: readonly (readonly CharSet[] | undefined)[]): readonly CharSet[] | undefined {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}
