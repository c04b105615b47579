// What is run over every byte, in WebAssembly with its own memory: files are read into it, and contents are kept in it.
import { CLASS_OF, TRIGRAMS } from "../grams.ts";
import { SCAN } from "./scan.wasm.ts";

/** A text to look for: the two of its bytes that are rarest in sources are looked for first. */
export interface Needle {
  readonly bytes: Buffer;
  readonly foldsCase: boolean;
  readonly first: number;
  readonly second: number;
  /** Bits in which these two may differ. */
  readonly firstMask: number;
  readonly secondMask: number;
}

/** With `foldsCase`, the text is in lower case. */
export function needleOf(text: string, foldsCase: boolean): Needle {
  const bytes = Buffer.from(text, "latin1");
  const byRarity = Array.from(bytes.keys()).sort((a, b) => commonness(bytes[a] as number) - commonness(bytes[b] as number));
  const [first = 0, second = 0] = byRarity;
  const maskOf = (place: number): number => (foldsCase && isLetter(bytes[place] as number) ? LETTER_CASE : 0);
  return { bytes, foldsCase, first, second, firstMask: maskOf(first), secondMask: maskOf(second) };
}

/** From the most common byte to one that is still common; others are rare. */
const COMMON = Buffer.from(" etr_ainsodlcpufm,()gh;-b*>v=y.x0kw/S1EITRC2\tA");

function commonness(byte: number): number {
  const place = COMMON.indexOf(byte);
  return place === -1 ? 0 : COMMON.length - place;
}

interface Code {
  grams(at: number, end: number, generation: number, out: number): number;
  fours(at: number, end: number, out: number, bits: number): void;
  lines(at: number, end: number): number;
  find: Seek;
  count: Seek;
}

type Seek = (at: number, end: number, needle: number, length: number, folds: number, i: number, j: number, maskI: number, maskJ: number) => number;

/** Only what is used here; Node's types have none. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => Memory;
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: { host: { memory: object } }) => { readonly exports: Code };
};

interface Memory {
  readonly buffer: SharedArrayBuffer;
}

// As scan.wat has it.
const SEEN_AT = 1_024;
const NEEDLE_AT = SEEN_AT + TRIGRAMS;
const MAX_NEEDLE = 65_536;
const OUT_AT = NEEDLE_AT + MAX_NEEDLE;
const INPUT_AT = OUT_AT + TRIGRAMS * 4;
const PAGE = 65_536;
const LETTER_CASE = 32;
/** What a second thread can read at a time. */
const SECOND_INPUT = 1024 * 1024;

/** A part of the memory that another thread may use: there it can look for texts, also in what is kept, but not make trigrams. */
export interface Share {
  readonly memory: object;
  readonly needleAt: number;
  readonly inputAt: number;
  readonly inputBytes: number;
}

export class Scanner {
  /** What is read goes here. */
  readonly input: Buffer;
  readonly #memory: Buffer;
  readonly #needleAt: number;
  readonly #code: Code;
  /** That was looked for last: it is in the memory. */
  #needle: Needle | undefined;
  #generation = 0;

  constructor({ memory, needleAt, inputAt, inputBytes }: Share) {
    this.#code = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(SCAN, "base64")), { host: { memory } }).exports;
    this.#memory = Buffer.from((memory as Memory).buffer);
    this.#needleAt = needleAt;
    this.input = this.#memory.subarray(inputAt, inputAt + inputBytes);
  }

  /** Bytes somewhere in the memory. */
  at(start: number, end: number): Buffer {
    return this.#memory.subarray(start, end);
  }

  /** The distinct trigrams of a text; good until the next call. */
  grams(bytes: Buffer): Uint32Array {
    // The generation is a byte: what was seen in earlier ones need not be cleared in between.
    this.#generation = (this.#generation % 255) + 1;
    if (this.#generation === 1) this.#memory.fill(0, SEEN_AT, SEEN_AT + TRIGRAMS);
    const at = this.#addressOf(bytes);
    const end = this.#code.grams(at, at + bytes.length, this.#generation, OUT_AT);
    return new Uint32Array(this.#memory.buffer, OUT_AT, (end - OUT_AT) / 4);
  }

  /** Marks of the four bytes in a row that a text has (fours.ts); good until the next call. */
  fours(bytes: Buffer, markBytes: number): Uint8Array {
    const at = this.#addressOf(bytes);
    this.#memory.fill(0, OUT_AT, OUT_AT + markBytes);
    this.#code.fours(at, at + bytes.length, OUT_AT, markBytes * 8);
    return this.#memory.subarray(OUT_AT, OUT_AT + markBytes);
  }

  /** How many lines end in a text. */
  lines(bytes: Buffer): number {
    const at = this.#addressOf(bytes);
    return this.#code.lines(at, at + bytes.length);
  }

  /** Where a needle stands in `bytes` from `from` on; -1 if nowhere. */
  find(bytes: Buffer, from: number, needle: Needle): number {
    const at = this.#addressOf(bytes);
    const place = this.#seek(this.#code.find, at + from, at + bytes.length, needle);
    return place === -1 ? -1 : place - at;
  }

  /** On how many lines of `bytes` a needle stands. */
  count(bytes: Buffer, needle: Needle): number {
    const at = this.#addressOf(bytes);
    return this.#seek(this.#code.count, at, at + bytes.length, needle);
  }

  #seek(seek: Seek, start: number, end: number, needle: Needle): number {
    if (this.#needle !== needle) this.#memory.set(needle.bytes, this.#needleAt);
    this.#needle = needle;
    const { bytes, foldsCase, first, second, firstMask, secondMask } = needle;
    return seek(start, end, this.#needleAt, bytes.length, foldsCase ? 1 : 0, first, second, firstMask, secondMask);
  }

  /** What stands elsewhere has to come in. */
  #addressOf(bytes: Buffer): number {
    if (bytes.buffer === this.#memory.buffer) return bytes.byteOffset;
    bytes.copy(this.input);
    return this.input.byteOffset;
  }
}

/** A scanner with room for contents that are kept, which a second thread can see. */
export class ScannerWithRoom extends Scanner {
  /** What is kept stays here. */
  readonly room: Buffer;
  /** For a second thread. */
  readonly share: Share;

  constructor(inputBytes: number, roomBytes: number) {
    const roomAt = INPUT_AT + inputBytes;
    const needleAt = roomAt + roomBytes;
    const inputAt = needleAt + MAX_NEEDLE;
    const pages = Math.ceil((inputAt + SECOND_INPUT) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    super({ memory, needleAt: NEEDLE_AT, inputAt: INPUT_AT, inputBytes });
    this.at(0, CLASS_OF.length).set(CLASS_OF);
    this.room = this.at(roomAt, roomAt + roomBytes);
    this.share = { memory, needleAt, inputAt, inputBytes: SECOND_INPUT };
  }
}

function isLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}
