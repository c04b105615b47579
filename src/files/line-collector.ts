// Collects a range of lines from text that comes in pieces, in memory bounded by what is kept.

export interface TextLine {
  /** The first `columns` characters. */
  readonly text: string;
  /** How many characters (code points) the whole line has. */
  readonly chars: number;
  /** There is more of it than `text`. */
  readonly isCut: boolean;
}

export interface LineLimits {
  /** 1-based, inclusive. */
  readonly first: number;
  readonly last: number;
  readonly columns: number;
  /** No more text than this is kept, but for one line. */
  readonly textChars: number;
  /** What a line takes of that beside its own text; 1, for its end, if not said. */
  readonly besideText?: (line: number) => number;
}

export class LineCollector {
  readonly lines: TextLine[] = [];
  /** Lines that have begun so far. */
  count = 0;
  /** Lines of the range were left out for want of room. */
  isCut = false;
  endsWithNewline = false;
  readonly #limits: LineLimits;
  #keptChars = 0;
  #isOpen = false;
  #text = "";
  #chars = 0;
  #endsWithReturn = false;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** Everything asked for is there. */
  get isDone(): boolean {
    return this.isCut || this.count > this.#limits.last || (this.count === this.#limits.last && !this.#isOpen);
  }

  write(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#add(text.slice(start, end));
      this.#close("newline");
      start = end + 1;
    }
    if (start < text.length) this.#add(text.slice(start));
  }

  end(): void {
    if (this.#isOpen) this.#close("end");
  }

  #add(part: string): void {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.count++;
    }
    if (!this.#isWanted() || part === "") return;
    const room = this.#limits.columns - this.#chars;
    const chars = codePoints(part);
    if (room > 0) this.#text += chars <= room ? part : firstCodePoints(part, room);
    this.#chars += chars;
    this.#endsWithReturn = part.endsWith("\r");
  }

  #close(by: "newline" | "end"): void {
    this.endsWithNewline = by === "newline";
    this.#isOpen = false;
    if (this.#isWanted()) this.#keep(by === "newline" && this.#endsWithReturn);
    this.#text = "";
    this.#chars = 0;
    this.#endsWithReturn = false;
  }

  #keep(hasReturn: boolean): void {
    const chars = hasReturn ? this.#chars - 1 : this.#chars;
    const text = hasReturn && chars < this.#limits.columns ? this.#text.slice(0, -1) : this.#text;
    this.#keptChars += text.length + (this.#limits.besideText?.(this.count) ?? 1);
    if (this.lines.length > 0 && this.#keptChars > this.#limits.textChars) this.isCut = true;
    else this.lines.push({ text, chars, isCut: chars > this.#limits.columns });
  }

  #isWanted(): boolean {
    return !this.isCut && this.count >= this.#limits.first && this.count <= this.#limits.last;
  }
}

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--;
  return count;
}

/** The first characters of a text, none of them cut in two. */
export function firstCodePoints(text: string, count: number): string {
  let end = 0;
  for (let left = count; left > 0 && end < text.length; left--) end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
