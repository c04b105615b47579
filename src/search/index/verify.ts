// What ripgrep would print of a text, found in process. Only where that is proven equal: whatever is in doubt is left to ripgrep.
import { isAscii } from "node:buffer";
import type { RawPath } from "../../workspace/raw-path.ts";
import { LINE_END } from "./grams.ts";
import { LinePrinter, type Lines, type Span } from "./line-printer.ts";
import type { Text } from "./parts.ts";
import type { Proven } from "./proven.ts";
import { type Needle, needleOf, needleOfRow, type Scanner, type SoughtRow } from "./wasm/scanner.ts";

/** What is printed of a file that matches: its name, its count of matching lines, or those lines with others around them. */
export type Shape = { readonly what: "names" } | { readonly what: "counts" } | Lines;

/** What a run prints: names, counts, or lines. */
export type What = Shape["what"];

/** What is looked for, and with what. */
export interface Sought {
  readonly proven: Proven;
  readonly needles: readonly Needle[];
  readonly row: SoughtRow | undefined;
  readonly scanner: Scanner;
}

export function soughtOf(proven: Proven, scanner: Scanner): Sought {
  const row = proven.row && { row: proven.row, needle: needleOfRow(proven.row) };
  return { proven, needles: proven.needles.map((needle) => needleOf(needle, proven.foldsCase)), row, scanner };
}

/** Of a text that takes longer, ripgrep has to say. */
const MAX_TEXT_MS = 20;
const LINES_PER_LOOK = 4;

/** What is printed, one character a byte, and how many lines of the file match, as far as they were counted. */
export interface Printed {
  readonly text: string;
  readonly hits: number;
  /** About so many characters of it are shown: names, or lines without what stands before them. */
  readonly shownChars: number;
  /** There may be more: it was enough. */
  readonly isCut?: true;
}

/** So many lines, or so much text, are enough, once so many characters are printed. */
export interface Enough {
  readonly hits: number;
  readonly shownChars: number;
  readonly chars: number;
}

const ALL: Enough = { hits: Number.POSITIVE_INFINITY, shownChars: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY };
export const NOTHING: Printed = { text: "", hits: 0, shownChars: 0 };

/** Undefined if only ripgrep can say. */
export function printedOf(name: RawPath, texts: readonly Text[], sought: Sought, shape: Shape, enough?: Enough): Printed | undefined {
  if (!texts.every((text) => isUnderstood(text, sought))) return undefined;
  if (shape.what === "lines") return linesOf(name, texts, sought, shape, enough);
  const hits = countOf(texts, sought, shape.what === "names" ? 1 : Number.POSITIVE_INFINITY);
  if (hits === undefined || hits === 0) return hits === 0 ? NOTHING : undefined;
  const text = shape.what === "names" ? `${name}\0` : `${name}\0${hits}\n`;
  return { text, hits, shownChars: text.length };
}

/** Whether it can be told of a text where the pattern may match in it. */
function isUnderstood({ bytes }: Text, sought: Sought): boolean {
  const { isLiteral, needles, isBeyondAscii } = sought.proven;
  return (isBeyondAscii && (isLiteral || needles.length > 0)) || rowFor(bytes, sought) !== undefined || isAscii(bytes);
}

/** The row of a pattern, if it tells which lines of a text match. */
function rowFor(bytes: Buffer, { row, proven }: Sought): SoughtRow | undefined {
  return row !== undefined && (proven.isRowBeyondAscii || isAscii(bytes)) ? row : undefined;
}

/** Matching lines, no more than needed. */
function countOf(texts: readonly Text[], sought: Sought, most: number): number | undefined {
  let count = 0;
  for (const text of texts) {
    const more = countIn(text, sought, most - count);
    if (more === undefined) return undefined;
    count += more;
    if (count >= most) break;
  }
  return count;
}

function countIn(text: Text, sought: Sought, most: number): number | undefined {
  const { scanner, needles, proven } = sought;
  if (proven.isLiteral && most === 1) return hasNeedle(text, sought) ? 1 : 0;
  if (proven.isLiteral && needles.length === 1) return scanner.count(text.bytes, needles[0] as Needle);
  const row = rowFor(text.bytes, sought);
  if (row !== undefined) return most > 1 ? scanner.countRow(text.bytes, row) : scanner.findRow(text.bytes, 0, row) === -1 ? 0 : 1;
  const lines = new MatchingLines(text.bytes, sought);
  let count = 0;
  while (count < most && lines.next() !== undefined) count++;
  return lines.isUndecided ? undefined : count;
}

