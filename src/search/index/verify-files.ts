// Verifies candidates in process, file by file, within a budget; what only ripgrep can judge is left over. Where a page is full
// and much is left to look at, it ends there.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Crowd } from "./crowd.ts";
import type { Chosen, Content, File, Files, Loan, Picked } from "./files.ts";
import { InOrder, type Position, type Reach } from "./in-order.ts";
import { type Load, loadOf, type Pace } from "./pace.ts";
import type { Proven } from "./proven.ts";
import type { Report } from "./second/messages.ts";
import type { SecondHand } from "./second/second-thread.ts";
import { NOTHING, type Printed, printedOf, type Shape, type Sought, soughtOf } from "./verify.ts";

export interface Verification {
  readonly proven: Proven;
  readonly shape: Shape;
  /** More lines than this are too many. */
  readonly maxChars: number;
  /** How long it may take. */
  readonly budgetMs: number;
  readonly wantsTimes: boolean;
}

export interface Verified {
  /** What ripgrep would print, one character a byte. */
  readonly printed: string;
  /** Counts stand for lines if those would be too many. */
  readonly what: Shape["what"];
  /** When files were last modified, by name, as far as it is asked for and known. */
  readonly times?: ReadonlyMap<RawPath, bigint>;
  /** What is printed is newest first. */
  readonly isNewestFirst?: true;
  readonly left: Picked;
  /** What comes after this was not looked at. */
  readonly rest?: Position;
}

/** Candidates to be verified, how, and how far. */
export interface Task {
  readonly crowd: Crowd;
  readonly verification: Verification;
  /** Takes what begins the printed names away: they are relative to where the search starts. */
  readonly cut: number;
  readonly reach: Reach | undefined;
}

/** Events are heard and other questions answered in between. */
const SLICE_MS = 4;
/** With more, a second thread helps, with so many at a time. */
const MANY = 1_000;
const ERRAND_FILES = 256;
/** When a page is full, what is left is looked at, too, if it takes no longer than this: then totals are exact. */
const COUNT_ON_MS = 20;

export async function verifyFiles(task: Task, files: Files, pace: Pace): Promise<Verified | "too slow"> {
  const { crowd, verification, reach, cut } = task;
  const verdicts = new Verdicts(task, files);
  const hand = reach === undefined && crowd.size >= MANY ? files.helpWith({ ...verification, cut }) : undefined;
  const candidates = reach === undefined ? new AnyOrder(crowd.size) : new InOrder(crowd, reach, files);
  const share = hand && candidates instanceof AnyOrder ? new SecondShare(hand, candidates, task, verdicts) : undefined;
  try {
    const outcome = await verifyEach(task, { candidates, verdicts, share, progress: new Progress(task, pace) });
    return outcome === "too many lines" ? verifyFiles(counting(task), files, pace) : outcome;
  } finally {
    hand?.end();
  }
}

interface Work {
  readonly candidates: AnyOrder | InOrder;
  readonly verdicts: Verdicts;
  readonly share: SecondShare | undefined;
  readonly progress: Progress;
}

async function verifyEach({ crowd, verification }: Task, { candidates, verdicts, share, progress }: Work): Promise<Verified | "too slow" | "too many lines"> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    share?.give();
    const index = candidates.next();
    if (index === undefined) {
      const isMore = await share?.takeNext();
      if (isMore !== true) break;
    } else verdicts.add(crowd.chosen(index));
    if (verdicts.chars > verification.maxChars) return "too many lines";
    progress.note(verdicts, candidates.left);
    if (progress.isTooSlow) return "too slow";
    if (progress.isEnough) return verdicts.sum(candidates.passed);
    if (performance.now() < sliceEnd) continue;
    await new Promise(setImmediate);
    sliceEnd = performance.now() + SLICE_MS;
  }
  progress.end();
  return verdicts.sum(undefined);
}

function counting({ verification, ...task }: Task): Task {
  return { ...task, verification: { ...verification, shape: { what: "counts" }, maxChars: Number.POSITIVE_INFINITY } };
}

/** As they come: all are looked at. From the other end they can be given away; what is given back comes last. */
class AnyOrder {
  readonly passed = undefined;
  readonly #again: number[] = [];
  #next = 0;
  #end: number;

  constructor(size: number) {
    this.#end = size;
  }

  get left(): number {
    return this.#end - this.#next + this.#again.length;
  }

  next(): number | undefined {
    return this.#next < this.#end ? this.#next++ : this.#again.pop();
  }

