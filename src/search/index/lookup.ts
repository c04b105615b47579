// Which pieces of a segment have all that is wanted. Never fewer than there are; sometimes more.
import { listOf, piecesOf, type Segment } from "./segment.ts";
import type { Wanted } from "./wanted.ts";

/** The rarest of what must all be there decide nearly always; the others would cost more than they save. */
const MAX_JOINED = 12;
/** To read so much of a list takes about as long as to look at one piece of text. */
const BYTES_PER_FOUND = 2_000;

/** What may match: an owner, and which of its pieces, in order; undefined = any of it. */
export interface Holder<T> {
  readonly owner: T;
  readonly pieces: readonly number[] | undefined;
}

/** Owners that have what is wanted. Where matches span lines, an owner's pieces count together. */
export function holdersOf<T>(segment: Segment<T>, wanted: Wanted, span: "piece" | "owner"): readonly Holder<T>[] {
  const found = find(segment, wanted, span);
  if (found === "all") return segment.owners.map((owner) => ({ owner, pieces: undefined }));
  if (span === "owner") return Array.from(found, (index) => ({ owner: segment.owners[index] as T, pieces: undefined }));
  return byOwner(segment, found);
}

/** Pieces of one owner follow each other. */
function byOwner<T>({ owners, ownerOf }: Segment<T>, pieces: Uint32Array): readonly Holder<T>[] {
  const holders: { owner: T; pieces: number[] }[] = [];
  let last = -1;
  for (const piece of pieces) {
    const owner = ownerOf[piece] as number;
    if (owner === last) holders.at(-1)?.pieces.push(piece);
    else holders.push({ owner: owners[owner] as T, pieces: [piece] });
    last = owner;
  }
  return holders;
}

/** Sorted and without repeats: pieces, or owners. */
type Found = Uint32Array | "all";
const NONE = new Uint32Array(0);

function find(segment: Segment<unknown>, wanted: Wanted, span: "piece" | "owner"): Found {
  if (wanted === "anything") return "all";
  if (typeof wanted === "number") return withGram(segment, wanted, span);
  if ("any" in wanted) return wanted.any.map((each) => find(segment, each, span)).reduce(united, NONE);
  const costs = wanted.all.map((each) => ({ each, cost: costOf(segment, each) })).sort((a, b) => a.cost - b.cost);
  if (costs[0]?.cost === 0) return NONE;
  let found: Found = "all";
  for (const { each, cost } of costs.slice(0, MAX_JOINED)) {
    if (found !== "all" && cost > BYTES_PER_FOUND * found.length) break;
    found = found === "all" || typeof each !== "number" ? common(found, find(segment, each, span)) : withGramToo(segment, found, each, span);
  }
  return found;
}

/** Bytes of the lists that have to be read: about as many as there are pieces. */
export function costOf(segment: Segment<unknown>, wanted: Wanted): number {
  if (wanted === "anything") return segment.ownerOf.length;
  if (typeof wanted === "number") {
    const list = listOf(segment, wanted);
    return list === undefined ? 0 : list.end - list.start;
  }
  if ("any" in wanted) return wanted.any.reduce<number>((sum, each) => sum + costOf(segment, each), 0);
  return wanted.all.reduce<number>((least, each) => Math.min(least, costOf(segment, each)), Number.POSITIVE_INFINITY);
}

function withGram(segment: Segment<unknown>, gram: number, span: "piece" | "owner"): Uint32Array {
  const list = listOf(segment, gram);
  if (list === undefined) return NONE;
  const pieces = piecesOf(segment, list);
  return span === "piece" ? pieces.slice() : ownersOf(segment, pieces);
}

/** Those of `found` that have a trigram. */
function withGramToo(segment: Segment<unknown>, found: Uint32Array, gram: number, span: "piece" | "owner"): Uint32Array {
  const list = listOf(segment, gram);
  if (list === undefined) return NONE;
  const kept = new Uint32Array(found.length);
  let count = 0;
  let at = 0;
  for (const piece of piecesOf(segment, list)) {
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
