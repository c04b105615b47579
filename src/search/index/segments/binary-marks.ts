// Which trigrams a binary file has, marked in a few bits. A receipt says whether such files hold matches: to have ripgrep look into all of them, each time
// that nothing is found, takes longer than most searches.
import type { Wanted } from "../pattern/wanted.ts";
import { MAX_WITH_PARTNERS } from "../texts/read-text.ts";
import type { Scanner } from "../wasm/scanner.ts";
import { isFour } from "./fours.ts";
import { hasPartners, TRIGRAMS, withoutPartners } from "./grams.ts";

/** All marks together; files beyond that may hold anything. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Bits for each trigram, at least: then one in eight is set by chance. */
const BITS_PER_TRIGRAM = 8;
const MIN_BITS = 256;
const FACTOR = 0x9e3779b1;

interface Marks {
  /** Of the file, when it was read. */
  readonly version: number;
  readonly bits: Uint8Array;
}

export class BinaryMarks<T extends { readonly version: number }> {
  readonly #scanner: Scanner;
  readonly #maxBytes: number;
  readonly #marks = new Map<T, Marks>();
  #bytes = 0;

  constructor(scanner: Scanner, maxBytes = MAX_BYTES) {
    this.#scanner = scanner;
    this.#maxBytes = maxBytes;
  }

  /** Notes what a version of a file holds. */
  add(file: T, version: number, content: Buffer): void {
    this.forget(file);
    const bits = this.#bitsOf(content);
    if (bits === undefined || this.#bytes + bits.length > this.#maxBytes) return;
    this.#marks.set(file, { version, bits });
    this.#bytes += bits.length;
  }

  /** With letters that are others without case, it has the trigrams of both. */
  #bitsOf(content: Buffer): Uint8Array | undefined {
    const isFolded = hasPartners(content);
    if (isFolded && content.length > MAX_WITH_PARTNERS) return undefined;
    const folded = isFolded ? withoutPartners(content) : undefined; // first: the scanner's input may be where the content is
    const grams = this.#scanner.grams(content);
    const bits = roomFor(grams.length);
    mark(bits, grams);
    if (folded !== undefined) mark(bits, this.#scanner.grams(folded));
    return bits;
  }

  forget(file: T): void {
    this.#bytes -= this.#marks.get(file)?.bits.length ?? 0;
    this.#marks.delete(file);
  }

  /** Whether something is known of a file as it is. */
  has(file: T): boolean {
    return this.#marks.get(file)?.version === file.version;
  }

  mayHold(file: T, wanted: Wanted): boolean {
    const marks = this.#marks.get(file);
    return marks === undefined || marks.version !== file.version || mayHave(marks.bits, wanted);
  }
}

/** As many bits as are worth it; with as many as there are trigrams, hardly two of them share one. */
function roomFor(grams: number): Uint8Array {
  let bits = MIN_BITS;
  while (bits < grams * BITS_PER_TRIGRAM && bits < TRIGRAMS) bits *= 2;
  return new Uint8Array(bits / 8);
}

function mark(bits: Uint8Array, grams: Uint32Array): void {
  for (let i = 0; i < grams.length; i++) {
    const bit = bitFor(grams[i] as number, bits.length * 8);
    (bits[bit >>> 3] as number) |= 1 << (bit & 7);
  }
}

function bitFor(gram: number, count: number): number {
  return Math.floor(((Math.imul(gram, FACTOR) >>> 0) / 2 ** 32) * count);
}

function mayHave(bits: Uint8Array, wanted: Wanted): boolean {
  if (wanted === "anything") return true;
  if (typeof wanted === "number") return isFour(wanted) || isSet(bits, bitFor(wanted, bits.length * 8));
  return "any" in wanted ? wanted.any.some((each) => mayHave(bits, each)) : wanted.all.every((each) => mayHave(bits, each));
}

function isSet(bits: Uint8Array, bit: number): boolean {
  return ((bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0;
}
