// Keeps the beginning of a stream, and its end where that is wanted, and counts the rest: a flood costs no more memory than its first second.
import { isAscii } from "node:buffer";
import type { Readable } from "node:stream";
import type { Recording } from "../workspace/artifacts.ts";
import { countChars, firstChars, LastChars } from "./characters.ts";
import type { Captured } from "./query.ts";

/** After so many bytes that nobody will see, a stream rests … */
const FLOOD_BYTES = 1024 * 1024;
/** … for so long: the writer is slowed down a little, and every other call gets its turn. */
const FLOOD_REST_MS = 2;

/** What is kept of a stream. */
export interface Keep {
  /** The first so many characters … */
  readonly keepChars: number;
  /** … of what follows them the last so many … */
  readonly lastChars?: number;
  /** … and, if it does not end with the first, all of it. */
  readonly recording?: Recording;
}

/** A byte stream, decoded as UTF-8: its beginning and, if wanted, its end. A character is a code point; none is ever split. */
export class Capture {
  readonly #limit: number;
  readonly #last: LastChars;
  readonly #recording: Recording | undefined;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #kept: string[] = [];
  #keptChars = 0;
  #chars = 0;
  /** The last chunk may have ended inside a character. */
  #midCharacter = false;
  #closed = false;

  constructor({ keepChars, lastChars = 0, recording }: Keep) {
    this.#limit = keepChars;
    this.#last = new LastChars(lastChars);
    this.#recording = recording;
  }

  /** Whether the beginning is complete: what follows is hardly seen. */
  get isFull(): boolean {
    return this.#closed || this.#keptChars >= this.#limit;
  }

  write(chunk: Buffer): void {
    if (this.#closed) return;
    this.#recording?.write(chunk);
    if (this.isFull && !this.#midCharacter && isAscii(chunk)) {
      this.#chars += chunk.length; // the usual flood need not be decoded to be counted
      this.#last.addAscii(chunk);
      return;
    }
    this.#add(this.#decoder.decode(chunk, { stream: true }));
    this.#midCharacter = (chunk.at(-1) ?? 0) >= 0x80;
  }

  /** Nothing is taken in any more. */
  close(): void {
    if (this.#closed) return;
    this.#add(this.#decoder.decode());
    this.#closed = true;
    if (this.#isCut) this.#recording?.close();
    else this.#recording?.drop();
  }

  snapshot(): Captured {
    const captured = { text: this.#kept.join(""), keptChars: this.#keptChars, chars: this.#chars };
    if (!this.#isCut || this.#last.limit === 0) return captured;
    const artifact = this.#recording?.facts();
    return { ...captured, last: this.#last.text(), ...(artifact === undefined ? {} : { artifact }) };
  }

  get #isCut(): boolean {
    return this.#chars > this.#keptChars;
  }

  #add(text: string): void {
    const chars = countChars(text);
    const room = this.#limit - this.#keptChars;
    this.#chars += chars;
    if (chars === 0) return;
    if (chars <= room) {
      this.#kept.push(text);
      this.#keptChars += chars;
      return;
    }
    const first = firstChars(text, room);
    // A copy: the slice of a string keeps the whole of it in memory.
    if (room > 0) this.#kept.push(Buffer.from(first).toString());
    this.#keptChars += room;
    this.#last.add(text.slice(first.length));
  }
}

/** Reads a stream into a capture to its end, whatever it brings; never faster than others can bear. */
export function drain(stream: Readable, capture: Capture): void {
  let unseenBytes = 0;
  stream.on("data", (chunk: Buffer) => {
    capture.write(chunk);
    if (!capture.isFull) return;
    unseenBytes += chunk.length;
    if (unseenBytes < FLOOD_BYTES) return;
    unseenBytes = 0;
    stream.pause();
    setTimeout(() => stream.resume(), FLOOD_REST_MS);
  });
  stream.on("error", () => {}); // a broken pipe is an end like any other
}
