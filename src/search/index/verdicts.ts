// What is found of each file that is verified, and the sum of it.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { AcrossLines } from "./across-lines.ts";
import type { Crowd } from "./crowd.ts";
import type { Chosen, File, Picked } from "./file.ts";
import type { Files } from "./files.ts";
import type { Position, Reach } from "./in-order.ts";
import type { Proven } from "./proven.ts";
import { MAX_BYTES } from "./read-text.ts";
import type { Report } from "./second/messages.ts";
import type { Content, Loan } from "./texts.ts";
import { type Enough, NOTHING, type Printed, printedOf, type Shape, type Sought, soughtOf } from "./verify.ts";

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
  /** Nobody waits for it any more. */
  readonly isCalledOff: () => boolean;
}

const NEVER_FULL = { chars: Number.POSITIVE_INFINITY, after: 0 };
/** More lines of one file than this are printed only if a page needs them. */
const MANY_CHARS = 65_536;

/** What was found of each file. */
export class Verdicts {
  readonly #task: Task;
  readonly #files: Files;
  readonly #sought: Sought;
  /** What stands around a line may be in another part. */
  readonly #isWhole: boolean;
  readonly #printed: string[] = [];
  readonly #matching: File[] = [];
  readonly #left: { known: Chosen[]; doubtful: Chosen[] } = { known: [], doubtful: [] };
  #before: Beyond | undefined;
  #beyond: Beyond | undefined;
  chars = 0;
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
    this.#sought = soughtOf(proven, files.scanner);
    this.#isWhole = shape.what === "lines" && shape.before + shape.after > 0;
  }

  /** How many are left for ripgrep. */
  get left(): number {
    return this.#left.known.length + this.#left.doubtful.length;
  }

  lend(chosen: Chosen): Loan | undefined {
    return chosen.file.size > this.#task.maxBytes ? undefined : this.#files.lend(this.#isWhole ? { file: chosen.file } : chosen);
  }

  /** "cut": no more is needed, in order, of a file with very many matches; or what comes next cannot be counted. */
  add(chosen: Chosen, isInOrder: boolean): "cut" | undefined {
    this.noteDone(chosen.file);
    const size = this.#sizeOf(chosen.file);
    if (size === undefined) return this.#leave(chosen, "doubtful");
    if (size > this.#task.maxBytes) return undefined; // left out, as ripgrep would
    if (isInOrder && this.#isBefore(chosen)) return undefined;
    const name = chosen.file.name.slice(this.#task.cut);
    const content = this.#files.contentOf(this.#isWhole && this.#beyond === undefined ? { file: chosen.file } : chosen);
    const shape = this.#beyond === undefined ? this.#task.verification.shape : countable(this.#task.verification.shape);
    const printed = judge(name, content, this.#sought, shape, isInOrder ? this.#enough() : undefined);
    if (printed === undefined) return this.#leave(chosen, "texts" in content ? "known" : "doubtful");
    if (printed.hits > 0) this.#note(chosen.file, printed);
    return printed.isCut ? "cut" : undefined;
  }

  /** How large a file is, where that matters; undefined if it is not sure. */
  #sizeOf(file: File): number | undefined {
    return this.#task.maxBytes >= MAX_BYTES || this.#files.isVouched(file) ? file.size : undefined;
  }

  /** Has ripgrep say; but what it finds behind what is only counted would come too early, unless a page is full for sure. */
  #leave(chosen: Chosen, how: keyof Picked): "cut" | undefined {
    if (this.#beyond !== undefined && this.found <= (this.#task.reach?.most ?? 0)) return "cut";
    this.#left[how].push(chosen);
    return undefined;
  }

  /** Whether all that is in a file comes before what is shown; then it is counted. Behind files of which ripgrep has to say, nobody knows that. */
  #isBefore(chosen: Chosen): boolean {
    const { skipped = 0 } = this.#task.reach ?? {};
    if (this.found >= skipped || this.left > 0) return false;
    const counted = judge("", this.#files.contentOf(chosen), this.#sought, COUNTED, undefined);
    if (counted === undefined || this.found + counted.hits > skipped) return false;
    this.#before = added(this.#before, counted.hits);
    this.found += counted.hits;
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
  take({ printed, hits, matching }: Report, fileAt: (index: number) => File): void {
    this.#print({ text: printed, hits, shownChars: 0 }, matching.length);
    for (const index of matching) this.#matching.push(fileAt(index));
  }

  sum(rest: Position | undefined): Verified {
    const { shape, isNewestFirst } = this.#task.verification;
    const counted = { ...(this.#before ? { before: this.#before } : {}), ...(this.#beyond ? { beyond: this.#beyond } : {}) };
    const found = { what: shape.what, left: this.#left, ...counted, ...(rest === undefined ? {} : { rest }) };
    return { ...found, ...(isNewestFirst && shape.what === "names" ? this.#namesNewestFirst() : { printed: this.#printed.join("") }) };
  }

  #namesNewestFirst(): Pick<Verified, "printed" | "isNewestFirst" | "order"> {
    const left = [...this.#left.known, ...this.#left.doubtful].map(({ file }) => file);
    const namesOf = (files: readonly File[]): string => files.map(({ name }) => `${name.slice(this.#task.cut)}\0`).join("");
    const printed = namesOf(this.#files.sorted(this.#matching));
    return { printed, isNewestFirst: true, ...(left.length === 0 ? {} : { order: namesOf(this.#files.sorted([...this.#matching, ...left])) }) };
  }

  #enough(): Enough | undefined {
    const { reach } = this.#task;
    if (reach?.unit !== "hits") return undefined;
    const { chars, after } = reach.full ?? NEVER_FULL;
    // Less than this may be fewer characters than are needed: of some, four bytes make one.
    const shownChars = this.found < after ? Number.POSITIVE_INFINITY : 4 * chars - this.shownChars;
    return { hits: reach.most + 1 - this.found, shownChars, chars: MANY_CHARS };
  }

  #note(file: File, printed: Printed): void {
    if (this.#beyond !== undefined) {
      this.#beyond = added(this.#beyond, printed.hits);
      return;
    }
    this.#print(printed);
    this.#matching.push(file);
  }

  #print({ text, hits, shownChars }: Printed, files = 1): void {
    const { reach } = this.#task;
    this.#printed.push(text);
    this.chars += text.length;
    // Of a file of which some is skipped, it is not known how much of it is shown.
    if (this.found >= (reach?.full?.after ?? 0)) this.shownChars += shownChars;
    this.found += reach?.unit === "hits" ? hits : files;
  }
}

const COUNTED: Shape = { what: "counts" };

/** With the hits of one more file; of one without any, nothing is added. */
function added({ entries, hits }: Beyond = { entries: 0, hits: 0 }, more: number): Beyond {
  return { entries: entries + Math.min(1, more), hits: hits + more };
}

/** What tells no more than how many there are. */
function countable(shape: Shape): Shape {
  return shape.what === "lines" ? COUNTED : shape;
}

function judge(name: RawPath, content: Content, sought: Sought, shape: Shape, enough: Enough | undefined): Printed | undefined {
  if (content.kind === "binary") return NOTHING; // a walk leaves it alone
  const isClear = content.kind === "text" || (content.kind === "partners" && "proven" in sought && !sought.proven.isCaseless);
  return isClear ? printedOf(name, content.texts, sought, shape, enough) : undefined;
}
