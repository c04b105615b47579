// Encodings of text files: UTF-8, or UTF-16 if a byte order mark says so. Decoding is for showing only: edits work on bytes.
import { StringDecoder } from "node:string_decoder";

/** Decodes text that comes in pieces. */
export interface Decoder {
  write(chunk: Buffer): string;
  end(): string;
}

export interface Encoding {
  readonly name: "utf-8" | "utf-16le" | "utf-16be";
  /** The byte order mark at the start, which stays where it is. */
  readonly markBytes: 0 | 2 | 3;
}

/** What the first bytes of a file say. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return { name: "utf-16le", markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { name: "utf-16be", markBytes: 2 };
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: "utf-8", markBytes: 3 };
  return { name: "utf-8", markBytes: 0 };
}

/** The bytes of a text, without a mark. */
export function encode(text: string, { name }: Encoding): Buffer {
  if (name === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return name === "utf-16le" ? bytes : bytes.swap16();
}

/** Decodes piece by piece, from behind the mark; invalid bytes become U+FFFD. */
export function decoderOf({ name }: Encoding): Decoder {
  // Several times as fast as TextDecoder with streams, which knows the one encoding that this does not.
  if (name !== "utf-16be") return new StringDecoder(name === "utf-8" ? "utf8" : "utf16le");
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  return { write: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

/** The text of a piece from the middle of a file. */
export function decode(bytes: Uint8Array, { name }: Encoding): string {
  return new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
}

/** The code units of a file's text, behind its mark: bytes in UTF-8, pairs of them in UTF-16. */
export function unitsOf(bytes: Buffer, { name, markBytes }: Encoding): Uint8Array | Uint16Array {
  const body = bytes.subarray(markBytes);
  if (name === "utf-8") return body;
  const [low, high] = name === "utf-16le" ? [0, 1] : [1, 0];
  const units = new Uint16Array(body.length >> 1);
  for (let i = 0; i < units.length; i++) units[i] = (body[2 * i + low] as number) | ((body[2 * i + high] as number) << 8);
  return units;
}

export function unitBytes({ name }: Encoding): 1 | 2 {
  return name === "utf-8" ? 1 : 2;
}
