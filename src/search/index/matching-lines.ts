// Lines that match, in a text of which it can be told where the pattern may match in it.
import { LINE_END } from "./grams.ts";
import type { Span } from "./line-printer.ts";
import { NeedlePlaces } from "./needle-places.ts";
import { hasMark } from "./parts.ts";
import { Patience } from "./patience.ts";
import type { Proven } from "./proven.ts";
import { type SoughtOnLines, type Sure, sureIn } from "./sure.ts";

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
    if (!NON_ASCII.test(line)) return this.#proven.line.test(line);
    return hasAsciiMatch(line, this.#proven) || (this.#mayMatch(start, end) && this.#doubt());
  }

  /** A mark that ripgrep takes away is not before a line's start. */
  #mayMatch(start: number, end: number): boolean {
    const { atMost } = this.#proven;
    if (atMost === undefined || end - start > atMost.maxChars || (start === 0 && hasMark(this.#bytes))) return true;
    return atMost.line.test(this.#bytes.toString("utf8", start, end));
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
