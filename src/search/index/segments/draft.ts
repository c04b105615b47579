// Files that were read and wait for a segment: they are not to be found before it is finished.
import type { File } from "../file.ts";
import type { Kind, Notes } from "../store/segment-file.ts";
import { type Stamp, stampRow } from "../store/stamp.ts";
import { hasMark } from "../texts/parts.ts";
import type { ReadText } from "../texts/read-text.ts";
import type { Scanner } from "../wasm/scanner.ts";
import { PIECE_BYTES, type Segment, SegmentWriter, type TextToAdd, UNKEPT_PIECE_BYTES } from "./segment.ts";

/** A file as it was when it was read. */
export interface Drafted {
  readonly version: number;
  readonly kind: Kind;
}

/** What a draft has become. */
export interface Finished {
  readonly segment: Segment<File>;
  readonly notes: Notes;
  /** What was read last of each file. */
  readonly drafted: ReadonlyMap<File, Drafted>;
}

export class Draft {
  readonly #writer: SegmentWriter<File>;
  /** For each text that was added, what its file was like. */
  readonly #notes: { readonly kind: Kind; readonly stamp: Stamp }[] = [];
  readonly #drafted = new Map<File, Drafted>();
  /** Where the text of a file is that was added last. */
  readonly #places = new Map<File, number>();
  readonly #nobody: File;

  /** What is added of a file once more takes the place of what was before, which is nobody's then. */
  constructor(scanner: Scanner, nobody: File, maxPairs?: number) {
    this.#writer = new SegmentWriter(scanner, maxPairs);
    this.#nobody = nobody;
  }

  get isFull(): boolean {
    return this.#writer.isFull;
  }

  get isEmpty(): boolean {
    return this.#writer.isEmpty;
  }

  /** Whether somebody waits for it. */
  get isAwaited(): boolean {
    return this.#drafted.size > 0;
  }

  /** Adds what was read of a version; `isKept`: it stays in memory, as a rule. */
  add(file: File, version: number, read: Exclude<ReadText, { readonly kind: "odd" }>, isKept: boolean): void {
    const earlier = this.#places.get(file);
    if (earlier !== undefined) this.#writer.give(earlier, this.#nobody);
    this.#places.set(file, this.#writer.add(file, textOf(read, isKept)));
    this.#notes.push({ kind: read.kind, stamp: read.stamp });
    this.#drafted.set(file, { version, kind: read.kind });
  }

  /** It is something else by now. */
  forget(file: File): void {
    this.#drafted.delete(file);
  }

  finish(): Finished {
    const notes = { kinds: this.#notes.map(({ kind }) => kind), stamps: stampRow(this.#notes.map(({ stamp }) => stamp)) };
    return { segment: this.#writer.finish(), notes, drafted: this.#drafted };
  }
}

const NOTHING = Buffer.alloc(0);

/** What is no text has no trigrams, but a place where it is remembered. */
function textOf(read: ReadText, isKept: boolean): TextToAdd {
  const bytes = "bytes" in read ? read.bytes : NOTHING;
  const hasPartners = read.kind === "partners";
  return { bytes: hasPartners ? Buffer.from(bytes) : bytes, pieceBytes: pieceBytesFor(bytes, isKept), hasPartners };
}

/** Whether a text begins with a mark, which ripgrep does not count, only its first piece tells: so there is no other. */
function pieceBytesFor(bytes: Buffer, isKept: boolean): number {
  if (hasMark(bytes)) return Number.POSITIVE_INFINITY;
  return isKept ? PIECE_BYTES : UNKEPT_PIECE_BYTES;
}
