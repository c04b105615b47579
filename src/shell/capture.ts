// Keeps the beginning of a stream and counts the rest: a flood costs no more memory than its first second.
import { isAscii } from "node:buffer";
import type { Readable } from "node:stream";
import type { Captured } from "./query.ts";

/** After so many bytes that nobody will see, a stream rests … */
const FLOOD_BYTES = 1024 * 1024;
/** … for so long: the writer is slowed down a little, and every other call gets its turn. */
const FLOOD_REST_MS = 2;

/** The first characters of a byte stream, decoded as UTF-8. A character is a code point; none is ever split. */
export class Capture {
  readonly #limit: number;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #kept: string[] = [];
  #keptChars = 0;
  #chars = 0;
  /** The last chunk may have ended inside a character. */
  #midCharacter = false;
  #closed = false;

  constructor(keepChars: number) {
    this.#limit = keepChars;
  }

  /** Whether nothing more will be kept. */
  get isFull(): boolean {
    return this.#closed || this.#keptChars >= this.#limit;
  }

  write(chunk: Buffer): void {
    if (this.#closed) return;
    if (this.isFull && !this.#midCharacter && isAscii(chunk)) {
      this.#chars += chunk.length; // the usual flood need not be decoded to be counted
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
  }

  snapshot(): Captured {
    return { text: this.#kept.join(""), keptChars: this.#keptChars, chars: this.#chars };
  }

  #add(text: string): void {
    const chars = countChars(text);
    const room = this.#limit - this.#keptChars;
    this.#chars += chars;
    if (room <= 0 || chars === 0) return;
    // A copy: the slice of a string keeps the whole of it in memory.
    this.#kept.push(chars <= room ? text : Buffer.from(firstChars(text, room)).toString());
    this.#keptChars += Math.min(chars, room);
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

function countChars(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if (isLeading(text.charCodeAt(i))) pairs++;
  return text.length - pairs;
}

function firstChars(text: string, count: number): string {
  let end = 0;
  for (let chars = 0; chars < count; chars++) end += isLeading(text.charCodeAt(end)) ? 2 : 1;
  return text.slice(0, end);
}

/** The decoder makes no lone surrogates: a leading one is always half of a pair. */
function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
