// Class trigrams: every byte belongs to one of 64 classes, three in a row make a number of 18 bits. Letters are folded, so one index serves both cases.

/** A line's end: it has no class, and no trigram goes over it. */
export const LINE_END = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
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

const LONG_S = "\u017f";
const KELVIN = "\u212a";

/** The two letters that are s and k to a search without case, and are not written with those bytes. */
export function hasPartners(bytes: Buffer): boolean {
  return bytes.includes(LONG_S) || bytes.includes(KELVIN);
}

/** A text with such letters, and once more as it is without case: together they have the trigrams of both. */
export function withPartners(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.of(LINE_END), withoutPartners(bytes)]);
}

/** A text as it is to a search without case: s and k in place of such letters. */
export function withoutPartners(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll(latin1Of(LONG_S), "s").replaceAll(latin1Of(KELVIN), "k"), "latin1");
}

/** The bytes of a text, one character each. */
function latin1Of(text: string): string {
  return Buffer.from(text).toString("latin1");
}
