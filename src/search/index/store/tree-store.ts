// What is kept of a tree's index between runs: segments, each in a file that is written once, under a name of its own, and never changed.
// There is no list of them: a record in a segment counts if the file it tells of is still as it was, wherever the record is found.
// Nothing that goes wrong here is a fault: what is not kept is read again.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isPrivate, isPrivateAlready } from "../../../files/recover.ts";
import type { RawPath } from "../../../workspace/raw-path.ts";
import { CLASS_OF } from "../segments/grams.ts";
import { PIECE_BYTES, type Segment, sizeOf, UNKEPT_PIECE_BYTES } from "../segments/segment.ts";
import { bytesIn, cacheFor, evict, noteUse } from "./cache.ts";
import type { StoredLists } from "./lists.ts";
import { FORMAT, type Notes, readSegment, type StoredSegment, writeSegment } from "./segment-file.ts";
import { enter, isFirst, leave } from "./users.ts";

/** Where to keep the index of a tree, and how much there may be in all. */
export interface CacheRequest {
  readonly directory: string;
  readonly maxBytes: number;
  /** What else decides which files of the tree are listed. */
  readonly walk: string;
}

const SEGMENT = ".segment";
/** After a failure, a full disk most likely, nothing is written for so long. */
const RETRY_MS = 60_000;
const OPEN_FLAGS = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW;

/** The store of a tree; undefined if there can be none. */
export function openStore(request: CacheRequest, tree: RawPath): TreeStore | undefined {
  const cache = cacheFor(request.directory, tree);
  if (typeof cache === "string") return undefined;
  const key = keyOf(request, tree);
  const directory = path.join(cache.real, key.toString("hex"));
  try {
    if (!isPrivate(directory)) return undefined;
    noteUse(directory, tree);
    enter(directory);
    return new TreeStore({ cache: cache.real, directory, tree, maxBytes: request.maxBytes, key: new Uint32Array(new Uint8Array(key).buffer) });
  } catch {
    return undefined; // no room, or something else stands there
  }
}

/** Whether an earlier run left something of a tree that can be used. */
export function isKept(request: CacheRequest, tree: RawPath): boolean {
  const directory = path.join(request.directory, keyOf(request, tree).toString("hex"));
  return segmentsIn(directory).length > 0 && isPrivateAlready(directory) && typeof cacheFor(request.directory, tree) !== "string";
}

/** Nothing that is kept under it can be read in another way than it was written. */
function keyOf({ walk }: CacheRequest, tree: RawPath): Buffer {
  const hash = crypto.createHash("sha256").update(JSON.stringify([FORMAT, tree, walk, PIECE_BYTES, UNKEPT_PIECE_BYTES, ...CLASS_OF]));
  return hash.digest().subarray(0, 16);
}

function segmentsIn(directory: string): readonly string[] {
  try {
    return fs.readdirSync(directory).filter((name) => name.endsWith(SEGMENT));
  } catch {
    return []; // there is none, or it was taken away
  }
}

interface Place {
  readonly cache: string;
  readonly directory: string;
  readonly tree: RawPath;
  readonly maxBytes: number;
  readonly key: Uint32Array;
}

export class TreeStore {
  readonly #place: Place;
  #retryAt = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  /** What earlier runs left. Files that cannot be used are removed. */
  *stored(): Generator<StoredSegment> {
    for (const name of segmentsIn(this.#place.directory)) {
      const file = path.join(this.#place.directory, name);
      const segment = this.#open(file);
      if (segment === undefined) remove(file);
      else yield segment;
    }
  }

  /** Writes a segment to a file; undefined if that is not ours to do, or not possible now. */
  write(segment: Segment<{ readonly name: RawPath }>, notes: Notes): StoredLists | undefined {
    const { directory, maxBytes, key } = this.#place;
    if (Date.now() < this.#retryAt) return undefined;
    const file = path.join(directory, `${crypto.randomBytes(8).toString("hex")}${SEGMENT}`);
    const temporary = `${file}.tmp`;
    let fd: number | undefined;
    try {
      if (!isFirst(directory) || bytesIn(directory) + sizeOf(segment) > maxBytes) return undefined;
      fd = fs.openSync(temporary, "wx+", 0o600);
      const lists = writeSegment(file, fd, segment, notes, key);
      fs.renameSync(temporary, file);
      return lists;
    } catch {
      if (fd !== undefined) fs.closeSync(fd);
      remove(temporary);
      this.#retryAt = Date.now() + RETRY_MS;
      return undefined;
    }
  }

  /** Leaves no other segments than these, and no more in the cache than is allowed. */
  tidy(kept: ReadonlySet<string>): void {
    const { cache, directory, maxBytes } = this.#place;
    try {
      if (!isFirst(directory)) return;
      for (const name of fs.readdirSync(directory)) if (name.includes(SEGMENT) && !kept.has(path.join(directory, name))) remove(path.join(directory, name));
      evict(cache, maxBytes);
    } catch {
      // it was taken away: nothing is kept then
    }
  }

  close(): void {
    const { directory, tree } = this.#place;
    try {
      noteUse(directory, tree);
      leave(directory);
    } catch {
      // it was taken away
    }
  }

  #open(file: string): StoredSegment | undefined {
    let fd: number | undefined;
    try {
      fd = fs.openSync(file, OPEN_FLAGS);
      return readSegment(file, fd, this.#place.key);
    } catch {
      if (fd !== undefined) fs.closeSync(fd);
      return undefined; // damaged, of another version or tree, or not to be read
    }
  }
}

/** Takes a file away; what stands there instead of one as well. */
export function remove(file: string): void {
  try {
    fs.rmSync(file, { recursive: true, force: true });
  } catch {
    // not ours to remove
  }
}
