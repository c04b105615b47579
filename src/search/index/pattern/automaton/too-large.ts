// An automaton is made anew for each search, while others wait: one that would be too large is given up before long.

export class TooLarge extends Error {}

/** Steps that may be taken until something counts as too large. */
export class Steps {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new TooLarge();
  }
}

/** Undefined if what is made is too large. */
export function unlessTooLarge<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
