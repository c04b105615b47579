// Where contents of files are kept. To open a file takes longer than to read a small one: so that most files are kept, small ones have a shelf of their own.
import { Contents, type Keeper } from "./contents.ts";

const FOR_SMALL = 7 / 8;

export class Shelves<K extends Keeper> {
  readonly #small: Contents<K>;
  readonly #large: Contents<K>;
  readonly #smallBytes: number;
  #mostSmall = Number.POSITIVE_INFINITY;

  constructor(room: Buffer) {
    this.#smallBytes = Math.floor(FOR_SMALL * room.length);
    this.#small = new Contents(room.subarray(0, this.#smallBytes));
    this.#large = new Contents(room.subarray(this.#smallBytes));
  }

  /** Says how many files there are, and how large some of them are: from these it is told which can all be kept. */
  expect(count: number, sizes: readonly number[]): void {
    this.#mostSmall = -1;
    let bytes = 0;
    for (const size of [...sizes].sort((a, b) => a - b)) {
      bytes += (size * count) / sizes.length;
      if (bytes > this.#smallBytes) return;
      this.#mostSmall = size;
    }
    this.#mostSmall = Number.POSITIVE_INFINITY;
  }

  isSmall(size: number): boolean {
    return size <= this.#mostSmall;
  }

  for(size: number): Contents<K> {
    return this.isSmall(size) ? this.#small : this.#large;
  }
}
