// A segment: for each trigram the pieces of text that have it, in order; and for each piece marks of the fours that it has. Written once, then only read.
import type { Scanner } from "../wasm/scanner.ts";
import { markBytesFor } from "./fours.ts";
import { TRIGRAMS, withPartners } from "./grams.ts";
import { encoded, type List, listIn } from "./piece-lists.ts";

export interface Segment<T> {
  /** What was added, in order. */
  readonly owners: readonly T[];
  /** For each piece, which owner it is of, where it begins there, and how many lines stand before it. */
  readonly ownerOf: Uint32Array;
  readonly startOf: Uint32Array;
  readonly linesBefore: Uint32Array;
  /** The trigrams that occur, in order, and where the pieces of each begin in `lists`. */
  readonly grams: Uint32Array;
  readonly starts: Uint32Array;
  /** Where the marks of each piece begin in `lists`, and where the last one's end. */
  readonly marks: Uint32Array;
  /** In memory, or, once they have been stored, where they are. */
  lists: Lists;
}

export interface Lists {
  readonly byteLength: number;
  /** The bytes from `start` to `end`; they stay what they are. */
  read(start: number, end: number): Uint8Array;
}

class ListsInMemory implements Lists {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  read(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }
}

/** Pieces end at a line's end, after about this much: a file of megabytes would have nearly every trigram. */
export const PIECE_BYTES = 16_384;
/** Where looking into a piece means reading it from the disk, smaller ones are worth the longer lists. */
export const UNKEPT_PIECE_BYTES = 8_192;
/** Trigrams that a segment may have in all its pieces together, if nobody says otherwise. */
const MAX_PAIRS = 3_000_000;

export interface TextToAdd {
  readonly bytes: Buffer;
  /** How large its pieces are, about. */
  readonly pieceBytes: number;
  /** There are letters in it that are others without case. It must not be where the scanner's input is. */
  readonly hasPartners: boolean;
}

export class SegmentWriter<T> {
  readonly #scanner: Scanner;
  readonly #maxPairs: number;
  readonly #owners: T[] = [];
  #pairs = new Uint32Array(65_536);
  #pairCount = 0;
  #marks = new Uint8Array(65_536);
  readonly #markEnds: number[] = [0];
  readonly #pieceEnds: number[] = [];
  readonly #pieceOwners: number[] = [];
  readonly #pieceStarts: number[] = [];
  readonly #pieceLines: number[] = [];

  /** `maxPairs`: to put them in order holds the event loop. */
  constructor(scanner: Scanner, maxPairs = MAX_PAIRS) {
    this.#scanner = scanner;
    this.#maxPairs = maxPairs;
  }

  get isFull(): boolean {
    return this.#pairCount >= this.#maxPairs;
  }

  get isEmpty(): boolean {
    return this.#owners.length === 0;
  }

  /** The text belongs to somebody else from now on. */
  give(index: number, owner: T): void {
    this.#owners[index] = owner;
  }

  /** Tells which of the owners it is. */
  add(owner: T, { bytes, pieceBytes, hasPartners }: TextToAdd): number {
    const index = this.#owners.push(owner) - 1;
    let lines = 0;
    for (let start = 0; start < bytes.length; ) {
      const end = endOfPiece(bytes, start, pieceBytes);
      const piece = bytes.subarray(start, end);
      this.#addGrams(hasPartners ? withPartners(piece) : piece);
      this.#pieceOwners.push(index);
      this.#pieceStarts.push(start);
      this.#pieceLines.push(lines);
      if (end < bytes.length) lines += this.#scanner.lines(piece);
      start = end;
    }
    return index;
  }

