// Lines that matches run over, in a text of which all matches can be found in process.
import { isAscii } from "node:buffer";
import type { AcrossLines } from "../pattern/across-lines.ts";
import { LINE_END } from "../segments/grams.ts";
import type { Needle } from "../wasm/needle.ts";
import type { Scanner } from "../wasm/scanner.ts";
import type { Span } from "./line-printer.ts";
import { NeedlePlaces } from "./needle-places.ts";
import { Patience } from "./patience.ts";

/** What matches are, and what they begin with. */
export interface SoughtAcross {
  readonly across: AcrossLines;
  readonly starts: readonly Needle[];
  readonly scanner: Scanner;
}

/** The matches of a text without \r, one after the other; none begins before the last one's end. */
export class Matches {
  readonly #bytes: Buffer;
  readonly #across: AcrossLines;
  readonly #starts: NeedlePlaces;
  readonly #patience = new Patience();
  /** Once a match may begin somewhere. */
  #opened: Opened | "closed" | undefined;
  #at = 0;
  /** Only ripgrep knows whether there are more. */
  isUndecided = false;

  constructor(bytes: Buffer, { across, starts, scanner }: SoughtAcross) {
    this.#bytes = bytes;
    this.#across = across;
    this.#starts = new NeedlePlaces(bytes, starts, scanner);
  }

  next(): Span | undefined {
    for (let at = this.#starts.find(this.#at); at !== -1; at = this.#starts.find(at + 1)) {
      const end = this.#endOfMatch(at);
      this.isUndecided = end === "undecided";
      if (end === "undecided") return undefined;
      if (end === undefined) continue;
      this.#at = end;
      return { start: at, end };
    }
    return undefined;
  }

  #endOfMatch(at: number): number | "undecided" | undefined {
    this.#opened ??= openedText(this.#bytes, this.#across) ?? "closed";
    if (this.#opened === "closed" || this.#patience.isOver()) return "undecided";
    const { text, match, isPlain } = this.#opened;
    match.lastIndex = at;
    if (!match.test(text)) return undefined;
    return isPlain || isAscii(this.#bytes.subarray(at, match.lastIndex)) ? match.lastIndex : "undecided";
  }
}

interface Opened {
  readonly text: string;
  readonly match: RegExp;
  /** Of pure ASCII. */
  readonly isPlain: boolean;
}

/** Undefined if ripgrep has to say where the pattern matches in it. */
function openedText(bytes: Buffer, across: AcrossLines): Opened | undefined {
  const isPlain = isAscii(bytes);
  const finder = isPlain ? across : across.wide;
  if (finder === undefined || bytes.length > finder.maxChars) return undefined;
  return { text: bytes.toString("latin1"), match: finder.match, isPlain };
}

/** Each line once, without its end. */
export class CoveredLines {
  readonly #bytes: Buffer;
  readonly #matches: Matches;
  /** Lines up to here were told; those up to there belong to a match. */
  #at = 0;
  #until = 0;

  constructor(bytes: Buffer, matches: Matches) {
    this.#bytes = bytes;
    this.#matches = matches;
  }

  get isUndecided(): boolean {
    return this.#matches.isUndecided;
  }

  next(): Span | undefined {
    while (this.#at >= this.#until) {
      const match = this.#matches.next();
      if (match === undefined) return undefined;
      this.#at = Math.max(this.#at, this.#startOfLine(match.start));
      this.#until = match.end;
    }
    const newline = this.#bytes.indexOf(LINE_END, this.#at);
    const line = { start: this.#at, end: newline === -1 ? this.#bytes.length : newline };
    this.#at = line.end + 1;
    return line;
  }

  #startOfLine(at: number): number {
    return at === 0 ? 0 : this.#bytes.lastIndexOf(LINE_END, at - 1) + 1;
  }
}
