// The part of a task that the second thread does: it takes candidates from the other end, some at a time.
import type { Crowd } from "../crowd.ts";
import type { Loan } from "../texts.ts";
import type { Task, Verdicts } from "../verdicts.ts";
import type { Report } from "./messages.ts";
import type { SecondHand } from "./second-thread.ts";

const ERRAND_FILES = 256;

/** As they come: all are looked at. From the other end they can be given away; what is given back comes last. */
export class AnyOrder {
  readonly passed = undefined;
  readonly #indexes: readonly number[];
  readonly #again: number[] = [];
  #next = 0;
  #end: number;

  constructor(indexes: readonly number[]) {
    this.#indexes = indexes;
    this.#end = indexes.length;
  }

  get left(): number {
    return this.toGive + this.#again.length;
  }

  /** How many could be given away. */
  get toGive(): number {
    return this.#end - this.#next;
  }

  next(): number | undefined {
    return this.#next < this.#end ? this.#indexes[this.#next++] : this.#again.pop();
  }

  takeLast(count: number): readonly number[] {
    const start = Math.max(this.#next, this.#end - count);
    const taken = this.#indexes.slice(start, this.#end);
    this.#end = start;
    return taken;
  }

  giveBack(index: number): void {
    this.#again.push(index);
  }
}

/** What the second thread does of a task. */
export class SecondShare {
  readonly #hand: SecondHand;
  readonly #candidates: AnyOrder;
  readonly #crowd: Crowd;
  readonly #verdicts: Verdicts;

  constructor(hand: SecondHand, candidates: AnyOrder, { crowd }: Task, verdicts: Verdicts) {
    this.#hand = hand;
    this.#candidates = candidates;
    this.#crowd = crowd;
    this.#verdicts = verdicts;
  }

  /** Gives it work, as long as there is enough for both. */
  give(): void {
    while (this.#hand.isFree && this.#candidates.toGive > 2 * ERRAND_FILES) {
      const lent: Lent[] = [];
      for (const index of this.#candidates.takeLast(ERRAND_FILES)) {
        const loan = this.#verdicts.lend(this.#crowd.chosen(index));
        if (loan === undefined) this.#candidates.giveBack(index);
        else lent.push({ index, loan });
      }
      const items = lent.map(({ loan }) => loan.item);
      if (items.length > 0) this.#hand.send(items, (report) => this.#take(report, lent));
    }
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
      if (undecided.has(at)) this.#candidates.giveBack(index);
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
