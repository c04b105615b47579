// What is found of each file that is verified, and the sum of it.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { Crowd } from "../crowd.ts";
import { type Chosen, type File, isVouched, type Picked } from "../file.ts";
import type { Files } from "../files.ts";
import type { AcrossLines } from "../pattern/across-lines.ts";
import type { Proven } from "../pattern/proven.ts";
import type { Report } from "../second/messages.ts";
import { keptOf } from "../texts/contents.ts";
import { MAX_BYTES } from "../texts/read-text.ts";
import type { Loan } from "../texts/texts.ts";
import type { Position, Reach } from "./in-order.ts";
import { hitsIn, isClear, judge } from "./judge.ts";
import { MatchingFiles } from "./matching-files.ts";
import { PrintedLines } from "./printed-lines.ts";
import type { SoughtOnLines } from "./sure.ts";
import { type Enough, type Printed, type Shape, type Sought, soughtOf } from "./verify.ts";

export interface Verification {
  readonly proven: Proven | AcrossLines;
  readonly shape: Shape;
  /** More lines than this are too many. */
  readonly maxChars: number;
  /** How long it may take, and how much of that each file takes that is left for ripgrep. */
  readonly budgetMs: number;
  readonly leftMs: number;
  /** Names are printed newest first. */
  readonly isNewestFirst: boolean;
}

export interface Verified {
  /** What ripgrep would print, one character a byte. */
  readonly printed: string;
  /** Counts stand for lines if those would be too many. */
  readonly what: Shape["what"];
  /** What is printed is newest first. */
  readonly isNewestFirst?: true;
  /** If something is left then: all names in that order, also those that are left, each ended by a NUL. */
  readonly order?: string;
  /** There is more in the last file. */
  readonly isCut?: true;
  readonly left: Picked;
  /** What was found before what is shown, and is not printed. */
  readonly before?: Beyond;
  /** What was found after enough was printed. */
  readonly beyond?: Beyond;
  /** What comes after this was not looked at. */
  readonly rest?: Position;
}

/** Matching files and lines that are counted, not printed. */
export interface Beyond {
  readonly entries: number;
  readonly hits: number;
}

/** Candidates to be verified, how, and how far. */
export interface Task {
  readonly crowd: Crowd;
  readonly verification: Verification;
  /** Takes what begins the printed names away: they are relative to where the search starts. */
  readonly cut: number;
  /** Larger files are left out. */
  readonly maxBytes: number;
  readonly reach: Reach | undefined;
  /** Which names are meant. */
  readonly passes: (name: RawPath) => boolean;
  /** Nobody waits for it any more. */
  readonly isCalledOff: () => boolean;
}

const NEVER_FULL = { chars: Number.POSITIVE_INFINITY, after: 0 };
/** More lines of one file than this are printed only if a page needs them. */
const MANY_CHARS = 65_536;

/** To make automata takes about as long as expressions do in so many files. */
const FOR_MANY = 300;

/** What was found of each file. */
export class Verdicts {
  readonly #task: Task;
  readonly #files: Files;
  readonly #sought: Sought;
  readonly #onLines: SoughtOnLines | undefined;
  /** What stands around a line may be in another part. */
  readonly #isWhole: boolean;
  readonly #printed = new PrintedLines();
  readonly #matching: MatchingFiles;
  readonly #left: { known: Chosen[]; doubtful: Chosen[] } = { known: [], doubtful: [] };
  #before: Beyond | undefined;
  #beyond: Beyond | undefined;
  /** Found behind what is shown, among what was not taken in order. */
  #behind: Beyond | undefined;
  /** In the unit of the task. */
  found = 0;
  /** At least about so many characters are shown of what was found after what is skipped. */
  shownChars = 0;
  /** How many files were looked at, and how much text they have. */
  done = 0;
  doneBytes = 0;

  constructor(task: Task, files: Files) {
    const { proven, shape } = task.verification;
    this.#task = task;
    this.#files = files;
    this.#matching = new MatchingFiles(task.cut);
    this.#sought = soughtOf(proven, files.scanner, { isForMany: task.crowd.size + task.crowd.toCome >= FOR_MANY });
    this.#onLines = "proven" in this.#sought ? this.#sought : undefined;
    this.#isWhole = shape.what === "lines" && shape.before + shape.after > 0;
  }

