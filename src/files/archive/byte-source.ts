// Bytes that come in pieces, taken in portions of any length.
import { Damaged } from "./member.ts";

export interface Pieces {
  /** The next piece; an empty one at the end. */
  next(): Promise<Buffer>;
  /** Jumps ahead without reading, where that can be done; tells how far. */
  skip?(length: number): number;
}

export class ByteSource {
  readonly #pieces: Pieces;
  #rest: Buffer = Buffer.alloc(0);

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  /** At most so many bytes; none at the end. */
  async some(length: number): Promise<Buffer> {
    if (this.#rest.length === 0) this.#rest = await this.#pieces.next();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  /** So many bytes; fewer only at the end. */
  async take(length: number): Promise<Buffer> {
    const first = await this.some(length);
    if (first.length === length || first.length === 0) return first;
    const parts = [first];
    let left = length - first.length;
    while (left > 0) {
      const part = await this.some(left);
      if (part.length === 0) break;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Passes so many bytes, which must be there. */
  async skip(length: number): Promise<void> {
    const held = Math.min(length, this.#rest.length);
    this.#rest = this.#rest.subarray(held);
    let left = length - held;
    if (left > 0) left -= this.#pieces.skip?.(left) ?? 0;
    while (left > 0) {
      const part = await this.some(left);
      if (part.length === 0) throw new Damaged("it ends in the middle of a member");
      left -= part.length;
    }
  }

  /** Passes everything that is left. */
  async drain(): Promise<void> {
    while ((await this.some(Number.POSITIVE_INFINITY)).length > 0);
  }
}
