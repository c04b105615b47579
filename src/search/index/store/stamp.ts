// Stamps: what a file was like when it was read. If it is like that again, it has the same content: every change of a file sets its
// ctime, and nobody can set that back.
import type fs from "node:fs";
import { TICK_NS } from "../../tree-map.ts";

/** Device, inode, size, mtime and ctime; the times in nanoseconds. */
export type Stamp = readonly [bigint, bigint, bigint, bigint, bigint];

const FIELDS = 5;
/** Bytes that a stamp takes in a row. */
export const STAMP_BYTES = FIELDS * BigInt64Array.BYTES_PER_ELEMENT;
/** No file is like this. */
export const NO_STAMP: Stamp = [0n, 0n, 0n, 0n, 0n];

/** Some file systems count whole seconds: ext3, and ext4 with small inodes. */
const SECOND_NS = 1_000_000_000n;

/** The stamp of a file that is read after `nowMs`. A change in the same tick of the clock as the last one could not be told from it: then there is none. */
export function stampOf(stats: fs.BigIntStats, nowMs: number): Stamp {
  const tickNs = stats.ctimeNs % SECOND_NS === 0n ? 2n * SECOND_NS : TICK_NS;
  return stats.ctimeNs < BigInt(nowMs) * 1_000_000n - tickNs ? fieldsOf(stats) : NO_STAMP;
}

/** Stamps in a row, as they are stored. */
export function stampRow(stamps: readonly Stamp[]): BigInt64Array {
  return BigInt64Array.from(stamps.flat());
}

/** Whether a plain file with one name is as a row of stamps has it. */
export function isAsStamped(stats: fs.BigIntStats, row: BigInt64Array, index: number): boolean {
  if (!stats.isFile() || stats.nlink !== 1n) return false;
  return fieldsOf(stats).every((field, at) => row[index * FIELDS + at] === BigInt.asIntN(64, field));
}

function fieldsOf({ dev, ino, size, mtimeNs, ctimeNs }: fs.BigIntStats): Stamp {
  return [dev, ino, size, mtimeNs, ctimeNs];
}
