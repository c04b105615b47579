// Class trigrams: every byte belongs to one of 64 classes, three in a row make a number of 18 bits. Letters are folded, so one index serves both cases.

/** A line's end: it has no class, and no trigram goes over it. */
export const LINE_END = 0x0a;
/** How many trigrams there can be. */
export const TRIGRAMS = 1 << 18;

const OTHER_ASCII = 36;
const NON_ASCII = 37;
/** Each of these is a class of its own; those in one entry share it, being rare in names people look for. */
const MARKS: readonly string[] = [..." #\"'(),-./:;<=>[]{}_", "^`~", "@?", "!%", "$\\", "|&", "+*"];

/** The class of each byte. */
export const CLASS_OF: Readonly<Uint8Array> = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(256).fill(OTHER_ASCII);
  table.fill(NON_ASCII, 128);
  for (let i = 0; i < 26; i++) table[0x41 + i] = table[0x61 + i] = i;
  for (let i = 0; i < 10; i++) table[0x30 + i] = 26 + i;
  for (const [i, chars] of MARKS.entries()) for (const char of chars) table[char.charCodeAt(0)] = NON_ASCII + 1 + i;
  return table;
}

/** The trigrams of bytes in a row, as classes one character each. */
export function trigramsOf(classes: string): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i + 2 < classes.length; i++) found.push((classes.charCodeAt(i) << 12) | (classes.charCodeAt(i + 1) << 6) | classes.charCodeAt(i + 2));
  return found;
}

/** The classes of a text's bytes, one character each. */
export function classesOf(text: string): string {
  let classes = "";
  for (const byte of Buffer.from(text, "utf8")) classes += String.fromCharCode(CLASS_OF[byte] as number);
  return classes;
}

/** Finds the distinct trigrams of pieces of text, one piece after the other. */
export class TrigramFinder {
  /** The piece in which a trigram was last seen, by its number in a round: little memory is fast, and nothing has to be cleared in between. */
  readonly #seenIn = new Uint8Array(TRIGRAMS);
  #piece = 0;

  /** Writes the trigrams of `bytes[start, end)` to `out` from `at` on and gives where they end. `out` must have room for `end - start` more. */
  find(bytes: Uint8Array, start: number, end: number, out: Uint32Array, at: number): number {
    const seenIn = this.#seenIn;
    const piece = this.#nextPiece();
    let next = at;
    for (let i = start; i + 2 < end; i++) {
      // A line begins: its first two bytes make no trigram yet.
      if (bytes[i] === LINE_END || bytes[i + 1] === LINE_END) continue;
      let gram = ((CLASS_OF[bytes[i] as number] as number) << 6) | (CLASS_OF[bytes[i + 1] as number] as number);
      for (i += 2; i < end; i++) {
        const byte = bytes[i] as number;
        if (byte === LINE_END) break;
        gram = ((gram << 6) | (CLASS_OF[byte] as number)) & 0x3ffff;
        if (seenIn[gram] === piece) continue;
        seenIn[gram] = piece;
        out[next++] = gram;
      }
    }
    return next;
  }

  #nextPiece(): number {
    if (this.#piece === 255) {
      this.#seenIn.fill(0);
      this.#piece = 0;
    }
    return ++this.#piece;
  }
}
