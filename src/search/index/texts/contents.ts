// Contents of files, kept in a ring: the newest take the place of the oldest. What is heard of is not used any more.
import { isAscii } from "node:buffer";
import { CARRIAGE_RETURN } from "../segments/grams.ts";
import type { Span } from "../wasm/scanner.ts";
import { isPlainUtf8 } from "./parts.ts";

/** A content that would take more than this part of the room is not worth it. */
const MOST = 1 / 16;
const MAX_MISSED = 50_000;

export interface Kept extends Span {
  /** Undefined as long as it is not there. */
  version: number | undefined;
  isAscii: boolean;
  /** UTF-8, without a mark that says so. */
  isUtf8: boolean;
  /** Carriage returns are in it. */
  hasReturns: boolean;
}

/** Whose content it is has it at hand: to look it up takes longer than to look into most files. */
export interface Keeper {
  kept: Kept | undefined;
}

/** Where the content of a version is. */
export function keptOf({ kept }: Keeper, version: number): Kept | undefined {
  return kept !== undefined && kept.version === version ? kept : undefined;
}

export class Contents<K extends Keeper> {
  readonly #room: Buffer;
  readonly #end: number;
  /** In the order in which they stand in the ring. */
  readonly #kept = new Map<K, Kept>();
  /** What was offered when there was no room. */
  readonly #missed = new Set<K>();
  /** What another thread reads or writes: it must not become something else. */
  readonly #held = new Set<Span>();
  #next: number;
  #isRound = false;

  constructor(room: Buffer) {
    this.#room = room;
    this.#next = room.byteOffset;
    this.#end = room.byteOffset + room.length;
  }

  /** The content of a version. */
  get(key: K, version: number): Buffer | undefined {
    const kept = keptOf(key, version);
    return kept && this.#bytesAt(kept);
  }

  /** Keeps a copy if there is room, or if it was offered before: then the oldest go. */
  offer(key: K, version: number, bytes: Buffer): void {
    const place = this.reserve(key, bytes.length);
    if (place === undefined) return;
    bytes.copy(place);
    this.commit(key, version, place);
  }

  /** Where a content could be kept, by the same rule; undefined if nowhere. */
  reserve(key: K, length: number): Buffer | undefined {
    this.#drop(key);
    if (length === 0 || length > this.#room.length * MOST) return undefined;
    const isRoom = !this.#isRound && this.#next + length <= this.#end;
    if (!isRoom && !this.#missed.has(key)) return this.#miss(key);
    const start = this.#makeRoom(length);
    if (start === undefined) return undefined;
    this.#missed.delete(key);
    key.kept = { version: undefined, start, end: start + length, isAscii: false, isUtf8: false, hasReturns: true };
    this.#kept.set(key, key.kept);
    this.#next = key.kept.end;
    return this.#bytesAt(key.kept);
  }

  /** It is there now, unless its place was given to others. */
  commit(key: K, version: number, place: Buffer): void {
    const kept = this.#kept.get(key);
    if (kept?.start !== place.byteOffset) return;
    kept.hasReturns = place.includes(CARRIAGE_RETURN);
    kept.isAscii = isAscii(place);
    kept.isUtf8 = kept.isAscii || isPlainUtf8(place);
    kept.version = version;
  }

  /** Until it is released, nothing else comes to this place. */
  hold(place: Buffer): Span {
    const span = { start: place.byteOffset, end: place.byteOffset + place.length };
    this.#held.add(span);
    return span;
  }

  release(span: Span): void {
    this.#held.delete(span);
  }

  #bytesAt({ start, end }: Span): Buffer {
    const from = this.#room.byteOffset;
    return this.#room.subarray(start - from, end - from);
  }

  #drop(key: K): void {
    if (key.kept === this.#kept.get(key)) key.kept = undefined; // it may be kept elsewhere by now
    this.#kept.delete(key);
  }

  /** Where so many bytes fit, without what stood there; undefined if something there is held. */
  #makeRoom(length: number): number | undefined {
    const isEnd = this.#next + length > this.#end;
    const start = isEnd ? this.#room.byteOffset : this.#next;
    for (const held of this.#held) if (held.start < start + length && held.end > start) return undefined;
    if (isEnd) this.#isRound = true;
    for (const [key, kept] of this.#kept) {
      // The oldest come first: those up to the end of the ring, then those from its beginning.
      const isInTheWay = (isEnd && kept.start >= this.#next) || (kept.start < start + length && kept.end > start);
      if (!isInTheWay) break;
      this.#drop(key);
    }
    return start;
  }

  #miss(key: K): undefined {
    if (this.#missed.size >= MAX_MISSED) this.#missed.clear();
    this.#missed.add(key);
  }
}
