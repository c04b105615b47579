// What is run over every byte, in WebAssembly with its own memory: files are read into it, and contents are kept in it.
import { type Automaton, SKIPS, WHAT_IS_SAID } from "../pattern/automaton/automaton.ts";
import type { Row } from "../pattern/row.ts";
import { CLASS_OF, TRIGRAMS } from "../segments/grams.ts";
import { FOLDS, type Needle, needleOfRow } from "./needle.ts";
import { SCAN } from "./scan.wasm.ts";

/** A part of the memory. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A row, and how it is looked for. */
export interface SoughtRow {
  readonly row: Row;
  readonly needle: Needle | undefined;
}

/** Several texts. */
export interface Links {
  readonly links: readonly Needle[];
}

/** Texts that stand on a line one after the other. */
export interface SoughtChain extends Links {
  /** Which of them is looked for first. */
  readonly rarest: number;
}

/** A place on a line, and whether the line matches for sure; -1 if there is none. */
export interface Found {
  readonly at: number;
  readonly isSure: boolean;
}

interface Code {
  grams(at: number, end: number, generation: number, out: number): number;
  fours(at: number, end: number, out: number, bits: number): void;
  lines(at: number, end: number): number;
  find: Seek;
  count: Seek;
  findRow: SeekRow;
  countRow: SeekRow;
  findChain: SeekChain;
  countChain: SeekChain;
  countAny(at: number, end: number, links: number, last: number, most: number): number;
  findAutomaton(...where: Steps): number;
  findAutomatonNear(...where: [...Steps, ...Near]): number;
  countAutomaton(...where: [...Steps, ...Near, most: number]): number;
  countAutomatonAmong(...where: [...Steps, links: number, last: number, most: number]): number;
}

type Steps = [at: number, end: number, classes: number, row: number, textEnd: number, skips: number];

type Near = [needle: number, length: number, i: number, j: number, maskI: number, maskJ: number];

type Seek = (at: number, end: number, needle: number, length: number, folds: number, i: number, j: number, maskI: number, maskJ: number) => number;

type SeekChain = (at: number, end: number, chain: number, last: number, rarest: number) => number;

