// The tag of a text: four hex digits that tell whether a file is still what a caller saw. It depends on nothing but the content, so no
// session has to remember it; line ends and white space at the ends of lines do not count.
import { decode, encodingOf } from "../encoding.ts";
import { xxHash32 } from "./xxhash32.ts";

export type Tag = string;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TABULATOR = 0x09;

/** The tag of a file with these bytes; its byte order mark is not part of the text. */
export function tagOf(bytes: Buffer): Tag {
  const encoding = encodingOf(bytes);
  const body = bytes.subarray(encoding.markBytes);
  const text = encoding.name === "utf-8" ? body : Buffer.from(decode(body, encoding), "utf8");
  return (xxHash32(withoutLineEnds(text)) & 0xffff).toString(16).toUpperCase().padStart(4, "0");
}

/** Every line without its trailing spaces, tabulators and returns. */
function withoutLineEnds(bytes: Uint8Array): Uint8Array {
  const kept = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let solid = 0; // behind the last byte that is not white space
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === NEWLINE) length = solid;
    kept[length++] = byte;
    if (byte !== SPACE && byte !== TABULATOR && byte !== RETURN) solid = length;
  }
  return kept.subarray(0, solid);
}
