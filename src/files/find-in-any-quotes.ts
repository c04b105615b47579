// Where a text stands in a file's bytes if straight and curly quotes are the same. The bytes are searched with straight quotes, and what is
// found is told in the places of the original.
import type { Encoding } from "./encoding.ts";
import { findText, type Spans } from "./find-text.ts";
import { straightened } from "./quotes.ts";

/** The straight quotes for U+2018, U+2019, U+201C and U+201D, by their low byte; UTF-8's last byte is the same with the highest bit set. */
const STRAIGHT_BYTES: Readonly<Record<number, number>> = { 24: 0x27, 25: 0x27, 28: 0x22, 29: 0x22 };
/** What all curly quotes begin with in UTF-8. */
const CURLY_START = Buffer.from([0xe2, 0x80]);
/** A straight quote has so many bytes less there. */
const SAVED_BYTES = 2;

export function findInAnyQuotes(bytes: Buffer, encoding: Encoding, text: string): Spans {
  const straight = encoding.name === "utf-8" ? straightUtf8(bytes) : straightUtf16(bytes, encoding);
  const spans = findText(straight.bytes, encoding, straightened(text));
  const offsets = new Uint32Array(2 * spans.count);
  let passed = 0; // spans come in order
  const original = (offset: number): number => {
    while (passed < straight.shortened.length && (straight.shortened[passed] as number) < offset) passed++;
    return offset + SAVED_BYTES * passed;
  };
  for (let i = 0; i < spans.count; i++) {
    offsets[2 * i] = original(spans.start(i));
    offsets[2 * i + 1] = original(spans.end(i));
  }
  return { count: spans.count, start: (index) => offsets[2 * index] as number, end: (index) => offsets[2 * index + 1] as number };
}

interface StraightBytes {
  readonly bytes: Buffer;
  /** Where in them quotes stand that take more bytes in the original. */
  readonly shortened: readonly number[];
}

function straightUtf8(bytes: Buffer): StraightBytes {
  const straight = Buffer.allocUnsafe(bytes.length);
  const shortened: number[] = [];
  let from = 0;
  let to = 0;
  for (let at = bytes.indexOf(CURLY_START); at !== -1; at = bytes.indexOf(CURLY_START, at + CURLY_START.length)) {
    const quote = STRAIGHT_BYTES[(bytes[at + 2] ?? 0) ^ 0x80];
    if (quote === undefined) continue;
    to += bytes.copy(straight, to, from, at);
    shortened.push(to);
    straight[to++] = quote;
    from = at + 3;
  }
  to += bytes.copy(straight, to, from);
  return { bytes: straight.subarray(0, to), shortened };
}

function straightUtf16(bytes: Buffer, { name, markBytes }: Encoding): StraightBytes {
  const straight = Buffer.from(bytes);
  const [low, high] = name === "utf-16le" ? [0, 1] : [1, 0];
  for (let at = markBytes; at + 1 < straight.length; at += 2) {
    const quote = straight[at + high] === 0x20 ? STRAIGHT_BYTES[straight[at + low] as number] : undefined;
    if (quote === undefined) continue;
    straight[at + high] = 0;
    straight[at + low] = quote;
  }
  return { bytes: straight, shortened: [] };
}
