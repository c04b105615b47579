// The first of any number of names, by byte order, in memory for about twice as many as are wanted.
import type { RawPath } from "../workspace/raw-path.ts";

export class FirstNames<T extends { readonly name: RawPath }> {
  readonly #limit: number;
  #entries: T[] = [];
  /** All that were added. */
  count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(entry: T): void {
    this.count++;
    this.#entries.push(entry);
    if (this.#entries.length > 2 * this.#limit + 1000) this.#entries = this.first();
  }

  first(): T[] {
    return this.#entries.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, this.#limit);
  }
}
