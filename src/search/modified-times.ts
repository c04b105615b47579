// Times of last modification, looked up while ripgrep still runs, whenever there is nothing to read.
import { statOf } from "../workspace/entry.ts";
import { comparePaths, type Found } from "./found.ts";

/** Files of which the clock is asked at a time: what ripgrep prints meanwhile waits in a pipe, and it waits when that is full. */
const AT_A_TIME = 64;

export class ModifiedTimes {
  #asked: Found<unknown>[] = [];
  #count = 0;
  #looking: Promise<void> | undefined;

  note(file: Found<unknown>): void {
    this.#count++;
    this.#asked.push(file);
    this.#looking ??= this.#look();
  }

  /** Of how many files the time is known, or will be. */
  get count(): number {
    return this.#count;
  }

  /** Resolves when all that was noted is known. */
  async known(): Promise<void> {
    await this.#looking;
  }

  /** Newest first, ties by path. What was not noted is looked up. */
  async newestFirst<T>(found: readonly Found<T>[]): Promise<readonly Found<T>[]> {
    await this.known();
    for (const file of found) if (file.modified === undefined) this.note(file);
    await this.known();
    return [...found].sort(compareTimes);
  }

  async #look(): Promise<void> {
    while (this.#asked.length > 0) {
      await new Promise(setImmediate);
      for (const file of this.#asked.splice(-AT_A_TIME)) file.modified = statOf(file.real)?.mtimeNs ?? 0n;
    }
    this.#looking = undefined;
  }
}

/** Of files whose times are known. */
function compareTimes(a: Found<unknown>, b: Found<unknown>): number {
  if (a.modified === b.modified) return comparePaths(a, b);
  return (a.modified as bigint) > (b.modified as bigint) ? -1 : 1;
}