  /** How many are left for ripgrep. */
  get left(): number {
    return this.#left.known.length + this.#left.doubtful.length;
  }

  lend(chosen: Chosen): Loan | undefined {
    return chosen.file.size > this.#task.maxBytes ? undefined : this.#files.lend(this.#isWhole ? { file: chosen.file } : chosen);
  }

  /** "cut": no more is needed, in order, of a file with very many matches; or what comes next cannot be counted. "quick": it took next to no time. */
  add(index: number, isInOrder: boolean): "cut" | "quick" | undefined {
    const { crowd, cut, reach } = this.#task;
    const file = crowd.file(index);
    this.noteDone(file);
    const { what } = this.#shape;
    const isBefore = isInOrder && this.found < (reach?.skipped ?? 0);
    const isShown = what === "lines" && !this.#printed.isBehind(file);
    const hits = isShown || isBefore ? undefined : this.#hitsAtOnce(index, what === "names");
    if (hits === undefined) return this.#look(index, isInOrder);
    if (hits > 0) this.#note(file, { text: "", hits, shownChars: file.name.length - cut + 1 });
    return "quick";
  }

  /** What is printed now. */
  get #shape(): Shape {
    const { shape } = this.#task.verification;
    return this.#beyond === undefined ? shape : countable(shape);
  }

  /** How many lines of a file match, if it is in memory and bytes tell. */
  #hitsAtOnce(index: number, isAnyEnough: boolean): number | undefined {
    const { crowd, maxBytes } = this.#task;
    const file = crowd.file(index);
    const kept = keptOf(file, file.version);
    if (this.#onLines === undefined || kept === undefined || file.size > maxBytes) return undefined;
    if (!isVouched(file) || !isClear(file.kind, this.#onLines)) return undefined;
    return hitsIn(kept, crowd.parts(index), this.#onLines, isAnyEnough);
  }

  #look(index: number, isInOrder: boolean): "cut" | undefined {
    const chosen = this.#task.crowd.chosen(index);
    const size = this.#sizeOf(chosen.file);
    if (size === undefined) return this.#leave(chosen, "doubtful");
    if (size > this.#task.maxBytes) return undefined; // left out, as ripgrep would
    if (isInOrder && this.#isBefore(index, chosen)) return undefined;
    const name = chosen.file.name.slice(this.#task.cut);
    const content = this.#files.contentOf(this.#isWhole && this.#beyond === undefined ? { file: chosen.file } : chosen);
    const printed = judge(name, content, this.#sought, this.#shape, isInOrder ? this.#enough() : undefined);
    if (printed === undefined) return this.#leave(chosen, "texts" in content ? "known" : "doubtful");
    if (printed.hits > 0) this.#note(chosen.file, printed);
    return printed.isCut ? "cut" : undefined;
  }

  /** How large a file is, where that matters; undefined if it is not sure. */
  #sizeOf(file: File): number | undefined {
    return this.#task.maxBytes >= MAX_BYTES || isVouched(file) ? file.size : undefined;
  }

  /** Has ripgrep say; but what it finds behind what is only counted would come too early, unless a page is full for sure. */
  #leave(chosen: Chosen, how: keyof Picked): "cut" | undefined {
    if (this.#beyond !== undefined && this.found <= (this.#task.reach?.most ?? 0)) return "cut";
    this.#left[how].push(chosen);
    return undefined;
  }

  /** Whether all that is in a file comes before what is shown; then it is counted. Behind files of which ripgrep has to say, nobody knows that. */
  #isBefore(index: number, chosen: Chosen): boolean {
    const { skipped = 0 } = this.#task.reach ?? {};
    if (this.found >= skipped || this.left > 0) return false;
    const hits = this.#hitsAtOnce(index, false) ?? judge("", this.#files.contentOf(chosen), this.#sought, COUNTED, undefined)?.hits;
    if (hits === undefined || this.found + hits > skipped) return false;
    this.#before = added(this.#before, hits);
    this.found += hits;
    return true;
  }

  /** From here on, what is found is counted, if that will do. */
  countRest(): void {
    if (this.#task.reach?.isRestCounted) this.#beyond ??= { entries: 0, hits: 0 };
  }

  noteDone({ size }: File): void {
    this.done++;
    this.doneBytes += size;
  }

  /** What the second thread found. */
  take({ printed, matching, hits, chars }: Report, fileAt: (index: number) => File): void {
    let from = 0;
    for (const [at, index] of matching.entries()) {
      const to = from + (chars[at] ?? 0);
      this.#print(fileAt(index), printed.slice(from, to), hits[at] as number);
      from = to;
    }
  }

  /** Those that no page shows are counted, if that will do. */
  hasTooManyLines(): boolean {
    const { reach, verification } = this.#task;
    if (this.#printed.chars <= verification.maxChars) return false;
    if (reach?.unit !== "hits" || !reach.isRestCounted) return true;
    for (const hits of this.#printed.keepFirst(reach.most + 1 - (this.#before?.hits ?? 0))) this.#behind = added(this.#behind, hits);
    return this.#printed.chars > verification.maxChars / 2; // or this would be done again and again
  }

  sum(rest: Position | undefined): Verified {
    const { what } = this.#task.verification.shape;
    const beyond = sumOf(this.#beyond, this.#behind);
    const counted = { ...(this.#before ? { before: this.#before } : {}), ...(beyond ? { beyond } : {}) };
    const found = { what, left: this.#left, ...counted, ...(rest === undefined ? {} : { rest }) };
    if (what === "names" && this.#task.verification.isNewestFirst) return { ...found, ...this.#newestFirst() };
    return { ...found, printed: what === "lines" ? this.#printed.text : this.#matching.byPath(what) };
  }

  #newestFirst(): Pick<Verified, "printed" | "isNewestFirst" | "order"> {
    const left = [...this.#left.known, ...this.#left.doubtful].map(({ file }) => file);
    const printed = this.#matching.newestFirst(this.#files);
    return { printed, isNewestFirst: true, ...(left.length === 0 ? {} : { order: this.#matching.newestFirst(this.#files, left) }) };
  }

  #enough(): Enough | undefined {
    const { reach } = this.#task;
    if (reach?.unit !== "hits") return undefined;
    const { chars, after } = reach.full ?? NEVER_FULL;
    // Less than this may be fewer characters than are needed: of some, four bytes make one.
    const shownChars = this.found < after ? Number.POSITIVE_INFINITY : 4 * chars - this.shownChars;
    return { hits: reach.most + 1 - this.found, shownChars, chars: MANY_CHARS };
  }

  #note(file: File, { text, hits, shownChars }: Printed): void {
    if (this.#beyond !== undefined) {
      this.#beyond = added(this.#beyond, hits);
      return;
    }
    // Of a file of which some is skipped, it is not known how much of it is shown.
    if (this.found >= (this.#task.reach?.full?.after ?? 0)) this.shownChars += shownChars;
    this.#print(file, text, hits);
  }

  #print(file: File, text: string, hits: number): void {
    if (this.#task.verification.shape.what !== "lines") this.#matching.add(file, hits);
    else if (!this.#printed.add(file, text, hits)) this.#behind = added(this.#behind, hits);
    this.found += this.#task.reach?.unit === "hits" ? hits : 1;
  }
}

const COUNTED: Shape = { what: "counts" };

/** With the hits of one more file; of one without any, nothing is added. */
function added({ entries, hits }: Beyond = { entries: 0, hits: 0 }, more: number): Beyond {
  return { entries: entries + Math.min(1, more), hits: hits + more };
}

function sumOf(one: Beyond | undefined, other: Beyond | undefined): Beyond | undefined {
  return one && other ? { entries: one.entries + other.entries, hits: one.hits + other.hits } : (one ?? other);
}

/** What tells no more than how many there are. */
function countable(shape: Shape): Shape {
  return shape.what === "lines" ? COUNTED : shape;
}