type SeekRow = (at: number, end: number, row: number, length: number) => number;

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
/** Where rows of sets stand, in the same room: for each byte four, and then one. No pattern is so long that a needle of it comes near (proven.ts). */
const ROW_AFTER = MAX_NEEDLE - 256 * 5;
/** Where chains stand, in the same room: what is looked for of each link, and then their texts. */
const CHAIN_AFTER = MAX_NEEDLE / 2;
const LINK_BYTES = 32;
/** Behind that there is room for an automaton: what it tells apart, and its rows. */
const AUTOMATON_AFTER = MAX_NEEDLE;
const MAX_SOUGHT = AUTOMATON_AFTER + 65_536;
const ALIGNED = 4;
const OUT_AT = NEEDLE_AT + MAX_SOUGHT;
const INPUT_AT = OUT_AT + TRIGRAMS * 4;
const PAGE = 65_536;
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
  #row: Row | undefined;
  #links: Links | undefined;
  #automaton: Automaton | undefined;
  #nearBy: { readonly row: Row; readonly needle: Needle } | undefined;
  /** Of bytes in the memory, those that were asked about last: to find out takes as long as to look for something nearby. */
  #known: Buffer | undefined;
  #knownAt = 0;
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

  /** Where a needle stands in `bytes` from `from` on, and before `end`; -1 if nowhere. */
  find(bytes: Buffer, from: number, needle: Needle, end = bytes.length): number {
    const at = this.#addressOf(bytes);
    const place = this.#seek(this.#code.find, at + from, at + end, needle);
    return place === -1 ? -1 : place - at;
  }

  /** Where a row of sets stands in `bytes` from `from` on; -1 if nowhere. */
  findRow(bytes: Buffer, from: number, { row, needle }: SoughtRow): number {
    const at = this.#addressOf(bytes);
    const rowAt = this.#addressOfRow(row);
    const [start, end] = [at + from, at + bytes.length];
    const place = needle === undefined ? this.#code.findRow(start, end, rowAt, row.length) : this.#seek(this.#code.find, start, end, needle);
    return place === -1 ? -1 : place - at;
  }

  /** A place on the first line of `bytes`, from the beginning of a line at `from` on, that has the links of a chain in order; -1 if none has. */
  findChain(bytes: Buffer, from: number, chain: SoughtChain): number {
    const at = this.#addressOf(bytes);
    const place = this.#seekChain(this.#code.findChain, at + from, at + bytes.length, chain);
    return place === -1 ? -1 : place - at;
  }

  /** On how many lines a needle stands; 1 if any is enough and there is one. */
  hits({ start, end }: Span, needle: Needle, isAnyEnough: boolean): number {
    return isAnyEnough ? Number(this.#seek(this.#code.find, start, end, needle) !== -1) : this.#seek(this.#code.count, start, end, needle);
  }

  /** On how many lines one of the links stands. */
  hitsOfAny({ start, end }: Span, any: Links, isAnyEnough: boolean): number {
    return this.#code.countAny(start, end, ...this.#fromTo(any), isAnyEnough ? 1 : end - start);
  }

  /** On how many lines a row of sets stands. */
  hitsOfRow(span: Span, { row, needle }: SoughtRow, isAnyEnough: boolean): number {
    const at = this.#addressOfRow(row);
    if (needle !== undefined) return this.hits(span, needle, isAnyEnough);
    const { start, end } = span;
    return isAnyEnough ? Number(this.#code.findRow(start, end, at, row.length) !== -1) : this.#code.countRow(start, end, at, row.length);
  }

  /** On how many lines the links of a chain stand in order. */
  hitsOfChain({ start, end }: Span, chain: SoughtChain, isAnyEnough: boolean): number {
    return isAnyEnough ? Number(this.#seekChain(this.#code.findChain, start, end, chain) !== -1) : this.#seekChain(this.#code.countChain, start, end, chain);
  }

  /** On how many lines an automaton says that they match, of those on which one of the links stands; undefined if there is one of which it does not know. */
  hitsOfAutomaton({ start, end }: Span, automaton: Automaton, isAnyEnough: boolean, among?: Links): number | undefined {
    const { classes, row } = this.#addressOfAutomaton(automaton);
    const where: Steps = [start, end, classes, row, automaton.end, skipsOf(automaton)];
    const most = isAnyEnough ? 1 : end - start;
    const hits =
      among === undefined
        ? this.#code.countAutomaton(...where, ...(this.#near(automaton) ?? NOT_NEAR), most)
        : this.#code.countAutomatonAmong(...where, ...this.#fromTo(among), most);
    return hits < 0 ? undefined : hits;
  }

  /**
   * A place on the first line of `bytes`, from the beginning of a line at `from` on, and before the end of one at `end`, of which an automaton says that it matches,
   * or does not know; -1 if there is none.
   */
  findByAutomaton(bytes: Buffer, from: number, automaton: Automaton, end = bytes.length): Found {
    const at = this.#addressOf(bytes);
    const { classes, row } = this.#addressOfAutomaton(automaton);
    const near = this.#near(automaton);
    const where: Steps = [at + from, at + end, classes, row, automaton.end, skipsOf(automaton)];
    const found = near === undefined ? this.#code.findAutomaton(...where) : this.#code.findAutomatonNear(...where, ...near);
    if (found === -1) return NOTHING;
    return found < 0 ? { at: from - 2 - found, isSure: false } : { at: from + found, isSure: true };
  }

  #addressOfAutomaton(automaton: Automaton): { readonly classes: number; readonly row: number } {
    const classes = Math.ceil((this.#needleAt + AUTOMATON_AFTER) / ALIGNED) * ALIGNED;
    const rows = classes + automaton.classes.length;
    if (this.#automaton !== automaton) {
      this.#memory.set(automaton.classes, classes);
      this.#memory.set(new Uint8Array(rowsAt(rows, automaton).buffer), rows);
    }
    this.#automaton = automaton;
    return { classes, row: rows + automaton.start };
  }

  /** The row without which no line matches, as it is looked for. */
  #near({ near }: Automaton): Near | undefined {
    if (near === undefined) return undefined;
    if (this.#nearBy?.row !== near) this.#nearBy = { row: near, needle: needleOfRow(near) as Needle };
    const { bytes, first, second, firstMask, secondMask } = this.#nearBy.needle;
    this.#addressOfRow(near);
    return [this.#addressOfNeedle(this.#nearBy.needle), bytes.length, first, second, firstMask, secondMask];
  }

  #seekChain(seek: SeekChain, start: number, end: number, chain: SoughtChain): number {
    const [at, last] = this.#fromTo(chain);
    return seek(start, end, at, last, at + chain.rarest * LINK_BYTES);
  }

  /** Where links begin and end. */
  #fromTo(links: Links): [at: number, last: number] {
    const at = this.#addressOfLinks(links);
    return [at, at + links.links.length * LINK_BYTES];
  }

  #addressOfLinks(links: Links): number {
    const at = this.#needleAt + CHAIN_AFTER;
    if (this.#links !== links) this.#write(links, at);
    this.#links = links;
    return at;
  }

  #write({ links }: Links, at: number): void {
    let textAt = at + links.length * LINK_BYTES;
    for (const [index, { bytes, folds, first, second, firstMask, secondMask }] of links.entries()) {
      const numbers = Uint32Array.of(textAt, bytes.length, FOLDS[folds], first, second, firstMask, secondMask);
      this.#memory.set(new Uint8Array(numbers.buffer), at + index * LINK_BYTES);
      this.#memory.set(bytes, textAt);
      textAt += bytes.length;
    }
  }

  #addressOfRow(row: Row): number {
    const at = this.#needleAt + ROW_AFTER;
    if (this.#row !== row) {
      this.#memory.set(new Uint8Array(row.sets.buffer, row.sets.byteOffset, row.sets.byteLength), at);
      this.#memory.set(row.shifts, at + row.sets.byteLength);
    }
    this.#row = row;
    return at;
  }

  #seek(seek: Seek, start: number, end: number, needle: Needle): number {
    const { bytes, folds, first, second, firstMask, secondMask } = needle;
    return seek(start, end, this.#addressOfNeedle(needle), bytes.length, FOLDS[folds], first, second, firstMask, secondMask);
  }

  #addressOfNeedle(needle: Needle): number {
    if (this.#needle !== needle) this.#memory.set(needle.bytes, this.#needleAt);
    this.#needle = needle;
    return this.#needleAt;
  }

  /** Where bytes are in the memory. */
  spanOf(bytes: Buffer): Span {
    const start = this.#addressOf(bytes);
    return { start, end: start + bytes.length };
  }

  /** What stands elsewhere has to come in. */
  #addressOf(bytes: Buffer): number {
    if (bytes === this.#known) return this.#knownAt;
    if (bytes.buffer === this.#memory.buffer) {
      this.#known = bytes;
      this.#knownAt = bytes.byteOffset;
      return this.#knownAt;
    }
    bytes.copy(this.input);
    return this.input.byteOffset;
  }
}

function skipsOf({ isFromEnd, nextBytes }: Automaton): number {
  return isFromEnd ? 0 : nextBytes;
}

const NOT_NEAR: Near = [0, 0, 0, 0, 0, 0];

const NOTHING: Found = { at: -1, isSure: true };

/** Where they are put, addresses count from the beginning of the memory. */
function rowsAt(address: number, { rows, rowBytes, nextBytes }: Automaton): Uint32Array {
  const [rowWords, nextWords] = [rowBytes / ALIGNED, nextBytes / ALIGNED];
  return rows.map((word, at) => (at % rowWords < nextWords && (word & WHAT_IS_SAID) <= SKIPS ? address + word : word));
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
    const inputAt = needleAt + MAX_SOUGHT;
    const pages = Math.ceil((inputAt + SECOND_INPUT) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    super({ memory, needleAt: NEEDLE_AT, inputAt: INPUT_AT, inputBytes });
    this.at(0, CLASS_OF.length).set(CLASS_OF);
    this.room = this.at(roomAt, roomAt + roomBytes);
    this.share = { memory, needleAt, inputAt, inputBytes: SECOND_INPUT };
  }
}
