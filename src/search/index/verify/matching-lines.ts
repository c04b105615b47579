// Lines that match, in a text of which it can be told where the pattern may match in it.
import { COMMON_LETTERS, COMMON_MARKS } from "../pattern/char-set.ts";
import { isAtEdge } from "../pattern/edge.ts";
import type { LineTest } from "../pattern/line-test.ts";
import { CARRIAGE_RETURN, LINE_END } from "../segments/grams.ts";
import { hasMark, isPlainUtf8 } from "../texts/parts.ts";
import { AutomatonPlaces } from "./automaton-places.ts";
import type { Span } from "./line-printer.ts";
import { NeedlePlaces } from "./needle-places.ts";
import { Patience } from "./patience.ts";
import { type SoughtEdge, type SoughtOnLines, type Sure, sureIn } from "./sure.ts";

/** The lines that match, one after the other. */
export class MatchingLines {
  readonly #bytes: Buffer;
  /** Where a match may be. */
  readonly #places: Places;
  /** What tells whether it is one; undefined if it is for sure. */
  readonly #test: LineTest | undefined;
  /** Where a match must be on its line, if bytes tell. */
  readonly #edge: SoughtEdge | undefined;
  readonly #patience = new Patience();
  #at = 0;
  /** There is a line of which only ripgrep knows whether it matches. */
  isUndecided = false;

  constructor(bytes: Buffer, sought: SoughtOnLines) {
    this.#bytes = bytes;
    const sure = sureIn(bytes, sought);
    this.#test = sure === undefined ? sought.proven.test : undefined;
    this.#edge = sure === undefined && sought.edge !== undefined && !bytes.includes(CARRIAGE_RETURN) ? sought.edge : undefined;
    this.#places = sure ?? placesIn(bytes, sought, this.#edge);
  }

  next(): Span | undefined {
    for (let at = this.#places.find(this.#at); at !== -1; at = this.#places.find(this.#at)) {
      const start = at === 0 ? 0 : this.#bytes.lastIndexOf(LINE_END, at - 1) + 1;
      const newline = this.#bytes.indexOf(LINE_END, at);
      const end = newline === -1 ? this.#bytes.length : newline;
      this.#at = end + 1;
      if (this.#isMatch(at, start, end)) return { start, end };
      if (this.isUndecided) return undefined;
    }
    return undefined;
  }

  #isMatch(at: number, start: number, end: number): boolean {
    if (this.#places.isSure === true) return true;
    if (this.#test === undefined) return this.#places.isSure === undefined || this.#doubt();
    const isThere = this.#edge && isAtEdge(this.#bytes, at, this.#edge.isIndented);
    if (isThere !== undefined) return isThere;
    // Before the end of a line \r belongs to it; without one it is text.
    const hasReturn = end < this.#bytes.length && end > start && this.#bytes[end - 1] === CARRIAGE_RETURN;
    return this.#matches(this.#test, start, hasReturn ? end - 1 : end);
  }

  #matches(test: LineTest, start: number, end: number): boolean {
    if (end - start > test.maxChars || this.#patience.isOver()) return this.#doubt();
    const line = this.#bytes.toString("latin1", start, end);
    if (!NON_ASCII.test(line)) return test.line.test(line);
    return hasAsciiMatch(line, test.line) || this.#matchesBeyondAscii(test, start, end);
  }

  #matchesBeyondAscii({ atMost, common }: LineTest, start: number, end: number): boolean {
    if (start === 0 && hasMark(this.#bytes)) return this.#doubt(); // ripgrep takes that away: it is not before a line's start
    const line = this.#bytes.toString("utf8", start, end);
    if (common !== undefined && end - start <= common.maxChars) {
      const [isCommon, isMatch] = [ONLY_COMMON.test(line), common.line.test(line)];
      if (isCommon || (isMatch && common.isEnough)) return isMatch;
    }
    const mayMatch = atMost === undefined || end - start > atMost.maxChars || atMost.line.test(line);
    return mayMatch && this.#doubt();
  }

  #doubt(): false {
    this.isUndecided = true;
    return false;
  }
}

/** Places on lines, from the beginning of a line on. */
interface Places extends Pick<Sure, "find"> {
  /** The line that was found last matches, whatever else is on it. */
  readonly isSure?: boolean;
}

function placesIn(bytes: Buffer, { byAutomata, chain, needles, scanner }: SoughtOnLines, edge: SoughtEdge | undefined): Places {
  if (byAutomata !== undefined && isPlainUtf8(bytes)) return new AutomatonPlaces(bytes, byAutomata, scanner);
  return chain === undefined ? new NeedlePlaces(bytes, edge?.needles ?? needles, scanner) : { find: (from) => scanner.findChain(bytes, from, chain) };
}

const NON_ASCII = /[\x80-\xff]/;
const ONLY_COMMON = new RegExp(`^[\\0-\\x7f${COMMON_LETTERS}${COMMON_MARKS}]*$`, "u");

/** Whether there is a match that has nothing beyond ASCII in it or beside it: whatever else is on the line does not matter to it. */
function hasAsciiMatch(line: string, pattern: RegExp): boolean {
  const found = pattern.exec(line);
  return found !== null && !NON_ASCII.test(line.slice(Math.max(0, found.index - 1), found.index + found[0].length + 1));
}
