// Whether bytes that come in pieces are valid UTF-8.
import { isUtf8 } from "node:buffer";

export class Utf8Check {
  #isValid = true;
  /** The beginning of a character whose rest is in the next piece. */
  #open = Buffer.alloc(0);

  write(chunk: Buffer): void {
    if (!this.#isValid) return;
    const bytes = this.#open.length === 0 ? chunk : Buffer.concat([this.#open, chunk]);
    const end = bytes.length - openBytes(bytes);
    this.#isValid = isUtf8(bytes.subarray(0, end));
    this.#open = Buffer.from(bytes.subarray(end)); // a piece is only valid until the next
  }

  /** Whether everything so far was valid; a character may be unfinished. */
  get isValid(): boolean {
    return this.#isValid;
  }

  /** Whether all of it is, now that there is no more. */
  end(): boolean {
    return this.#isValid && this.#open.length === 0;
  }
}

/** How many bytes at the end are the beginning of a longer character. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue; // inside a character
    return charBytes(byte) > back ? back : 0;
  }
  return 0;
}

function charBytes(first: number): number {
  if (first < 0xc0) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
