// Lines that match, in a text of which it can be told where the pattern may match in it.
import { isAscii, isUtf8 } from "node:buffer";
import { LINE_END } from "./grams.ts";
import type { Span } from "./line-printer.ts";
import { NeedlePlaces } from "./needle-places.ts";
import { Patience } from "./patience.ts";
import type { Proven } from "./proven.ts";
import type { Needle, Scanner, SoughtChain, SoughtRow } from "./wasm/scanner.ts";

/** What is looked for on lines, and with what. */
export interface SoughtOnLines {
  readonly proven: Proven;
  readonly needles: readonly Needle[];
  readonly row: SoughtRow | undefined;
  readonly chain: SoughtChain | undefined;
  readonly scanner: Scanner;
}

/** Finds matching lines of a text without an expression. */
export interface Sure {
  /** A place on the next matching line, from the beginning of a line on; -1 if there is none. */
  find(from: number): number;
  count(): number;
}

/** Undefined if an expression is needed. */
export function sureIn(bytes: Buffer, { row, chain, proven, needles: [needle, ...others], scanner }: SoughtOnLines): Sure | undefined {
  if (proven.isLiteral && needle !== undefined && others.length === 0 && (proven.isBeyondAscii || isAscii(bytes)))
    return { find: (from) => scanner.find(bytes, from, needle), count: () => scanner.count(bytes, needle) };
  if (row !== undefined && (proven.isRowBeyondAscii || isAscii(bytes)))
    return { find: (from) => scanner.findRow(bytes, from, row), count: () => scanner.countRow(bytes, row) };
  if (chain !== undefined && !bytes.includes(CARRIAGE_RETURN) && isUtf8(bytes))
    return { find: (from) => scanner.findChain(bytes, from, chain), count: () => scanner.countChain(bytes, chain) };
  return undefined;
}

const CARRIAGE_RETURN = 0x0d;

/** The lines that match, one after the other. */
export class MatchingLines {
  readonly #bytes: Buffer;
  readonly #proven: Proven;
  /** Where a match may be. */
  readonly #places: Pick<Sure, "find">;
  /** It is one. */
  readonly #isSure: boolean;
  readonly #patience = new Patience();
  #at = 0;
  /** There is a line of which only ripgrep knows whether it matches. */
  isUndecided = false;

  constructor(bytes: Buffer, sought: SoughtOnLines) {
    this.#bytes = bytes;
    this.#proven = sought.proven;
    const sure = sureIn(bytes, sought);
    this.#isSure = sought.proven.isLiteral || sure !== undefined;
    this.#places = sure ?? new NeedlePlaces(bytes, sought.needles, sought.scanner);
  }

  next(): Span | undefined {
    for (let at = this.#places.find(this.#at); at !== -1; at = this.#places.find(this.#at)) {
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
    if (end - start > this.#proven.maxLineChars || this.#patience.isOver()) return this.#doubt();
    const line = this.#bytes.toString("latin1", start, end);
    return NON_ASCII.test(line) ? hasAsciiMatch(line, this.#proven) || this.#doubt() : this.#proven.line.test(line);
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
