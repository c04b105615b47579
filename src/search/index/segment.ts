// A segment: for each trigram the pieces of text that have it, in order, as differences of one or more bytes. Written once, then only read.
import { TRIGRAMS, withPartners } from "./grams.ts";
import type { Scanner } from "./wasm/scanner.ts";

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
  /** In memory, or, once they have been stored, where they are. */
  lists: Lists;
}

export interface Lists {
  readonly byteLength: number;
  /** The bytes from `start` to `end`; good until the next call. */
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
/** Trigrams that a segment may have in all its pieces together; putting them in order holds the event loop. */
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
  readonly #owners: T[] = [];
  #pairs = new Uint32Array(65_536);
  #pairCount = 0;
  readonly #pieceEnds: number[] = [];
  readonly #pieceOwners: number[] = [];
  readonly #pieceStarts: number[] = [];
  readonly #pieceLines: number[] = [];

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  get isFull(): boolean {
    return this.#pairCount >= MAX_PAIRS;
  }

  get isEmpty(): boolean {
    return this.#owners.length === 0;
  }

  add(owner: T, { bytes, pieceBytes, hasPartners }: TextToAdd): void {
    const index = this.#owners.push(owner) - 1;
    let lines = 0;
    for (let start = 0; start < bytes.length; ) {
      const end = endOfPiece(bytes, start, pieceBytes);
      const piece = bytes.subarray(start, end);
      const grams = this.#scanner.grams(hasPartners ? withPartners(piece) : piece);
      this.#makeRoom(grams.length);
      this.#pairs.set(grams, this.#pairCount);
      this.#pairCount += grams.length;
      this.#pieceEnds.push(this.#pairCount);
      this.#pieceOwners.push(index);
      this.#pieceStarts.push(start);
      this.#pieceLines.push(lines);
      if (end < bytes.length) lines += this.#scanner.lines(piece);
      start = end;
    }
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
    return { owners: this.#owners, ownerOf, startOf, linesBefore, grams, ...encoded(grams, bounds, pieces) };
  }

  #makeRoom(more: number): void {
    if (this.#pairCount + more <= this.#pairs.length) return;
    const larger = new Uint32Array(Math.max(this.#pairs.length * 4, this.#pairCount + more));
    larger.set(this.#pairs.subarray(0, this.#pairCount));
    this.#pairs = larger;
  }
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

function encoded(grams: Uint32Array, bounds: Uint32Array, pieces: Uint16Array | Uint32Array): Pick<Segment<unknown>, "starts" | "lists"> {
  const starts = new Uint32Array(grams.length + 1);
  const bytes = new Uint8Array(pieces.length * 4);
  let at = 0;
  for (let index = 0; index < grams.length; index++) {
    starts[index] = at;
    const gram = grams[index] as number;
    let last = -1;
    for (let i = bounds[gram] as number, end = bounds[gram + 1] as number; i < end; i++) {
      const piece = pieces[i] as number;
      let rest = piece - last - 1;
      last = piece;
      for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
      bytes[at++] = rest;
    }
  }
  starts[grams.length] = at;
  return { starts, lists: new ListsInMemory(bytes.slice(0, at)) };
}

/** Bytes that a segment takes, in memory or elsewhere. */
export function sizeOf({ ownerOf, grams, starts, lists }: Segment<unknown>): number {
  return 3 * ownerOf.byteLength + grams.byteLength + starts.byteLength + lists.byteLength;
}

/** Where a trigram's list is; undefined if no piece has it. */
export function listOf({ grams, starts }: Segment<unknown>, gram: number): { readonly start: number; readonly end: number } | undefined {
  let low = 0;
  for (let high = grams.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((grams[middle] as number) < gram) low = middle + 1;
    else high = middle;
  }
  return grams[low] === gram ? { start: starts[low] as number, end: starts[low + 1] as number } : undefined;
}

let scratch = new Uint32Array(65_536);

/** The pieces of a list, in order; good until the next call. */
export function piecesOf({ lists }: Segment<unknown>, { start, end }: { readonly start: number; readonly end: number }): Uint32Array {
  const bytes = lists.read(start, end);
  if (scratch.length < end - start) scratch = new Uint32Array(2 * (end - start));
  const pieces = scratch;
  let count = 0;
  let last = -1;
  for (let at = 0; at < bytes.length; ) {
    let rest = 0;
    let shift = 0;
    let byte = bytes[at++] as number;
    for (; byte > 127; byte = bytes[at++] as number) {
      rest |= (byte & 127) << shift;
      shift += 7;
    }
    last += (rest | (byte << shift)) + 1;
    pieces[count++] = last;
  }
  return pieces.subarray(0, count);
}
