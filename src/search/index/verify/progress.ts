// How far verifying has come, and whether it is worth going on.
import { OVERDRAFT } from "../cost.ts";
import type { Crowd } from "../crowd.ts";
import { type Load, loadOf, type Pace, ratioOf, SURELY, type Work, workOf } from "./pace.ts";
import type { Task, Verdicts } from "./verdicts.ts";

/** When a page is full, what is left is looked at, too, if it takes no longer than this: then totals are exact. */
export const COUNT_ON_MS = 20;
/** A note is of one file, or of some that took next to no time. */
const NOTES_PER_LOOK = 32;
/** So few are looked at in any case. */
const FEW = 500;
/** After so many it can be told how many will be needed; that nothing was found among few does not say that there is nothing. */
const FILES_TO_TELL = 256;
const UNSEEN = 3;
/** Before, time says little: code that is not compiled yet takes several times as long. */
const EARLY = 0.025;
const EARLY_MS = 8;
/** In order there is a second chance: two threads. */
const EARLY_IN_ORDER = EARLY / 2;
/**
 * After this part of the budget, what was measured counts as much as what was expected: what comes first is small, and slow. And a page that is not full by then
 * is judged by what was found lately: matches stand in some directories and not in others, so one that begins well may cease.
 */
const KNOWN = 0.1;
/** All together, the second thread included, is about twice as fast as what comes first; that counts less and less. */
const SLOW_START = 0.5;
/** What a plain run takes is known better than what is left here, as far as only time tells. */
const SAFELY = 0.9;

/** How much had been found after some time. */
interface Moment {
  readonly ms: number;
  readonly found: number;
}

const NOTHING_YET: Moment = { ms: 0, found: 0 };

/** After a part of the files, time tells how long the rest will take: if that is too long, little is lost yet. */
export class Progress {
  readonly #crowd: Crowd;
  readonly #work: Work;
  #least: number;
  #fullChars: number;
  readonly #budgetMs: number;
  readonly #leftMs: number;
  readonly #pace: Pace;
  readonly #isCalledOff: () => boolean;
  readonly #now: () => number;
  readonly #startMs: number;
  #done = 0;
  #noted = 0;
  #countsOnSinceMs: number | undefined;
  #isForAll = false;
  /** What had been found when a quarter to half of the time until now had passed, and at some time since. */
  #before = NOTHING_YET;
  #since = NOTHING_YET;
  /** How long a file takes, as far as could be said before. */
  #expectedMsPerFile: number | undefined;
  isTooSlow = false;
  isEnough = false;
  /** A page is full, and what is left is looked at all the same. */
  get isCountingOn(): boolean {
    return this.#countsOnSinceMs !== undefined && !this.isEnough;
  }

  constructor({ crowd, verification, reach, isCalledOff }: Task, pace: Pace, now = () => performance.now()) {
    this.#now = now;
    this.#startMs = now();
    this.#crowd = crowd;
    this.#work = workOf(verification);
    this.#least = reach?.least ?? Number.POSITIVE_INFINITY;
    this.#fullChars = reach?.full?.chars ?? Number.POSITIVE_INFINITY;
    this.#budgetMs = verification.budgetMs;
    this.#leftMs = verification.leftMs;
    this.#pace = pace;
    this.#isCalledOff = isCalledOff;
  }

  /** `isLong`: some time has passed; a single file can take long. */
  note(verdicts: Verdicts, left: number, isLong: boolean): void {
    const { found, shownChars, done } = verdicts;
    this.#done = done;
    const isTimeToLook = ++this.#noted % NOTES_PER_LOOK === 0 || isLong;
    if (found >= this.#least || shownChars > this.#fullChars) this.#countOn(left, isTimeToLook);
    else if (isTimeToLook && this.#willTakeTooLong(verdicts, left)) {
      this.isTooSlow = true;
      if (this.#isForAll) this.#pace.wasTooSlow(this.#work);
    }
    if (isLong && this.#isCalledOff()) this.isTooSlow = true;
  }

  /** All has been looked at. What was looked at in order tells nothing of what two threads can do. */
  end(): void {
    if (this.#isForAll) this.#pace.note(this.#loadOf(this.#done), this.#now() - this.#startMs);
  }

  #countOn(left: number, isTimeToLook: boolean): void {
    const isFirst = this.#countsOnSinceMs === undefined;
    this.#countsOnSinceMs ??= this.#now();
    const isLong = isFirst
      ? this.#pace.estimateMs(this.#loadOf(left)) > COUNT_ON_MS
      : isTimeToLook && left > FEW && this.#now() - this.#countsOnSinceMs > COUNT_ON_MS;
    if (isLong) this.isEnough = true;
  }

  #willTakeTooLong({ found, doneBytes, left: leftOver }: Verdicts, left: number): boolean {
    const ms = this.#now() - this.#startMs;
    this.#remember({ ms, found });
    if (ms < Math.max((this.#isForAll ? EARLY : EARLY_IN_ORDER) * this.#budgetMs, EARLY_MS)) return false;
    if (ms > OVERDRAFT * this.#budgetMs) return true;
    const ofAll = ratioOf(loadOf(this.#crowd, this.#work), { files: this.#done, bytes: doneBytes, work: this.#work }) - 1; // the largest may come last, or first
    const times = Math.min(ofAll, this.#timesForPage({ ms, found }));
    const leftOverMs = this.#leftMs * leftOver * (1 + times);
    return this.#restMs(left, ms * times, ms) + leftOverMs > this.#budgetMs; // what was spent is lost either way
  }

  #remember(now: Moment): void {
    if (now.ms < 2 * this.#since.ms) return;
    this.#before = this.#since;
    this.#since = now;
  }

  /** In how many times the time until now a page will be full. */
  #timesForPage({ ms, found }: Moment): number {
    const before = ms < KNOWN * this.#budgetMs ? NOTHING_YET : this.#before;
    return found === before.found ? Number.POSITIVE_INFINITY : ((this.#least - found) * (1 - before.ms / ms)) / (found - before.found);
  }

  /** What is left, as measured so far, and, where nothing is taken in order, as expected. */
  #restMs(left: number, measuredMs: number, afterMs: number): number {
    if (this.#expectedMsPerFile === undefined) return measuredMs / SAFELY;
    const share = afterMs / (afterMs + KNOWN * this.#budgetMs);
    const likelyMs = (SLOW_START + (1 - SLOW_START) * share ** 2) * measuredMs;
    return share * likelyMs + (1 - share) * this.#expectedMsPerFile * left;
  }

  /** No part is enough any more; what is left may be too much, though. */
  goForAll(left: number): void {
    this.#least = this.#fullChars = Number.POSITIVE_INFINITY;
    this.#isForAll = true;
    const expectedMs = this.#pace.estimateMs(this.#loadOf(left));
    this.#expectedMsPerFile = left === 0 ? 0 : expectedMs / left;
    this.isTooSlow = expectedMs > SURELY * this.#budgetMs;
  }

  /** Whether nearly all will have to be looked at, although a part would be enough; or what is too slow in order is not for two threads. */
  willTakeAll({ found, done }: Verdicts, left: number): boolean {
    if (this.isTooSlow) return this.#pace.estimateMs(this.#loadOf(left)) <= this.#budgetMs;
    return done >= FILES_TO_TELL && done * this.#least > (found + UNSEEN) * (done + left);
  }

  /** Of some files, as if all were alike. */
  #loadOf(files: number): Load {
    const all = loadOf(this.#crowd, this.#work);
    return { ...all, files, bytes: all.files === 0 ? 0 : (all.bytes * files) / all.files };
  }
}
