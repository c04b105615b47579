// Files newest first, whatever the index says of them. Where many files match, the first few are found so before all candidates are looked up and put in order.
import { Crowd } from "../crowd.ts";
import { type File, isVouched } from "../file.ts";
import type { Files } from "../files.ts";
import type { Position } from "./in-order.ts";
import { type Pace, workOf } from "./pace.ts";
import { COUNT_ON_MS } from "./progress.ts";
import type { Task } from "./verdicts.ts";

/** To look at a file takes as long as to look up so many candidates. */
const DEAR = 16;
/** So many names are looked at in the time that a file takes: where few are meant, most of them are in vain. */
const NAMES = 4;
/** A file has more than one piece, and estimates are of pieces: so many have what is wanted, of one that does. */
const PIECES = 1.5;
/** Files that match are larger than others: they have more to match. */
const LARGER = 2;
/** So few do not tell. */
const SOME = 64;
/** What was found may be fewer than expected by this factor, and by so many. */
const FEWER = 0.5;
const BY_CHANCE = 3;

/** In place of the candidates of a task, in order. */
export class NewestOfAll {
  /** Those that were taken. */
  readonly crowd = new Crowd([], []);
  readonly #files: Files;
  readonly #all: Generator<File>;
  readonly #passes: Task["passes"];
  readonly #moment: number;
  readonly #arrangement: unknown;
  readonly #least: number;
  /** More are not worth it. */
  readonly #most: number;
  readonly #left: number;
  #last: File | undefined;
  #names = 0;
  #isAll = false;

  /** Undefined if it would most probably take longer, or if all that match are to be counted anyway. */
  static of(task: Task, files: Files, pace: Pace): NewestOfAll | undefined {
    const { crowd, reach, verification } = task;
    if (reach?.order !== "newest" || reach.after !== undefined || "match" in verification.proven) return undefined;
    if (files.newest.isOld) return undefined; // too many would have to be put in order first
    const share = Math.min(1, crowd.toCome / PIECES / files.count);
    const isSoon = reach.least / share <= crowd.toCome / DEAR;
    const all = { files: crowd.toCome, bytes: (LARGER * crowd.toCome * files.textBytes) / files.count, work: workOf(verification) };
    return isSoon && pace.estimateMs(all) > COUNT_ON_MS ? new NewestOfAll(task, files, reach.least) : undefined;
  }

  private constructor({ crowd, passes }: Task, files: Files, least: number) {
    this.#files = files;
    this.#all = files.newestOfAll();
    this.#passes = passes;
    this.#moment = files.moment;
    this.#arrangement = files.newest.arrangement;
    this.#least = least;
    this.#left = crowd.toCome;
    this.#most = crowd.toCome / DEAR;
  }

  /** About how many are to come that match. */
  get left(): number {
    return this.#left;
  }

  get passed(): Position | undefined {
    return this.#isAll ? undefined : this.last;
  }

  get last(): Position | undefined {
    return this.#last && { name: this.#last.name, modifiedNs: this.#files.timeOf(this.#last), moment: this.#moment };
  }

  next(): number | undefined {
    while (++this.#names <= NAMES * this.#most) {
      const { value, done } = this.#all.next();
      if (done) {
        this.#isAll = true;
        return undefined;
      }
      if (value.kind === "binary" && isVouched(value)) continue;
      if (!this.#passes(value.name)) continue;
      this.#last = value;
      this.crowd.add(value);
      return this.crowd.size - 1;
    }
    return undefined;
  }

  /** Whether so few were found or meant that to go on would take longer than what it spares, or something happened since it began: it may stand elsewhere now. */
  isInVain(found: number): boolean {
    const taken = this.crowd.size;
    const isSlow = taken > SOME && found + BY_CHANCE < (FEWER * taken * this.#least) / this.#most;
    if ((isSlow && found < this.#least) || this.#names > NAMES * this.#most) return true;
    return this.#files.moment !== this.#moment || this.#files.newest.arrangement !== this.#arrangement;
  }
}
