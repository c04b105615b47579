// Contents of files, kept in a ring: the newest take the place of the oldest. What is heard of is not used any more.

/** A content that would take more than this part of the room is not worth it. */
const MOST = 1 / 16;
const MAX_MISSED = 50_000;

interface Kept {
  readonly version: number;
  readonly start: number;
  readonly end: number;
}

export class Contents<K> {
  readonly #room: Buffer;
  /** In the order in which they stand in the ring. */
  readonly #kept = new Map<K, Kept>();
  /** What was offered when there was no room. */
  readonly #missed = new Set<K>();
  #next = 0;
  #isRound = false;

  constructor(room: Buffer) {
    this.#room = room;
  }

  /** The content of a version. */
  get(key: K, version: number): Buffer | undefined {
    const kept = this.#kept.get(key);
    return kept?.version === version ? this.#room.subarray(kept.start, kept.end) : undefined;
  }

  /** Keeps a copy if there is room, or if it was offered before: then the oldest go. */
  offer(key: K, version: number, bytes: Buffer): void {
    this.#kept.delete(key);
    if (bytes.length === 0 || bytes.length > this.#room.length * MOST) return;
    const isRoom = !this.#isRound && this.#next + bytes.length <= this.#room.length;
    if (!isRoom && !this.#missed.delete(key)) return void this.#miss(key);
    const start = this.#makeRoom(bytes.length);
    bytes.copy(this.#room, start);
    this.#kept.set(key, { version, start, end: start + bytes.length });
    this.#next = start + bytes.length;
  }

  /** Where so many bytes fit, without what stood there. */
  #makeRoom(length: number): number {
    const isEnd = this.#next + length > this.#room.length;
    if (isEnd) this.#isRound = true;
    const start = isEnd ? 0 : this.#next;
    for (const [key, kept] of this.#kept) {
      // The oldest come first: those up to the end of the ring, then those from its beginning.
      const isInTheWay = (isEnd && kept.start >= this.#next) || (kept.start < start + length && kept.end > start);
      if (!isInTheWay) break;
      this.#kept.delete(key);
    }
    return start;
  }

  #miss(key: K): void {
    if (this.#missed.size >= MAX_MISSED) this.#missed.clear();
    this.#missed.add(key);
  }
}
