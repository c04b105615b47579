// Messages on a stream: four bytes of length, then so many bytes.

const HEAD_BYTES = 4;

export function framed(body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

/** Puts messages together from pieces of any size. */
export class FrameReader {
  readonly #maxBytes: number;
  #part = Buffer.alloc(HEAD_BYTES);
  #isHead = true;
  #filled = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The messages that are whole now; undefined if one would be too long: nothing after it can be understood. */
  push(chunk: Buffer): readonly Buffer[] | undefined {
    const whole: Buffer[] = [];
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.copy(this.#part, this.#filled, from);
      from += taken;
      this.#filled += taken;
      if (this.#filled < this.#part.length) break;
      if (!this.#isHead) whole.push(this.#part);
      const size = this.#isHead ? this.#part.readUInt32BE() : undefined;
      if (size !== undefined && (size === 0 || size > this.#maxBytes)) return undefined;
      this.#part = Buffer.alloc(size ?? HEAD_BYTES);
      this.#isHead = size === undefined;
      this.#filled = 0;
    }
    return whole;
  }
}
