// The part of a task that the second thread does, some files at a time.
import type { Crowd } from "../crowd.ts";
import type { Loan } from "../texts/texts.ts";
import type { Task, Verdicts } from "../verify/verdicts.ts";
import type { Report } from "./messages.ts";
import type { SecondHand } from "./second-thread.ts";

/** Fewer files one thread verifies sooner than two. */
export const FOR_TWO = 1_000;
const ERRAND_FILES = 64;
/** To have a file verified by the other thread takes about this long itself. */
const GIVING_MS = 0.004;
const LONG_MS = 25;

/** As they come: all are looked at. The first thread has those that are in memory, the second those that have to be read, as long as there are both. */
export class AnyOrder {
  readonly passed = undefined;
  readonly last = undefined;
  readonly #isKept: (index: number) => boolean;
  readonly #fresh: number[];
  readonly #kept: number[] = [];
  readonly #unkept: number[] = [];
  /** Those that nobody else can do. */
  readonly #own: number[] = [];

  constructor(indexes: readonly number[], isKept: (index: number) => boolean) {
    this.#fresh = [...indexes];
    this.#isKept = isKept;
  }

  get left(): number {
    return this.#fresh.length + this.#kept.length + this.#unkept.length + this.#own.length;
  }

  next(): number | undefined {
    return this.#kept.pop() ?? this.#sort(true) ?? this.#unkept.pop() ?? this.#own.pop();
  }

  /** One to be given away. */
  take(which: "unkept" | "any"): number | undefined {
    return this.#unkept.pop() ?? this.#sort(false) ?? (which === "any" ? this.#kept.pop() : undefined);
  }

  /** Nobody else can do it. */
  putBack(index: number): void {
    this.#own.push(index);
  }

  /** The next that is kept, or is not; others are put aside. */
  #sort(wanted: boolean): number | undefined {
    for (let index = this.#fresh.pop(); index !== undefined; index = this.#fresh.pop()) {
      const isKept = this.#isKept(index);
      if (isKept === wanted) return index;
      (isKept ? this.#kept : this.#unkept).push(index);
    }
    return undefined;
  }
}

/** What the second thread does of a task: files that have to be read from the disk, and others if it takes long to look at them. */
export class SecondShare {
  readonly #hand: SecondHand;
  readonly #candidates: AnyOrder;
  readonly #crowd: Crowd;
  readonly #verdicts: Verdicts;
  readonly #startMs = performance.now();

  constructor(hand: SecondHand, candidates: AnyOrder, { crowd }: Task, verdicts: Verdicts) {
    this.#hand = hand;
    this.#candidates = candidates;
    this.#crowd = crowd;
    this.#verdicts = verdicts;
  }

  /** Gives it work, as long as there is enough for both. */
  give(): void {
    while (this.#hand.isFree && this.#candidates.left > 2 * ERRAND_FILES) {
      const lent = this.#lend();
      if (lent.length === 0) return;
      const items = lent.map(({ loan }) => loan.item);
      this.#hand.send(items, (report) => this.#take(report, lent));
    }
  }

  #lend(): readonly Lent[] {
    const which = this.#takesLong() ? "any" : "unkept";
    const lent: Lent[] = [];
    while (lent.length < ERRAND_FILES) {
      const index = this.#candidates.take(which);
      if (index === undefined) break;
      const loan = this.#verdicts.lend(this.#crowd.chosen(index));
      if (loan === undefined) this.#candidates.putBack(index);
      else lent.push({ index, loan });
    }
    return lent;
  }

  /** Whether what is left will take so long that the time for giving it away, and for waiting in the end, is well spent. */
  #takesLong(): boolean {
    const { done } = this.#verdicts;
    const fileMs = (performance.now() - this.#startMs) / Math.max(1, done);
    return done >= ERRAND_FILES && fileMs > 2 * GIVING_MS && fileMs * this.#candidates.left > LONG_MS;
  }

  /** Waits for what it was given; false if that was nothing. */
  async takeNext(): Promise<boolean> {
    const { next } = this.#hand;
    await next;
    return next !== undefined;
  }

  #take(report: Report | undefined, lent: readonly Lent[]): void {
    const undecided = new Set(report?.undecided ?? lent.keys());
    for (const [at, { index, loan }] of lent.entries()) {
      loan.end(!undecided.has(at));
      if (undecided.has(at)) this.#candidates.putBack(index);
      else this.#verdicts.noteDone(this.#crowd.file(index));
    }
    if (report !== undefined) this.#verdicts.take(report, (at) => this.#crowd.file((lent[at] as Lent).index));
  }
}

/** Which of a crowd was lent. */
interface Lent {
  readonly index: number;
  readonly loan: Loan;
}
