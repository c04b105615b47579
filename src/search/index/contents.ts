// Contents of files, kept as long as there is room and nothing is heard of them.

/** A content that would take more than this part of the room is not worth it. */
const MOST = 1 / 16;
const MAX_MISSED = 50_000;

export class Contents<K> {
  readonly #maxBytes: number;
  readonly #kept = new Map<K, { readonly version: number; readonly bytes: Buffer }>();
  /** What was offered when there was no room. */
  readonly #missed = new Set<K>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The content of a version; of another it is forgotten. */
  get(key: K, version: number): Buffer | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.version === version) return kept?.bytes;
    this.#forget(key);
    return undefined;
  }

  /** Keeps a copy if there is room, or if it was offered before: then the oldest go. */
  offer(key: K, version: number, bytes: Buffer): void {
    this.#forget(key);
    const isRoom = this.#bytes + bytes.length <= this.#maxBytes;
    if (bytes.length > this.#maxBytes * MOST || !(isRoom || this.#missed.delete(key))) return void this.#miss(key);
    const copy = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(copy);
    this.#kept.set(key, { version, bytes: copy });
    this.#bytes += copy.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  #miss(key: K): void {
    if (this.#missed.size >= MAX_MISSED) this.#missed.clear();
    this.#missed.add(key);
  }

  #forget(key: K): void {
    this.#bytes -= this.#kept.get(key)?.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}
