// Lines of a file's bytes: where they begin and end, and whether by `\n` or `\r\n`.
import { type Encoding, encode, unitBytes } from "./encoding.ts";

export type LineEnd = "\n" | "\r\n";

/** Finds line ends in bytes of an encoding. */
export class LineEnds {
  readonly #bytes: Buffer;
  readonly #encoding: Encoding;
  readonly #newline: Buffer;
  readonly #return: Buffer;

  constructor(bytes: Buffer, encoding: Encoding) {
    this.#bytes = bytes;
    this.#encoding = encoding;
    this.#newline = encode("\n", encoding);
    this.#return = encode("\r", encoding);
  }

  /** The offset behind the next newline at or after `from`; undefined if there is none. */
  after(from: number): number | undefined {
    const { name, markBytes } = this.#encoding;
    if (name === "utf-8") return behind(this.#bytes.indexOf(0x0a, from), 1);
    let at = this.#bytes.indexOf(this.#newline, from);
    while (at !== -1 && (at - markBytes) % 2 !== 0) at = this.#bytes.indexOf(this.#newline, at + 1); // between two characters
    return behind(at, 2);
  }

  /** The offset behind the last newline that ends at or before `to`; the start of the text if there is none. */
  before(to: number): number {
    const { name, markBytes } = this.#encoding;
    const width = unitBytes(this.#encoding);
    if (to - width < markBytes) return markBytes;
    let at = name === "utf-8" ? this.#bytes.lastIndexOf(0x0a, to - 1) : this.#bytes.lastIndexOf(this.#newline, to - 2);
    while (at >= markBytes && (at - markBytes) % width !== 0) at = this.#bytes.lastIndexOf(this.#newline, at - 1);
    return at < markBytes ? markBytes : at + width;
  }

  /** How the line that ends right before `offset` ends. */
  kindBefore(offset: number): LineEnd {
    const width = unitBytes(this.#encoding);
    const at = offset - 2 * width;
    return at >= this.#encoding.markBytes && this.#hasAt(at, this.#return) ? "\r\n" : "\n";
  }

  /** How lines end around an offset: the line it stands in, else the one before, else as on Unix. */
  kindAt(offset: number): LineEnd {
    const next = this.after(offset);
    if (next !== undefined) return this.kindBefore(next);
    const start = this.before(offset);
    return start > this.#encoding.markBytes ? this.kindBefore(start) : "\n";
  }

  /** Whether a line begins here. */
  isStart(offset: number): boolean {
    return offset <= this.#encoding.markBytes || this.#hasAt(offset - unitBytes(this.#encoding), this.#newline);
  }

  /** The offset behind the line end that stands right here; undefined if none does. */
  behindEndAt(offset: number): number | undefined {
    const width = unitBytes(this.#encoding);
    if (this.#hasAt(offset, this.#newline)) return offset + width;
    const isReturn = this.#hasAt(offset, this.#return) && this.#hasAt(offset + width, this.#newline);
    return isReturn ? offset + 2 * width : undefined;
  }

  #hasAt(offset: number, unit: Buffer): boolean {
    return this.#bytes[offset] === unit[0] && (unit.length === 1 || this.#bytes[offset + 1] === unit[1]);
  }

  /** How many newlines end in a part. */
  countIn(from: number, to: number): number {
    let count = 0;
    for (let end = this.after(from); end !== undefined && end <= to; end = this.after(end)) count++;
    return count;
  }
}

function behind(at: number, width: number): number | undefined {
  return at === -1 ? undefined : at + width;
}
