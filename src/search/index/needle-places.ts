// Where one of several texts stands next.
import type { Needle } from "./wasm/needle.ts";
import type { Scanner } from "./wasm/scanner.ts";

export class NeedlePlaces {
  readonly #bytes: Buffer;
  readonly #needles: readonly Needle[];
  readonly #scanner: Scanner;
  /** For each, where it stands next; -1 = nowhere any more. */
  readonly #next: number[];

  constructor(bytes: Buffer, needles: readonly Needle[], scanner: Scanner) {
    this.#bytes = bytes;
    this.#needles = needles;
    this.#scanner = scanner;
    this.#next = needles.map((needle) => scanner.find(bytes, 0, needle));
  }

  /** At a place or after it; -1 if nowhere. */
  find(at: number): number {
    let first = -1;
    for (let index = 0; index < this.#needles.length; index++) {
      let next = this.#next[index] as number;
      if (next !== -1 && next < at) next = this.#next[index] = this.#scanner.find(this.#bytes, at, this.#needles[index] as Needle);
      if (next !== -1 && (first === -1 || next < first)) first = next;
    }
    return first;
  }
}
