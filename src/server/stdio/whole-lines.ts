// Takes input apart into lines. A long one comes in many pieces, which are looked at once each: to search all there is with every piece takes quadratic time.
import type { Log } from "../log.ts";

/** A longer message is passed over; the connection goes on. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

export class WholeLines {
  readonly #log: Log;
  readonly #onLine: (line: Buffer) => void;
  #pieces: Buffer[] = [];
  #length = 0;

  /** `onLine` gets each with its end. */
  constructor(log: Log, onLine: (line: Buffer) => void) {
    this.#log = log;
    this.#onLine = onLine;
  }

  add(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE) + 1; end > 0; end = chunk.indexOf(NEWLINE, start) + 1) {
      this.#keep(chunk.subarray(start, end));
      this.#pass();
      start = end;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #pass(): void {
    const [pieces, length] = [this.#pieces, this.#length];
    this.#pieces = [];
    this.#length = 0;
    if (length > MAX_LINE_BYTES) this.#log("warn", "a message was too long and is not answered", { bytes: length, limit: MAX_LINE_BYTES });
    else this.#onLine(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces));
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= MAX_LINE_BYTES) this.#pieces.push(piece);
    else this.#pieces = [];
  }
}
