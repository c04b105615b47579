// What is found of each file that is verified, and the sum of it.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Crowd } from "./crowd.ts";
import type { Chosen, File, Files, Picked } from "./files.ts";
import type { Position, Reach } from "./in-order.ts";
import type { Proven } from "./proven.ts";
import type { Report } from "./second/messages.ts";
import type { Content, Loan } from "./texts.ts";
import { type Enough, NOTHING, type Printed, printedOf, type Shape, type Sought, soughtOf } from "./verify.ts";

export interface Verification {
  readonly proven: Proven;
  readonly shape: Shape;
  /** More lines than this are too many. */
  readonly maxChars: number;
  /** How long it may take. */
  readonly budgetMs: number;
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

/** More lines of one file than this are printed only if a page needs them. */
const MANY_CHARS = 262_144;

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
  chars = 0;
  /** In the unit of the task. */
  found = 0;
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

  lend(chosen: Chosen): Loan | undefined {
    return this.#files.lend(this.#isWhole ? { file: chosen.file } : chosen);
  }

  /** In order, of a file with very many matches no more is printed than a page needs; then it is "cut". */
  add(chosen: Chosen, isInOrder: boolean): "cut" | undefined {
    this.noteDone(chosen.file);
    const name = chosen.file.name.slice(this.#task.cut);
    const content = this.#files.contentOf(this.#isWhole ? { file: chosen.file } : chosen);
    const printed = judge(name, content, this.#sought, this.#task.verification.shape, isInOrder ? this.#enough() : undefined);
    if (printed === undefined) this.#left["texts" in content ? "known" : "doubtful"].push(chosen);
    else if (printed.hits > 0) {
      this.#print(printed);
      this.#matching.push(chosen.file);
    }
    return printed?.isCut ? "cut" : undefined;
  }

  noteDone({ size }: File): void {
    this.done++;
    this.doneBytes += size;
  }

  /** What the second thread found. */
  take({ printed, hits, matching }: Report, fileAt: (index: number) => File): void {
    this.#print({ text: printed, hits }, matching.length);
    for (const index of matching) this.#matching.push(fileAt(index));
  }

  sum(rest: Position | undefined): Verified {
    const { shape, isNewestFirst } = this.#task.verification;
    const found = { what: shape.what, left: this.#left, ...(rest === undefined ? {} : { rest }) };
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
    return reach?.unit === "hits" ? { hits: reach.most + 1 - this.found, chars: MANY_CHARS } : undefined;
  }

  #print({ text, hits }: Printed, files = 1): void {
    this.#printed.push(text);
    this.chars += text.length;
    this.found += this.#task.reach?.unit === "hits" ? hits : files;
  }
}

function judge(name: RawPath, content: Content, sought: Sought, shape: Shape, enough: Enough | undefined): Printed | undefined {
  if (content.kind === "binary") return NOTHING; // a walk leaves it alone
  const isClear = content.kind === "text" || (content.kind === "partners" && !sought.proven.isCaseless);
  return isClear ? printedOf(name, content.texts, sought, shape, enough) : undefined;
}
