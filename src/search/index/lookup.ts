// Which pieces of a segment have all that is wanted. Never fewer than there are; sometimes more.

import { isFour, mayHave } from "./fours.ts";
import type { Pieces } from "./parts.ts";
import { countIn, hasPiece, listOf, marksOf, piecesOf, type Segment } from "./segment.ts";
import type { Wanted } from "./wanted.ts";

/** The rarest of what must all be there decide nearly always; the others would cost more than they save. */
const MAX_JOINED = 12;
/** To read so much of a list takes about as long as to look at one piece of text. */
const BYTES_PER_FOUND = 2_000;

/** What may match: owners, in order, and which of their pieces; without pieces, any of it. */
export interface Holders {
  /** Indexes into the segment's owners. */
  readonly owners: Uint32Array;
  readonly pieces?: Uint32Array;
  /** For each owner, where its pieces begin; and where the last one's end. */
  readonly starts?: Uint32Array;
}

/** Owners that have what is wanted. Where matches span lines, an owner's pieces count together. */
export function holdersOf(segment: Segment<unknown>, wanted: Wanted, span: "piece" | "owner"): Holders {
  const found = find(segment, wanted, span);
  if (found === "all") return everyOwner(segment);
  return span === "owner" ? { owners: found } : byOwner(segment, found);
}

export function everyOwner({ owners }: Segment<unknown>): Holders {
  const all = new Uint32Array(owners.length);
  for (let index = 0; index < all.length; index++) all[index] = index;
  return { owners: all };
}

/** The pieces of a holder, in order; undefined = any. */
export function piecesAt({ pieces, starts }: Holders, index: number): Pieces | undefined {
  return pieces === undefined || starts === undefined ? undefined : { pieces, from: starts[index] as number, to: starts[index + 1] as number };
}

/** Pieces of one owner follow each other. */
function byOwner({ ownerOf }: Segment<unknown>, pieces: Uint32Array): Holders {
  const owners = new Uint32Array(pieces.length);
  const starts = new Uint32Array(pieces.length + 1);
  let count = 0;
  for (let at = 0; at < pieces.length; at++) {
    const owner = ownerOf[pieces[at] as number] as number;
    if (count > 0 && owners[count - 1] === owner) continue;
    starts[count] = at;
    owners[count++] = owner;
  }
  starts[count] = pieces.length;
  return { owners: owners.subarray(0, count), pieces, starts: starts.subarray(0, count + 1) };
}

/** Sorted and without repeats: pieces, or owners. */
type Found = Uint32Array | "all";
const NONE = new Uint32Array(0);

function find(segment: Segment<unknown>, wanted: Wanted, span: "piece" | "owner"): Found {
  if (wanted === "anything") return "all";
  if (typeof wanted === "number") return isFour(wanted) ? "all" : withGram(segment, wanted, span);
  if ("any" in wanted) return wanted.any.map((each) => find(segment, each, span)).reduce(united, NONE);
  const fours = wanted.all.filter((each) => typeof each === "number" && isFour(each)) as readonly number[];
  const others = wanted.all.filter((each) => typeof each !== "number" || !isFour(each));
  const costs = others.map((each) => ({ each, cost: costOf(segment, each) })).sort((a, b) => a.cost - b.cost);
  if (costs[0]?.cost === 0) return NONE;
  let found: Found = "all";
  for (const { each, cost } of costs.slice(0, MAX_JOINED)) {
    if (found !== "all" && cost > BYTES_PER_FOUND * found.length) break;
    const isFirst = found === "all";
    found = found === "all" || typeof each !== "number" ? common(found, find(segment, each, span)) : withGramToo(segment, found, each, span);
    if (isFirst && found !== "all" && span === "piece") found = withFours(segment, found, fours);
  }
  return found;
}

/** Those of some pieces that may have all fours. */
function withFours(segment: Segment<unknown>, pieces: Uint32Array, fours: readonly number[]): Uint32Array {
  if (fours.length === 0) return pieces;
  const kept = new Uint32Array(pieces.length);
  let count = 0;
  for (const piece of pieces) {
    const marks = marksOf(segment, piece);
    if (fours.every((four) => mayHave(marks, four))) kept[count++] = piece;
  }
  return kept.subarray(0, count);
}

/** About how many pieces have what is wanted; never fewer than there are. */
export function costOf(segment: Segment<unknown>, wanted: Wanted): number {
  if (wanted === "anything" || (typeof wanted === "number" && isFour(wanted))) return segment.ownerOf.length;
  if (typeof wanted === "number") {
    const list = listOf(segment, wanted);
    return list === undefined ? 0 : countIn(list);
  }
  if ("any" in wanted) return wanted.any.reduce<number>((sum, each) => sum + costOf(segment, each), 0);
  return wanted.all.reduce<number>((least, each) => Math.min(least, costOf(segment, each)), Number.POSITIVE_INFINITY);
}

function withGram(segment: Segment<unknown>, gram: number, span: "piece" | "owner"): Uint32Array {
  const list = listOf(segment, gram);
  if (list === undefined) return NONE;
  const pieces = piecesOf(list);
  return span === "piece" ? pieces.slice() : ownersOf(segment, pieces);
}

/** Those of `found` that have a trigram. */
function withGramToo(segment: Segment<unknown>, found: Uint32Array, gram: number, span: "piece" | "owner"): Uint32Array {
  const list = listOf(segment, gram);
  if (list === undefined) return NONE;
  if (list.areBits && span === "piece") return found.filter((piece) => hasPiece(list.bytes, piece));
  const kept = new Uint32Array(found.length);
  let count = 0;
  let at = 0;
  for (const piece of piecesOf(list)) {
    const place = span === "piece" ? piece : (segment.ownerOf[piece] as number);
    while (at < found.length && (found[at] as number) < place) at++;
    if (at === found.length) break;
    if (found[at] === place) kept[count++] = found[at++] as number;
  }
  return kept.subarray(0, count);
}

function ownersOf({ ownerOf }: Segment<unknown>, pieces: Uint32Array): Uint32Array {
  const owners = new Uint32Array(pieces.length);
  let count = 0;
  for (const piece of pieces) {
    const owner = ownerOf[piece] as number;
    if (count === 0 || owners[count - 1] !== owner) owners[count++] = owner;
  }
  return owners.subarray(0, count);
}

function common(a: Found, b: Found): Found {
  if (a === "all") return b;
  if (b === "all") return a;
  const found = new Uint32Array(Math.min(a.length, b.length));
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = a[i] as number;
    const y = b[j] as number;
    if (x === y) found[count++] = x;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return found.subarray(0, count);
}

function united(a: Found, b: Found): Found {
  if (a === "all" || b === "all") return "all";
  const found = new Uint32Array(a.length + b.length);
  let count = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const x = a[i] ?? Number.POSITIVE_INFINITY;
    const y = b[j] ?? Number.POSITIVE_INFINITY;
    found[count++] = Math.min(x, y);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return found.subarray(0, count);
}
