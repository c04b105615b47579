// The lists of a segment as they lie in a file: read piece by piece where they are wanted, and checked each time.
import fs from "node:fs";
import { crc32 } from "node:zlib";
import type { Lists } from "../segment.ts";

/** So many bytes have one checksum: about what the system reads at once. */
export const BLOCK_BYTES = 4096;

/** A file of the index does not hold what was written to it. */
export class Damaged extends Error {}

let shared = Buffer.allocUnsafeSlow(16 * BLOCK_BYTES);

export class StoredLists implements Lists {
  readonly byteLength: number;
  readonly file: string;
  readonly #fd: number;
  readonly #start: number;
  readonly #checksums: Uint32Array;

  /** Takes over the descriptor. */
  constructor(file: string, fd: number, { start, length, checksums }: { start: number; length: number; checksums: Uint32Array }) {
    this.file = file;
    this.#fd = fd;
    this.#start = start;
    this.#checksums = checksums;
    this.byteLength = length;
  }

  /** Throws Damaged if it cannot be read as it was written. */
  read(start: number, end: number): Uint8Array {
    if (start >= end) return shared.subarray(0, 0);
    const first = Math.floor(start / BLOCK_BYTES);
    const from = first * BLOCK_BYTES;
    const to = Math.min(Math.ceil(end / BLOCK_BYTES) * BLOCK_BYTES, this.byteLength);
    if (shared.length < to - from) shared = Buffer.allocUnsafeSlow(2 * (to - from));
    const blocks = shared.subarray(0, to - from);
    if (readFully(this.#fd, blocks, this.#start + from) !== blocks.length) throw new Damaged(this.file);
    for (let block = first, at = 0; at < blocks.length; block++, at += BLOCK_BYTES) {
      if (crc32(blocks.subarray(at, at + BLOCK_BYTES)) !== this.#checksums[block]) throw new Damaged(this.file);
    }
    return blocks.subarray(start - from, end - from);
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
