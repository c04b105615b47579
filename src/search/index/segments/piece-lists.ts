// How the pieces of a segment that have a trigram are written down, and read again.

export interface List {
  readonly bytes: Uint8Array;
  /** There is a bit for each piece; otherwise, the differences of one to the next. */
  readonly areBits: boolean;
}

/** What stands in these bytes of a segment of so many pieces. Differences that are as long as bits are never written. */
export function listIn(bytes: Uint8Array, pieceCount: number): List {
  return { bytes, areBits: bytes.length === bitBytesFor(pieceCount) };
}

/** Differences of one or more bytes; or, where that is no longer, a bit for each piece of the segment. */
export function encoded(
  grams: Uint32Array,
  bounds: Uint32Array,
  pieces: Uint16Array | Uint32Array,
  pieceCount: number,
): { starts: Uint32Array; bytes: Uint8Array } {
  const starts = new Uint32Array(grams.length + 1);
  const bitBytes = bitBytesFor(pieceCount);
  const bytes = new Uint8Array(pieces.length * 4 + bitBytes);
  let at = 0;
  for (let index = 0; index < grams.length; index++) {
    starts[index] = at;
    const gram = grams[index] as number;
    const [from, to] = [bounds[gram] as number, bounds[gram + 1] as number];
    const end = writeDifferences(pieces, from, to, bytes, at);
    at = end - at < bitBytes ? end : writeBits(pieces, from, to, bytes.subarray(at, at + bitBytes), at);
  }
  starts[grams.length] = at;
  return { starts, bytes: bytes.subarray(0, at) };
}

/** Gives where they end. */
function writeDifferences(pieces: Uint16Array | Uint32Array, from: number, to: number, bytes: Uint8Array, start: number): number {
  let at = start;
  let last = -1;
  for (let i = from; i < to; i++) {
    const piece = pieces[i] as number;
    let rest = piece - last - 1;
    last = piece;
    for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
  }
  return at;
}

function writeBits(pieces: Uint16Array | Uint32Array, from: number, to: number, bits: Uint8Array, start: number): number {
  bits.fill(0);
  for (let i = from; i < to; i++) (bits[(pieces[i] as number) >>> 3] as number) |= 1 << ((pieces[i] as number) & 7);
  return start + bits.length;
}

function bitBytesFor(pieceCount: number): number {
  return Math.ceil(pieceCount / 8);
}

/** About how many pieces a list has; never fewer than there are. */
export function countIn({ bytes, areBits }: List): number {
  if (!areBits) return bytes.length;
  let count = 0;
  for (let at = 0; at < bytes.length; at++) count += ONES[bytes[at] as number] as number;
  return count;
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

export function hasPiece(bits: Uint8Array, piece: number): boolean {
  return ((bits[piece >>> 3] as number) & (1 << (piece & 7))) !== 0;
}

let scratch = new Uint32Array(65_536);

/** The pieces of a list, in order; good until the next call. */
export function piecesOf({ bytes, areBits }: List): Uint32Array {
  const most = areBits ? 8 * bytes.length : bytes.length;
  if (scratch.length < most) scratch = new Uint32Array(2 * most);
  return scratch.subarray(0, areBits ? readBits(bytes, scratch) : readDifferences(bytes, scratch));
}

/** Gives how many there are. */
function readDifferences(bytes: Uint8Array, pieces: Uint32Array): number {
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
  return count;
}

function readBits(bits: Uint8Array, pieces: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    for (let rest = bits[at] as number; rest !== 0; rest &= rest - 1) pieces[count++] = 8 * at + 31 - Math.clz32(rest & -rest);
  }
  return count;
}
