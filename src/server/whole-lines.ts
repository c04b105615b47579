// Passes input on in whole lines: the SDK's buffer searches all it has with every piece, which for long lines takes quadratic time.
import { Transform, type TransformCallback } from "node:stream";
import type { Log } from "./log.ts";

/** A longer message is passed over; the connection goes on. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

export class WholeLines extends Transform {
  readonly #log: Log;
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(log: Log) {
    super();
    this.#log = log;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) this.#pass(chunk, end);
    if (end < chunk.length) this.#keep(chunk.subarray(end));
    done();
  }

  #pass(chunk: Buffer, end: number): void {
    const first = chunk.indexOf(NEWLINE) + 1;
    this.#keep(chunk.subarray(0, first));
    if (this.#length <= MAX_LINE_BYTES) this.push(Buffer.concat(this.#pieces));
    else this.#log("warn", "a message was too long and is not answered", { bytes: this.#length, limit: MAX_LINE_BYTES });
    this.#pieces = [];
    this.#length = 0;
    if (first < end) this.push(chunk.subarray(first, end));
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= MAX_LINE_BYTES) this.#pieces.push(piece);
    else this.#pieces = [];
  }
}
