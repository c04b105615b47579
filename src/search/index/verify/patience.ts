// How long a text may take: lines, and texts, can be made so that each look at them takes long.

/** Of a text that takes longer, ripgrep has to say. */
const MAX_TEXT_MS = 20;
const LOOKS_PER_GLANCE = 4;

export class Patience {
  #looks = 0;
  #startMs: number | undefined;

  /** Whether a text took too long, asked before each look at it. */
  isOver(): boolean {
    this.#startMs ??= performance.now();
    if (++this.#looks % LOOKS_PER_GLANCE !== 0) return false;
    return performance.now() - this.#startMs > MAX_TEXT_MS;
  }
}
