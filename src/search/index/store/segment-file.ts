// A segment in a file of its own: a head, tables that are read whole and checked when it is opened, and the lists, which stay where they are.
// Whatever is wrong with such a file, nothing of it is used.
import fs from "node:fs";
import { crc32 } from "node:zlib";
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { Segment } from "../segments/segment.ts";
import { BLOCK_BYTES, checksumsOf, Damaged, readFully, StoredLists } from "./lists.ts";
import { STAMP_BYTES } from "./stamp.ts";

/** Kinds of files that need not be read again to know what they are. */
export const KINDS = ["text", "partners", "binary"] as const;
export type Kind = (typeof KINDS)[number];

/** What is noted of each owner of a segment, in order. */
export interface Notes {
  readonly kinds: readonly Kind[];
  readonly stamps: BigInt64Array;
}

/** A segment as it was found in a file. Its owners are names, and may be others by now. */
export interface StoredSegment extends Omit<Segment<RawPath>, "lists"> {
  readonly lists: StoredLists;
  readonly kinds: readonly Kind[];
  readonly stamps: BigInt64Array;
}

/** Says "fossick" only to machines that have the same order of bytes. */
const MAGIC = 0x6b736f66;
/** To be raised whenever the layout changes, or what the index understands by text, pieces or kinds. */
export const FORMAT = 5;
/** Magic, format, five sizes, checksum of the tables, four words of key, three to spare, and the head's own checksum. */
const HEAD_WORDS = 16;
const HEAD_BYTES = HEAD_WORDS * 4;
const KEY_AT = 8;
/** Nothing that we write is as large. */
const MAX_TABLE_BYTES = 256 * 1024 * 1024;

interface Sizes {
  readonly owners: number;
  readonly pieces: number;
  readonly grams: number;
  readonly nameBytes: number;
  readonly listBytes: number;
}

/** Writes a segment to an open file and gives its lists as they are there. */
export function writeSegment(file: string, fd: number, segment: Segment<{ readonly name: RawPath }>, notes: Notes, key: Uint32Array): StoredLists {
  const { owners, ownerOf, startOf, linesBefore, grams, starts, marks, lists } = segment;
  const bytes = lists.read(0, lists.byteLength);
  const checksums = checksumsOf(bytes);
  const names = Buffer.from(owners.map(({ name }) => name).join("\0"), "latin1");
  const kinds = Uint8Array.from(notes.kinds, (kind) => KINDS.indexOf(kind));
  const tables = Buffer.concat([notes.stamps, ownerOf, startOf, linesBefore, grams, starts, marks, checksums, kinds, names].map(bytesOf));
  const sizes = { owners: owners.length, pieces: ownerOf.length, grams: grams.length, nameBytes: names.length, listBytes: bytes.length };
  const written = fs.writevSync(fd, [bytesOf(headOf(sizes, crc32(tables), key)), tables, bytes]);
  if (written !== HEAD_BYTES + tables.length + bytes.length) throw new Error("no room"); // on a full disk a part is written
  return new StoredLists(file, fd, { start: HEAD_BYTES + tables.length, length: bytes.length, checksums }, bytes);
}

/** Reads the tables of a segment and takes over the descriptor; throws Damaged if anything is not as it was written, or not for this key. */
export function readSegment(file: string, fd: number, key: Uint32Array): StoredSegment {
  const head = new Uint32Array(HEAD_WORDS);
  if (readFully(fd, bytesOf(head), 0) !== HEAD_BYTES || !isHead(head, key)) throw new Damaged(file);
  const [owners, pieces, grams, nameBytes, listBytes, tablesSum] = head.subarray(2, KEY_AT) as unknown as [number, number, number, number, number, number];
  const at = layoutOf({ owners, pieces, grams, nameBytes, listBytes });
  if (at.end > MAX_TABLE_BYTES || fs.fstatSync(fd).size !== HEAD_BYTES + at.end + listBytes) throw new Damaged(file);
  const tables = new Uint8Array(at.end);
  if (readFully(fd, tables, HEAD_BYTES) !== at.end || crc32(tables) !== tablesSum) throw new Damaged(file);
  // Copies: what is needed for long must not keep the rest in memory.
  const words = (from: number, count: number): Uint32Array => new Uint32Array(tables.buffer, from, count).slice();
  const names = Buffer.from(tables.buffer, at.names, nameBytes).toString("latin1");
  return {
    owners: owners === 0 ? [] : names.split("\0"),
    ownerOf: words(at.ownerOf, pieces),
    startOf: words(at.startOf, pieces),
    linesBefore: words(at.linesBefore, pieces),
    grams: words(at.grams, grams),
    starts: words(at.starts, grams + 1),
    marks: words(at.marks, pieces + 1),
    lists: new StoredLists(file, fd, { start: HEAD_BYTES + at.end, length: listBytes, checksums: words(at.checksums, blocksOf(listBytes)) }),
    kinds: Array.from(tables.subarray(at.kinds, at.names), (kind) => KINDS[kind] as Kind),
    stamps: new BigInt64Array(tables.buffer, 0, owners * (STAMP_BYTES / 8)),
  };
}

function headOf({ owners, pieces, grams, nameBytes, listBytes }: Sizes, tablesSum: number, key: Uint32Array): Uint32Array {
  const head = new Uint32Array(HEAD_WORDS);
  head.set([MAGIC, FORMAT, owners, pieces, grams, nameBytes, listBytes, tablesSum, ...key]);
  head[HEAD_WORDS - 1] = sumOf(head);
  return head;
}

function isHead(head: Uint32Array, key: Uint32Array): boolean {
  return head[0] === MAGIC && head[1] === FORMAT && head[HEAD_WORDS - 1] === sumOf(head) && key.every((word, at) => head[KEY_AT + at] === word);
}

function sumOf(head: Uint32Array): number {
  return crc32(bytesOf(head.subarray(0, HEAD_WORDS - 1)));
}

/** Where each table begins; those of long words first, so that all are aligned. */
function layoutOf({
  owners,
  pieces,
  grams,
  nameBytes,
  listBytes,
}: Sizes): Record<"ownerOf" | "startOf" | "linesBefore" | "grams" | "starts" | "marks" | "checksums" | "kinds" | "names" | "end", number> {
  const ownerOf = owners * STAMP_BYTES;
  const startOf = ownerOf + 4 * pieces;
  const linesBefore = startOf + 4 * pieces;
  const gramsAt = linesBefore + 4 * pieces;
  const starts = gramsAt + 4 * grams;
  const marks = starts + 4 * (grams + 1);
  const checksums = marks + 4 * (pieces + 1);
  const kinds = checksums + 4 * blocksOf(listBytes);
  const names = kinds + owners;
  return { ownerOf, startOf, linesBefore, grams: gramsAt, starts, marks, checksums, kinds, names, end: names + nameBytes };
}

function blocksOf(listBytes: number): number {
  return Math.ceil(listBytes / BLOCK_BYTES);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
