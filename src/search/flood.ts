// How much ripgrep prints, and how fast: whether its lines are worth reading to the end.

/** To print and to read this much takes so much longer than to count it. */
const MEGABYTE_MS = 3;
/** After this it is judged once. */
const JUDGED_BYTES = 1024 * 1024;
/** What is printed goes by way of a file, which must not be larger. */
const MAX_BYTES = 128 * 1024 * 1024;
/** After counting, the page has to be read. */
const PAGE_MS = 15;

export class Flood {
  readonly #step: number;
  readonly #plainMs: number | undefined;
  #start: number | undefined;
  #bytes = 0;

  /** `plainMs` is what a run over everything takes, if that is known. */
  constructor(step: number, plainMs: number | undefined) {
    this.#step = Math.max(1, step);
    this.#plainMs = plainMs;
  }

  /** ripgrep begins to print: how fast, tells the time since then, for it is read in bursts. */
  begin(): void {
    this.#start ??= performance.now();
  }

  /** "much": another step is full. "too much": to begin anew, with counting, takes less time, or less room. */
  rise(bytes: number): "little" | "much" | "too much" {
    this.begin();
    const before = this.#bytes;
    this.#bytes += bytes;
    const isJudged = before <= JUDGED_BYTES && this.#bytes > JUDGED_BYTES;
    if (isJudged && isSlower(this.#bytes, performance.now() - (this.#start as number), this.#plainMs)) return "too much";
    if (this.#bytes > MAX_BYTES) return "too much";
    return Math.floor(this.#bytes / this.#step) > Math.floor(before / this.#step) ? "much" : "little";
  }
}

/** Whether to go on like this would take longer than to count, as far as so much in so much time tells. */
export function isSlower(bytes: number, ms: number, plainMs: number | undefined): boolean {
  const share = ((bytes / 2 ** 20) * MEGABYTE_MS) / ms;
  if (share >= 1 || plainMs === undefined) return share >= 1;
  return plainMs / (1 - share) - ms > plainMs + PAGE_MS;
}
