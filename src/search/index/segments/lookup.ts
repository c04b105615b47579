// Which pieces of a segment have all that is wanted. Never fewer than there are; sometimes more.
import type { Wanted } from "../pattern/wanted.ts";
import type { Pieces } from "../texts/parts.ts";
import { hashOf, isFour, mayHave } from "./fours.ts";
import { countIn, hasPiece, type List, piecesOf } from "./piece-lists.ts";
import { listOf, marksOf, type Segment } from "./segment.ts";

/** The rarest of what must all be there decide nearly always; the others would cost more than they save. */
const MAX_JOINED = 12;
/** To read so much of a list takes about as long as to look at one piece of text. */
const BYTES_PER_FOUND = 2_000;
/** To look at a piece of text takes about twelve times as long as to ask for its marks. */
const FIRST = 64;
const NEARLY_ALL = 0.92;

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
  const sorted = sortedOut(segment, wanted.all);
  if (sorted === undefined) return NONE;
  const found = span === "piece" ? withLists(segment, sorted) : ownersWithLists(segment, sorted.lists.slice(0, MAX_JOINED));
  return sorted.others.reduce<Found>((rest, each) => (rest !== "all" && rest.length === 0 ? rest : common(rest, find(segment, each, span))), found);
}

/** What must all be there. */
interface Sorted {
  /** Of trigrams, the shortest first: those that are bits come last. */
  readonly lists: readonly List[];
  readonly fours: readonly number[];
  readonly others: readonly Wanted[];
}

/** How many there are is asked before which they are; wanted things live as long as a question. */
const known = new WeakMap<readonly Wanted[], Map<Segment<unknown>, Sorted | undefined>>();

/** Undefined if a trigram is nowhere. */
function sortedOut(segment: Segment<unknown>, all: readonly Wanted[]): Sorted | undefined {
  const bySegment = known.get(all) ?? new Map<Segment<unknown>, Sorted | undefined>();
  known.set(all, bySegment);
  if (!bySegment.has(segment)) bySegment.set(segment, sortOut(segment, all));
  return bySegment.get(segment);
}

function sortOut(segment: Segment<unknown>, all: readonly Wanted[]): Sorted | undefined {
  const lists: List[] = [];
  const fours: number[] = [];
  const others: Wanted[] = [];
  for (const each of all) {
    if (typeof each !== "number") others.push(each);
    else if (isFour(each)) fours.push(each);
    else {
      const list = listOf(segment, each);
      if (list === undefined) return undefined;
      lists.push(list);
    }
  }
  return { lists: lists.sort((a, b) => a.bytes.length - b.bytes.length), fours, others };
}

/** From the shortest list: what is in those that cost least to ask, then what has the fours, then the other lists, as long as they are worth it. */
function withLists(segment: Segment<unknown>, { lists, fours }: Sorted): Found {
  if (lists.length === 0) return "all";
  const [short, bits] = [lists.filter(({ areBits }) => !areBits), lists.filter(({ areBits }) => areBits)];
  const [first, ...others] = short;
  let found = withFours(segment, first === undefined ? inAllBits(bits) : inBitsToo(piecesOf(first), bits), fours);
  for (const list of others.slice(0, MAX_JOINED)) {
    if (list.bytes.length > BYTES_PER_FOUND * found.length) break;
    found = common(found, piecesOf(list)) as Uint32Array;
  }
  return found;
}

function inAllBits([first, ...others]: readonly List[]): Uint32Array {
  const both = Uint8Array.from((first as List).bytes);
  for (const { bytes } of others) for (let at = 0; at < both.length; at++) (both[at] as number) &= bytes[at] as number;
  return piecesOf({ bytes: both, areBits: true }).slice();
}

function inBitsToo(pieces: Uint32Array, bits: readonly List[]): Uint32Array {
  const kept = pieces.slice();
  let length = kept.length;
  for (const { bytes } of bits) {
    let count = 0;
    for (let at = 0; at < length; at++) if (hasPiece(bytes, kept[at] as number)) kept[count++] = kept[at] as number;
    length = count;
  }
  return kept.subarray(0, length);
}

function ownersWithLists(segment: Segment<unknown>, lists: readonly List[]): Found {
  return lists.reduce<Found>((found, list) => common(found, ownersOf(segment, piecesOf(list))), "all");
}

/** Those of some pieces that may have all fours; if nearly all of the first do, the others are not asked. */
function withFours(segment: Segment<unknown>, pieces: Uint32Array, fours: readonly number[]): Uint32Array {
  if (fours.length === 0) return pieces;
  const hashes = fours.map(hashOf);
  const kept = new Uint32Array(pieces.length);
  let count = 0;
  for (let at = 0; at < pieces.length; at++) {
    if (at === FIRST && count > NEARLY_ALL * FIRST) {
      kept.set(pieces.subarray(at), count);
      return kept.subarray(0, count + pieces.length - at);
    }
    const piece = pieces[at] as number;
    if (mayHave(marksOf(segment, piece), hashes)) kept[count++] = piece;
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
  const sorted = sortedOut(segment, wanted.all);
  if (sorted === undefined) return 0;
  const first = sorted.lists[0];
  // Only where there are but long lists it matters how long they are.
  const ofLists = first === undefined ? Number.POSITIVE_INFINITY : first.areBits ? Math.min(...sorted.lists.map(countIn)) : first.bytes.length;
  return sorted.others.reduce<number>((least, each) => Math.min(least, costOf(segment, each)), ofLists);
}

function withGram(segment: Segment<unknown>, gram: number, span: "piece" | "owner"): Uint32Array {
  const list = listOf(segment, gram);
  if (list === undefined) return NONE;
  const pieces = piecesOf(list);
  return span === "piece" ? pieces.slice() : ownersOf(segment, pieces);
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
