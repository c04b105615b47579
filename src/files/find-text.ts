// Where a text stands in a file's bytes, in linear time whatever the text repeats (Knuth, Morris and Pratt).
import { type Encoding, unitBytes, unitsOf } from "./encoding.ts";

const RETURN = 0x0d;
const NEWLINE = 0x0a;

/** Places in a file, in bytes, in order and without overlap. */
export interface Spans {
  readonly count: number;
  start(index: number): number;
  end(index: number): number;
}

/**
 * Finds a text. A `\n` in it also matches the file's `\r\n`, unless the text has a `\r` itself: then it means exactly what it says.
 */
export function findText(bytes: Buffer, encoding: Encoding, text: string): Spans {
  const needle = codeUnits(text, encoding);
  const units = unitsOf(bytes, encoding);
  const spans = new SpanList(encoding);
  if (needle.length === 0 || needle.length > units.length) return spans;
  const back = failureTable(needle);
  const skipsReturns = !text.includes("\r");
  let matched = 0;
  for (let i = 0; i < units.length; i++) {
    const unit = units[i] as number;
    if (skipsReturns && unit === RETURN && units[i + 1] === NEWLINE) continue;
    while (matched > 0 && needle[matched] !== unit) matched = back[matched - 1] as number;
    if (needle[matched] === unit) matched++;
    if (matched < needle.length) continue;
    spans.add(startOf(units, i, needle, skipsReturns), i + 1);
    matched = 0;
  }
  return spans;
}

/** Walks back over the match; a `\r` before its first newline belongs to it. */
function startOf(units: Uint8Array | Uint16Array, last: number, needle: Uint8Array | Uint16Array, skipsReturns: boolean): number {
  let start = last + 1;
  for (let left = needle.length; left > 0; left--) {
    start--;
    if (skipsReturns && units[start] === NEWLINE && units[start - 1] === RETURN) start--;
  }
  return start;
}

function codeUnits(text: string, encoding: Encoding): Uint8Array | Uint16Array {
  if (encoding.name === "utf-8") return Buffer.from(text, "utf8");
  return Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function failureTable(needle: Uint8Array | Uint16Array): Uint32Array {
  const table = new Uint32Array(needle.length);
  let length = 0;
  for (let i = 1; i < needle.length; i++) {
    while (length > 0 && needle[i] !== needle[length]) length = table[length - 1] as number;
    if (needle[i] === needle[length]) length++;
    table[i] = length;
  }
  return table;
}

/** Millions of one-letter matches must not become millions of objects. */
class SpanList implements Spans {
  readonly #markBytes: number;
  readonly #unitBytes: number;
  #offsets = new Uint32Array(64);
  count = 0;

  constructor(encoding: Encoding) {
    this.#markBytes = encoding.markBytes;
    this.#unitBytes = unitBytes(encoding);
  }

  add(start: number, end: number): void {
    if (2 * this.count === this.#offsets.length) {
      const larger = new Uint32Array(2 * this.#offsets.length);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[2 * this.count] = start;
    this.#offsets[2 * this.count + 1] = end;
    this.count++;
  }

  start(index: number): number {
    return this.#markBytes + this.#unitBytes * (this.#offsets[2 * index] as number);
  }

  end(index: number): number {
    return this.#markBytes + this.#unitBytes * (this.#offsets[2 * index + 1] as number);
  }
}
