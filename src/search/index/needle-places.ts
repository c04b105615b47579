// Where one of several texts stands next.
import type { Needle } from "./wasm/needle.ts";
import type { Scanner } from "./wasm/scanner.ts";

export class NeedlePlaces {
  readonly #bytes: Buffer;
  readonly #needles: readonly Needle[];
  readonly #scanner: Scanner;
  /** For each, a place before which it does not stand, as far as was looked; infinite = it stands nowhere any more. */
  readonly #next: number[];

  constructor(bytes: Buffer, needles: readonly Needle[], scanner: Scanner) {
    this.#bytes = bytes;
    this.#needles = needles;
    this.#scanner = scanner;
    this.#next = needles.map(() => -1);
  }

  /** At a place or after it; -1 if nowhere. Behind the first of them, no other is looked for: in many a text it is nowhere, which takes long to find out. */
  find(at: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (let index = 0; index < this.#needles.length; index++) {
      if ((this.#next[index] as number) < at) this.#next[index] = this.#seek(this.#needles[index] as Needle, at, first);
      first = Math.min(first, this.#next[index] as number);
    }
    return first === Number.POSITIVE_INFINITY ? -1 : first;
  }

  /** Where it stands; `until` if that is not before it. */
  #seek(needle: Needle, from: number, until: number): number {
    const end = Math.min(this.#bytes.length, until + needle.bytes.length - 1);
    const place = from > end ? -1 : this.#scanner.find(this.#bytes, from, needle, end);
    return place === -1 ? until : place;
  }
}