  takeLast(count: number): readonly number[] {
    const start = Math.max(this.#next, this.#end - count);
    const taken = Array.from({ length: this.#end - start }, (_, index) => start + index);
    this.#end = start;
    return taken;
  }

  giveBack(index: number): void {
    this.#again.push(index);
  }
}

/** What the second thread does of a task. */
class SecondShare {
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
    while (this.#hand.isFree && this.#candidates.left > 2 * ERRAND_FILES) {
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
      else this.#verdicts.done++;
    }
    if (report !== undefined) this.#verdicts.take(report, (at) => this.#crowd.file((lent[at] as Lent).index));
  }
}

/** Which of a crowd was lent. */
interface Lent {
  readonly index: number;
  readonly loan: Loan;
}

/** What was found of each file. */
class Verdicts {
  readonly #task: Task;
  readonly #files: Files;
  readonly #sought: Sought;
  /** What stands around a line may be in another part. */
  readonly #isWhole: boolean;
  readonly #printed: string[] = [];
  readonly #matching: File[] = [];
  readonly #left: { known: Chosen[]; doubtful: Chosen[] } = { known: [], doubtful: [] };
  chars = 0;
  /** In the unit of the task; where that counts, a second thread does not help. */
  found = 0;
  /** How many files were looked at. */
  done = 0;

  constructor(task: Task, files: Files) {
    const { proven, shape } = task.verification;
    this.#task = task;
    this.#files = files;
    this.#sought = soughtOf(proven, files.scanner);
    this.#isWhole = shape.what === "lines" && shape.before + shape.after > 0;
  }

  lend(chosen: Chosen): Loan | undefined {
    return this.#files.lend(this.#isWhole ? { file: chosen.file } : chosen);
  }

  add(chosen: Chosen): void {
    this.done++;
    const name = chosen.file.name.slice(this.#task.cut);
    const content = this.#files.contentOf(this.#isWhole ? { file: chosen.file } : chosen);
    const printed = judge(name, content, this.#sought, this.#task.verification.shape);
    if (printed === undefined) this.#left["texts" in content ? "known" : "doubtful"].push(chosen);
    else if (printed.hits > 0) {
      this.#print(printed);
      this.#matching.push(chosen.file);
    }
  }

  /** What the second thread found. */
  take({ printed, hits, matching }: Report, fileAt: (index: number) => File): void {
    this.#print({ text: printed, hits });
    for (const index of matching) this.#matching.push(fileAt(index));
  }

  sum(rest: Position | undefined): Verified {
    const { shape, wantsTimes } = this.#task.verification;
    const found = { what: shape.what, left: this.#left, ...(rest === undefined ? {} : { rest }) };
    const isAll = this.#left.known.length + this.#left.doubtful.length === 0;
    if (wantsTimes && isAll && shape.what === "names") return { ...found, printed: this.#namesNewestFirst(), isNewestFirst: true };
    return { ...found, printed: this.#printed.join(""), ...(wantsTimes ? { times: this.#times() } : {}) };
  }

  #namesNewestFirst(): string {
    return this.#files
      .sorted(this.#matching)
      .map(({ name }) => `${name.slice(this.#task.cut)}\0`)
      .join("");
  }

  #times(): ReadonlyMap<RawPath, bigint> {
    const times = new Map<RawPath, bigint>();
    for (const file of this.#matching) {
      const modified = this.#files.modifiedOf(file);
      if (modified !== undefined) times.set(file.name.slice(this.#task.cut), modified);
    }
    return times;
  }

  #print({ text, hits }: Printed): void {
    this.#printed.push(text);
    this.chars += text.length;
    this.found += this.#task.reach?.unit === "hits" ? hits : 1;
  }
}

function judge(name: RawPath, content: Content, sought: Sought, shape: Shape): Printed | undefined {
  if (content.kind === "binary") return NOTHING; // a walk leaves it alone
  return content.kind === "text" ? printedOf(name, content.texts, sought, shape) : undefined;
}

/** After a part of the files, time tells how long the rest will take: if that is too long, little is lost yet. */
class Progress {
  readonly #crowd: Crowd;
  readonly #least: number;
  readonly #budgetMs: number;
  readonly #pace: Pace;
  readonly #startMs = performance.now();
  #done = 0;
  #noted = 0;
  #countsOnSinceMs: number | undefined;
  isTooSlow = false;
  isEnough = false;

  constructor({ crowd, verification, reach }: Task, pace: Pace) {
    this.#crowd = crowd;
    this.#least = reach?.least ?? Number.POSITIVE_INFINITY;
    this.#budgetMs = verification.budgetMs;
    this.#pace = pace;
  }

  note({ found, done }: Verdicts, left: number): void {
    this.#done = done;
    const isTimeToLook = ++this.#noted % FILES_PER_LOOK === 0;
    if (found >= this.#least) this.#countOn(left, isTimeToLook);
    else if (isTimeToLook && this.#willTakeTooLong(found, left)) {
      this.isTooSlow = true;
      this.#pace.wasTooSlow();
    }
  }

  /** All has been looked at that was to be. */
  end(): void {
    this.#pace.note(this.#loadOf(this.#done), performance.now() - this.#startMs);
  }

  #countOn(left: number, isTimeToLook: boolean): void {
    const isFirst = this.#countsOnSinceMs === undefined;
    this.#countsOnSinceMs ??= performance.now();
    const isLong = isFirst
      ? this.#pace.estimateMs(this.#loadOf(left)) > COUNT_ON_MS
      : isTimeToLook && left > FEW && performance.now() - this.#countsOnSinceMs > COUNT_ON_MS;
    if (!isLong) return;
    this.isEnough = true;
    this.end();
  }

  #willTakeTooLong(found: number, left: number): boolean {
    const ms = performance.now() - this.#startMs;
    if (ms < EARLY * this.#budgetMs) return false;
    const rest = Math.min(left / this.#done, found === 0 ? Number.POSITIVE_INFINITY : this.#least / found - 1);
    return ms * (1 + rest) > this.#budgetMs;
  }

  /** Of some files, as if all were alike. */
  #loadOf(files: number): Load {
    const all = loadOf(this.#crowd);
    return { files, bytes: all.files === 0 ? 0 : (all.bytes * files) / all.files };
  }
}

const FILES_PER_LOOK = 32;
/** So few are looked at in any case. */
const FEW = 500;
const EARLY = 0.05;
