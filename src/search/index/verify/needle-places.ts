// Where one of several texts stands next.
import type { Needle } from "../wasm/needle.ts";
import type { Scanner } from "../wasm/scanner.ts";

/** How far a text is looked for behind another that was found, at first; each time in vain, twice as far. */
const FIRST_REACH = 1_024;

/** What is known of one of the texts. */
interface Known {
  readonly needle: Needle;
  /** It does not stand before this; infinite = it stands nowhere any more. */
  next: number;
  /** It stands there. */
  isThere: boolean;
  reach: number;
}

export class NeedlePlaces {
  readonly #bytes: Buffer;
  readonly #scanner: Scanner;
  readonly #all: readonly Known[];

  constructor(bytes: Buffer, needles: readonly Needle[], scanner: Scanner) {
    this.#bytes = bytes;
    this.#scanner = scanner;
    this.#all = needles.map((needle) => ({ needle, next: 0, isThere: false, reach: FIRST_REACH }));
  }

  /** At a place or after it; -1 if nowhere. Not far behind the first of them others are looked for: in many a text they are nowhere, which takes long to find out. */
  find(at: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const known of this.#all) {
      if (known.next < at) this.#forget(known, at);
      if (!known.isThere && known.next < first) this.#seek(known, first);
      if (known.isThere && known.next < first) first = known.next;
    }
    return first === Number.POSITIVE_INFINITY ? -1 : first;
  }

  /** What is before a place does not matter any more. */
  #forget(known: Known, at: number): void {
    known.next = at;
    known.isThere = false;
  }

  /** Looks for one at least up to where another stands. */
  #seek(known: Known, first: number): void {
    const until = Math.max(first, known.next + known.reach);
    const end = Math.min(this.#bytes.length, until + known.needle.bytes.length - 1);
    const place = known.next >= end ? -1 : this.#scanner.find(this.#bytes, known.next, known.needle, end);
    known.isThere = place !== -1;
    known.next = known.isThere ? place : end === this.#bytes.length ? Number.POSITIVE_INFINITY : until;
    if (!known.isThere) known.reach *= 2;
  }
}
