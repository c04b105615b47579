// The lists of a segment as they lie in a file: read piece by piece when they are wanted first, and checked then.
import fs from "node:fs";
import { crc32 } from "node:zlib";
import type { Lists } from "../segments/segment.ts";

/** So many bytes have one checksum: about what the system reads at once. */
export const BLOCK_BYTES = 4096;

/** A file of the index does not hold what was written to it. */
export class Damaged extends Error {}

/** Where the lists are in a file. */
interface Where {
  readonly start: number;
  readonly length: number;
  readonly checksums: Uint32Array;
}

export class StoredLists implements Lists {
  readonly byteLength: number;
  readonly file: string;
  readonly #fd: number;
  readonly #where: Where;
  /** What was read once stays in memory; of the rest, the system gives none. */
  #kept: Uint8Array | undefined;
  readonly #isKept: Uint8Array;

  /** Takes over the descriptor; and the lists, if they are in memory anyway. */
  constructor(file: string, fd: number, where: Where, lists?: Uint8Array) {
    this.file = file;
    this.#fd = fd;
    this.#where = where;
    this.byteLength = where.length;
    this.#kept = lists;
    this.#isKept = new Uint8Array(where.checksums.length).fill(lists === undefined ? 0 : 1);
  }

  /** Throws Damaged if it cannot be read as it was written. */
  read(start: number, end: number): Uint8Array {
    this.#kept ??= new Uint8Array(this.byteLength);
    for (let block = Math.floor(start / BLOCK_BYTES); block * BLOCK_BYTES < end; block++) if (this.#isKept[block] === 0) this.#take(block, this.#kept);
    return this.#kept.subarray(start, end);
  }

  #take(block: number, kept: Uint8Array): void {
    const at = block * BLOCK_BYTES;
    const bytes = kept.subarray(at, Math.min(at + BLOCK_BYTES, this.byteLength));
    if (readFully(this.#fd, bytes, this.#where.start + at) !== bytes.length || crc32(bytes) !== this.#where.checksums[block]) throw new Damaged(this.file);
    this.#isKept[block] = 1;
  }

  close(): void {
    fs.closeSync(this.#fd);
  }
}

/** The checksum of each block. */
export function checksumsOf(lists: Uint8Array): Uint32Array {
  const checksums = new Uint32Array(Math.ceil(lists.length / BLOCK_BYTES));
  for (let block = 0; block < checksums.length; block++) checksums[block] = crc32(lists.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES));
  return checksums;
}

/** How much of the buffer could be filled; a fault of the disk is damage. */
export function readFully(fd: number, into: Uint8Array, position: number): number {
  let length = 0;
  try {
    for (let count = -1; count !== 0 && length < into.length; length += count) count = fs.readSync(fd, into, length, into.length - length, position + length);
  } catch (error) {
    throw new Damaged((error as Error).message);
  }
  return length;
}
