// Contents of files, kept in a ring: the newest take the place of the oldest. What is heard of is not used any more.

/** A content that would take more than this part of the room is not worth it. */
const MOST = 1 / 16;
const MAX_MISSED = 50_000;

interface Kept extends Span {
  /** Undefined as long as it is not there. */
  version: number | undefined;
}

/** A part of the room. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export class Contents<K> {
  readonly #room: Buffer;
  /** In the order in which they stand in the ring. */
  readonly #kept = new Map<K, Kept>();
  /** What was offered when there was no room. */
  readonly #missed = new Set<K>();
  /** What another thread reads or writes: it must not become something else. */
  readonly #held = new Set<Span>();
  #next = 0;
  #isRound = false;

  constructor(room: Buffer) {
    this.#room = room;
  }

  has(key: K, version: number): boolean {
    return this.#kept.get(key)?.version === version;
  }

  /** The content of a version. */
  get(key: K, version: number): Buffer | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.version === version ? this.#room.subarray(kept.start, kept.end) : undefined;
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
    this.#kept.delete(key);
    if (length === 0 || length > this.#room.length * MOST) return undefined;
    const isRoom = !this.#isRound && this.#next + length <= this.#room.length;
    if (!isRoom && !this.#missed.has(key)) return this.#miss(key);
    const start = this.#makeRoom(length);
    if (start === undefined) return undefined;
    this.#missed.delete(key);
    this.#kept.set(key, { version: undefined, start, end: start + length });
    this.#next = start + length;
    return this.#room.subarray(start, start + length);
  }

  /** It is there now, unless its place was given to others. */
  commit(key: K, version: number, place: Buffer): void {
    const kept = this.#kept.get(key);
    if (kept?.start === this.#spanOf(place).start) kept.version = version;
  }

  /** Until it is released, nothing else comes to this place. */
  hold(place: Buffer): Span {
    const span = this.#spanOf(place);
    this.#held.add(span);
    return span;
  }

  release(span: Span): void {
    this.#held.delete(span);
  }

  #spanOf({ byteOffset, length }: Buffer): Span {
    const start = byteOffset - this.#room.byteOffset;
    return { start, end: start + length };
  }

  /** Where so many bytes fit, without what stood there; undefined if something there is held. */
  #makeRoom(length: number): number | undefined {
    const isEnd = this.#next + length > this.#room.length;
    const start = isEnd ? 0 : this.#next;
    for (const held of this.#held) if (held.start < start + length && held.end > start) return undefined;
    if (isEnd) this.#isRound = true;
    for (const [key, kept] of this.#kept) {
      // The oldest come first: those up to the end of the ring, then those from its beginning.
      const isInTheWay = (isEnd && kept.start >= this.#next) || (kept.start < start + length && kept.end > start);
      if (!isInTheWay) break;
      this.#kept.delete(key);
    }
    return start;
  }

  #miss(key: K): undefined {
    if (this.#missed.size >= MAX_MISSED) this.#missed.clear();
    this.#missed.add(key);
  }
}