function hasNeedle({ bytes }: Text, { needles, scanner }: Sought): boolean {
  return needles.some((needle) => scanner.find(bytes, 0, needle) !== -1);
}

function linesOf(name: RawPath, texts: readonly Text[], sought: Sought, shape: Lines, enough: Enough = ALL): Printed | undefined {
  let [printed, hits, shownChars] = ["", 0, 0];
  for (const text of texts) {
    const lines = new MatchingLines(text.bytes, sought);
    const printer = new LinePrinter(name, text, shape, sought.scanner);
    for (let hit = lines.next(); hit !== undefined; hit = lines.next()) {
      const isMuch = printed.length + printer.text.length > enough.chars;
      if (isMuch && (hits >= enough.hits || shownChars + printer.shownChars >= enough.shownChars))
        return { text: printed + printer.text, hits, shownChars: shownChars + printer.shownChars, isCut: true };
      if (!printer.hit(hit)) return undefined;
      hits++;
    }
    const more = printer.end();
    if (more === undefined || lines.isUndecided) return undefined;
    printed += more;
    shownChars += printer.shownChars;
  }
  return { text: printed, hits, shownChars };
}

/** The lines that match, one after the other. */
class MatchingLines {
  readonly #bytes: Buffer;
  readonly #proven: Proven;
  /** Where a match may be. */
  readonly #needles: Pick<Needles, "from">;
  /** It is one. */
  readonly #isSure: boolean;
  #at = 0;
  #tested = 0;
  #startMs: number | undefined;
  /** There is a line of which only ripgrep knows whether it matches. */
  isUndecided = false;

  constructor(bytes: Buffer, sought: Sought) {
    this.#bytes = bytes;
    this.#proven = sought.proven;
    const row = rowFor(bytes, sought);
    this.#isSure = sought.proven.isLiteral || row !== undefined;
    this.#needles = row === undefined ? new Needles(bytes, sought) : { from: (at) => sought.scanner.findRow(bytes, at, row) };
  }

  next(): Span | undefined {
    for (let at = this.#needles.from(this.#at); at !== -1; at = this.#needles.from(this.#at)) {
      const start = at === 0 ? 0 : this.#bytes.lastIndexOf(LINE_END, at - 1) + 1;
      const newline = this.#bytes.indexOf(LINE_END, at);
      const end = newline === -1 ? this.#bytes.length : newline;
      this.#at = end + 1;
      // Before the end of a line \r belongs to it; without one it is text.
      const hasReturn = newline > start && this.#bytes[newline - 1] === 0x0d;
      if (this.#isSure || this.#matches(start, hasReturn ? end - 1 : end)) return { start, end };
      if (this.isUndecided) return undefined;
    }
    return undefined;
  }

  #matches(start: number, end: number): boolean {
    if (end - start > this.#proven.maxLineChars || this.#isSlow()) return this.#doubt();
    const line = this.#bytes.toString("latin1", start, end);
    return NON_ASCII.test(line) ? hasAsciiMatch(line, this.#proven) || this.#doubt() : this.#proven.line.test(line);
  }

  /** Lines can be made so that each takes long. */
  #isSlow(): boolean {
    if (++this.#tested % LINES_PER_LOOK !== 0) return false;
    this.#startMs ??= performance.now();
    return performance.now() - this.#startMs > MAX_TEXT_MS;
  }

  #doubt(): false {
    this.isUndecided = true;
    return false;
  }
}

const NON_ASCII = /[\x80-\xff]/;

/** Whether there is a match that has nothing beyond ASCII in it or beside it: whatever else is on the line does not matter to it. */
function hasAsciiMatch(line: string, { line: pattern }: Proven): boolean {
  const found = pattern.exec(line);
  return found !== null && !NON_ASCII.test(line.slice(Math.max(0, found.index - 1), found.index + found[0].length + 1));
}

/** Where one of several texts stands next. */
class Needles {
  readonly #bytes: Buffer;
  readonly #sought: Sought;
  /** For each, where it stands next; -1 = nowhere any more. */
  readonly #next: number[];

  constructor(bytes: Buffer, sought: Sought) {
    this.#bytes = bytes;
    this.#sought = sought;
    this.#next = sought.needles.map((needle) => sought.scanner.find(bytes, 0, needle));
  }

  from(at: number): number {
    const { needles, scanner } = this.#sought;
    let first = -1;
    for (let index = 0; index < needles.length; index++) {
      let next = this.#next[index] as number;
      if (next !== -1 && next < at) next = this.#next[index] = scanner.find(this.#bytes, at, needles[index] as Needle);
      if (next !== -1 && (first === -1 || next < first)) first = next;
    }
    return first;
  }
}