  #addGrams(text: Buffer): void {
    const grams = this.#scanner.grams(text);
    this.#pairs = withRoom(this.#pairs, this.#pairCount, grams.length);
    this.#pairs.set(grams, this.#pairCount);
    this.#pairCount += grams.length;
    this.#pieceEnds.push(this.#pairCount);
    const markBytes = markBytesFor(grams.length);
    const at = this.#markEnds.at(-1) as number;
    this.#marks = withRoom(this.#marks, at, markBytes);
    this.#marks.set(this.#scanner.fours(text, markBytes), at);
    this.#markEnds.push(at + markBytes);
  }

  /** A counting sort by trigram; pieces stay in order. */
  finish(): Segment<T> {
    const pairs = this.#pairs.subarray(0, this.#pairCount);
    const bounds = new Uint32Array(TRIGRAMS + 1);
    for (let i = 0; i < pairs.length; i++) (bounds[(pairs[i] as number) + 1] as number)++;
    const grams = presentIn(bounds);
    for (let gram = 0; gram < TRIGRAMS; gram++) (bounds[gram + 1] as number) += bounds[gram] as number;
    // Half the memory is noticeably faster to fill in this order.
    const pieces = this.#pieceEnds.length <= 65_536 ? new Uint16Array(pairs.length) : new Uint32Array(pairs.length);
    const next = bounds.slice();
    for (let piece = 0, i = 0; piece < this.#pieceEnds.length; piece++) {
      for (const end = this.#pieceEnds[piece] as number; i < end; i++) pieces[(next[pairs[i] as number] as number)++] = piece;
    }
    const [ownerOf, startOf, linesBefore] = [this.#pieceOwners, this.#pieceStarts, this.#pieceLines].map((numbers) => Uint32Array.from(numbers)) as Triple;
    const { starts, bytes } = encoded(grams, bounds, pieces, ownerOf.length);
    const marks = Uint32Array.from(this.#markEnds, (end) => bytes.length + end);
    const lists = new ListsInMemory(Buffer.concat([bytes, this.#marks.subarray(0, this.#markEnds.at(-1))]));
    return { owners: this.#owners, ownerOf, startOf, linesBefore, grams, starts, marks, lists };
  }
}

/** The same array, or a larger one with the same beginning. */
function withRoom<T extends Uint8Array | Uint32Array>(array: T, used: number, more: number): T {
  if (used + more <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 4, used + more));
  larger.set(array.subarray(0, used));
  return larger;
}

type Triple = [Uint32Array, Uint32Array, Uint32Array];

/** A line is never cut, however long: what matches on it must be in one piece. */
function endOfPiece(bytes: Uint8Array, start: number, pieceBytes: number): number {
  if (bytes.length - start <= pieceBytes) return bytes.length;
  const lineEnd = bytes.indexOf(0x0a, start + pieceBytes - 1);
  return lineEnd === -1 ? bytes.length : lineEnd + 1;
}

function presentIn(counts: Uint32Array): Uint32Array {
  const present = new Uint32Array(TRIGRAMS);
  let count = 0;
  for (let gram = 0; gram < TRIGRAMS; gram++) if ((counts[gram + 1] as number) > 0) present[count++] = gram;
  return present.slice(0, count);
}

/** Bytes that a segment takes, in memory or elsewhere. */
export function sizeOf({ ownerOf, grams, starts, marks, lists }: Segment<unknown>): number {
  return 3 * ownerOf.byteLength + grams.byteLength + starts.byteLength + marks.byteLength + lists.byteLength;
}

/** The marks of a piece. */
export function marksOf({ marks, lists }: Segment<unknown>, piece: number): Uint8Array {
  return lists.read(marks[piece] as number, marks[piece + 1] as number);
}

/** A trigram's list; undefined if no piece has it. */
export function listOf(segment: Segment<unknown>, gram: number): List | undefined {
  const { grams, starts, ownerOf, lists } = segment;
  const groups = groupsOf(segment);
  let low = groups[gram >>> GROUP_BITS] as number;
  for (let high = groups[(gram >>> GROUP_BITS) + 1] as number; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((grams[middle] as number) < gram) low = middle + 1;
    else high = middle;
  }
  if (grams[low] !== gram) return undefined;
  return listIn(lists.read(starts[low] as number, starts[low + 1] as number), ownerOf.length);
}

/** Trigrams that begin with the same two classes stand together: where those of each such group begin. */
function groupsOf(segment: Segment<unknown>): Uint32Array {
  const made = groups.get(segment);
  if (made !== undefined) return made;
  const starts = new Uint32Array((TRIGRAMS >>> GROUP_BITS) + 1);
  for (const gram of segment.grams) (starts[(gram >>> GROUP_BITS) + 1] as number)++;
  for (let group = 1; group < starts.length; group++) (starts[group] as number) += starts[group - 1] as number;
  groups.set(segment, starts);
  return starts;
}

const GROUP_BITS = 6;
const groups = new WeakMap<Segment<unknown>, Uint32Array>();
