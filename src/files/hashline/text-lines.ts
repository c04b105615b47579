// The lines of a file's bytes, by number from 0. Only where they begin is kept, so that ten million of them cost no more than four bytes each.
import { decode, type Encoding, encodingOf, unitBytes } from "../encoding.ts";
import { firstCodePoints } from "../line-collector.ts";
import type { LineEnd } from "../line-ends.ts";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** A line to be shown. */
export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  /** The first characters, as many as fit. */
  readonly text: string;
  readonly isCut: boolean;
}

export class TextLines {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  readonly count: number;
  /** Where each line begins, and at last where the bytes end. */
  readonly #starts: Uint32Array;
  readonly #width: 1 | 2;
  readonly #low: 0 | 1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.encoding = encodingOf(bytes);
    this.#width = unitBytes(this.encoding);
    this.#low = this.encoding.name === "utf-16be" ? 1 : 0;
    this.#starts = this.#findStarts();
    this.count = this.#starts.length - 1;
  }

  start(line: number): number {
    return this.#starts[line] as number;
  }

  /** Behind the last character, before the line end. */
  end(line: number): number {
    const next = this.start(line + 1);
    const end = this.lineEnd(line);
    return end === undefined ? next : next - end.length * this.#width;
  }

  /** How a line ends; undefined for a last line that does not. */
  lineEnd(line: number): LineEnd | undefined {
    const at = this.start(line + 1) - this.#width;
    const isUnit = at >= this.start(line) && (at - this.start(line)) % this.#width === 0; // UTF-16 may end in half a character
    if (!isUnit || this.#unit(at) !== NEWLINE) return undefined;
    return at - this.#width >= this.start(line) && this.#unit(at - this.#width) === RETURN ? "\r\n" : "\n";
  }

  /** The last line ends with a newline, or there is none. */
  get isEnded(): boolean {
    return this.count === 0 || this.lineEnd(this.count - 1) !== undefined;
  }

  /** The line that holds a byte; the count of lines for the end of the bytes. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A line with at most so many characters. */
  shown(line: number, columns: number): NumberedLine {
    const [start, end] = [this.start(line), this.end(line)];
    const text = decode(this.bytes.subarray(start, Math.min(end, start + 4 * (columns + 1))), this.encoding); // no character takes more bytes
    const first = firstCodePoints(text, columns);
    return { number: line + 1, text: first, isCut: first.length < text.length };
  }

  /** Whether two lines have the same characters, however they end. */
  isSame(line: number, other: TextLines, otherLine: number): boolean {
    const [start, otherStart] = [this.start(line), other.start(otherLine)];
    const length = this.end(line) - start;
    if (length !== other.end(otherLine) - otherStart) return false;
    for (let i = 0; i < length; i++) if (this.bytes[start + i] !== other.bytes[otherStart + i]) return false;
    return true;
  }

  #unit(at: number): number {
    if (this.#width === 1) return this.bytes[at] as number;
    return (this.bytes[at + this.#low] as number) | ((this.bytes[at + 1 - this.#low] as number) << 8);
  }

  #findStarts(): Uint32Array {
    const { bytes } = this;
    const [width, low] = [this.#width, this.#low];
    const starts = new Offsets();
    let start: number = this.encoding.markBytes;
    for (let at = start; at + width <= bytes.length; at += width) {
      if (bytes[at + low] !== NEWLINE || (width === 2 && bytes[at + 1 - low] !== 0)) continue;
      starts.push(start);
      start = at + width;
    }
    if (start < bytes.length) starts.push(start);
    starts.push(bytes.length);
    return starts.all();
  }
}

/** A list of numbers that grows. */
class Offsets {
  #numbers = new Uint32Array(1024);
  #count = 0;

  push(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#count);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count++] = number;
  }

  all(): Uint32Array {
    return this.#numbers.slice(0, this.#count);
  }
}
