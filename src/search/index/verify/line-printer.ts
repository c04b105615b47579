// Matching lines of a text and those around them, as ripgrep prints them.
import type { RawPath } from "../../../workspace/raw-path.ts";
import { LINE_END } from "../segments/grams.ts";
import type { Text } from "../texts/parts.ts";
import type { Scanner } from "../wasm/scanner.ts";

/** Whether it counts when lines are measured need not be known: of lines for which it would matter, ripgrep says. */
const MAX_LINE_END = 2;
/** Stands for a long line, be it a hit or not: both are read alike. */
const OMITTED = "[Omitted long matching line]";

/** How lines are printed. */
export interface Lines {
  readonly what: "lines";
  readonly before: number;
  readonly after: number;
  /** The text of longer lines is not printed. */
  readonly maxBytes: number;
  /** No more of a line is shown. */
  readonly columns: number;
}

/** A line's bytes, without its end. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Prints hits with the lines around them, each line once. */
export class LinePrinter {
  readonly #name: RawPath;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #scanner: Scanner;
  readonly #shape: Lines;
  /** What is printed so far, without what may follow the last hit. */
  text = "";
  shownChars = 0;
  /** Up to here lines were counted and, if they belong to the answer, printed. */
  #at = 0;
  #line: number;
  #afterLeft = 0;

  constructor(name: RawPath, { bytes, start, linesBefore }: Text, shape: Lines, scanner: Scanner) {
    this.#scanner = scanner;
    this.#name = /^\d/.test(name) ? `./${name}` : name; // what begins with a digit is a line
    this.#bytes = bytes;
    this.#start = start;
    this.#line = linesBefore + 1;
    this.#shape = shape;
  }

  /** False if only ripgrep knows how a line is printed. */
  hit(span: Span): boolean {
    if (!this.#printAfter(span.start)) return false;
    for (const context of this.#before(span.start)) if (!this.#print(context, "-")) return false;
    this.#skipTo(span.start);
    this.#afterLeft = this.#shape.after;
    return this.#print(span, ":");
  }

  /** Undefined if a line is. */
  end(): string | undefined {
    return this.#printAfter(this.#bytes.length) ? this.text : undefined;
  }

  #printAfter(limit: number): boolean {
    while (this.#afterLeft > 0 && this.#at < limit) {
      this.#afterLeft--;
      if (!this.#print(this.#lineAt(this.#at), "-")) return false;
    }
    return true;
  }

  /** The lines before a place that were not printed yet. */
  #before(place: number): readonly Span[] {
    const spans: Span[] = [];
    for (let end = place - 1; spans.length < this.#shape.before && end >= this.#at; ) {
      const start = end === 0 ? 0 : this.#bytes.lastIndexOf(LINE_END, end - 1) + 1;
      spans.unshift({ start, end });
      end = start - 1;
    }
    return spans;
  }

  #print({ start, end }: Span, mark: ":" | "-"): boolean {
    const isLong = end - start > this.#shape.maxBytes;
    if (!isLong && end - start + MAX_LINE_END > this.#shape.maxBytes) return false;
    if (end === this.#bytes.length && this.#bytes[end - 1] === 0x0d) return false; // a \r without \n is text, which does not show here
    this.#skipTo(start);
    const text = isLong ? OMITTED : this.#bytes.toString("latin1", start, end);
    this.text += `${this.#name}\0${this.#line}${mark}${this.#start + start}${mark}${text}\n`;
    this.shownChars += Math.min(end - start, this.#shape.columns) + 1;
    this.#at = end + 1;
    this.#line++;
    return true;
  }

  /** To the beginning of a line. */
  #skipTo(place: number): void {
    if (this.#at >= place) return;
    this.#line += this.#scanner.lines(this.#bytes.subarray(this.#at, place));
    this.#at = place;
  }

  #lineAt(start: number): Span {
    const newline = this.#bytes.indexOf(LINE_END, start);
    return { start, end: newline === -1 ? this.#bytes.length : newline };
  }
}
