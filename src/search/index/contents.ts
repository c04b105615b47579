// Contents of files that were looked at, kept as long as there is room and nothing is heard of them.
import type { ReadText } from "./read-text.ts";

export type Content = Extract<ReadText, { bytes: Buffer }>;

export class Contents<K> {
  readonly #maxBytes: number;
  readonly #kept = new Map<K, { readonly version: number; readonly content: Content }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The content of a version; of another it is forgotten. */
  get(key: K, version: number): Content | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#forget(key);
    if (kept.version !== version) return undefined;
    this.#put(key, kept); // the last one used is the last to go
    return kept.content;
  }

  /** Keeps a copy. A content that would push out much of the rest is not worth it. */
  keep(key: K, version: number, content: Content): void {
    this.#forget(key);
    if (content.bytes.length > this.#maxBytes / 16) return;
    const bytes = Buffer.allocUnsafeSlow(content.bytes.length);
    content.bytes.copy(bytes);
    this.#put(key, { version, content: { ...content, bytes } });
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  #put(key: K, kept: { readonly version: number; readonly content: Content }): void {
    this.#kept.set(key, kept);
    this.#bytes += kept.content.bytes.length;
  }

  #forget(key: K): void {
    this.#bytes -= this.#kept.get(key)?.content.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}
