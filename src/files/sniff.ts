// What a file is, from its first bytes: a picture, binary, or text.
import { isUtf8 } from "node:buffer";
import { encodingOf } from "./encoding.ts";

/** A NUL among this many bytes makes a file binary (boris looks at as many). */
const BINARY_SNIFF_BYTES = 512;
const EARLY_BYTES = 8 * 1024;

const MAGIC: readonly { readonly mimeType: string; readonly at: number; readonly bytes: Buffer }[] = [
  { mimeType: "image/png", at: 0, bytes: Buffer.from("\x89PNG\r\n\x1a\n", "latin1") },
  { mimeType: "image/jpeg", at: 0, bytes: Buffer.from("\xff\xd8\xff", "latin1") },
  { mimeType: "image/gif", at: 0, bytes: Buffer.from("GIF87a", "latin1") },
  { mimeType: "image/gif", at: 0, bytes: Buffer.from("GIF89a", "latin1") },
];

/** The MIME type of a picture; SVG is text and known by its name alone. */
export function imageTypeOf(head: Buffer, name: string): string | undefined {
  const magic = MAGIC.find(({ at, bytes }) => head.subarray(at, at + bytes.length).equals(bytes));
  if (magic !== undefined) return magic.mimeType;
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return "image/webp";
  return head.length > 0 && name.toLowerCase().endsWith(".svg") ? "image/svg+xml" : undefined;
}

/** Whether NUL bytes near the start say that a file is more than text (Claude Code looks at as many). */
export function hasEarlyNul(head: Buffer): boolean {
  return encodingOf(head).name === "utf-8" && head.subarray(0, EARLY_BYTES).includes(0);
}

/** What keeps bytes from being edited as text; UTF-16 with a mark is one. */
export function textFault(bytes: Buffer): "nul-bytes" | "not-utf-8" | undefined {
  if (encodingOf(bytes).name !== "utf-8") return undefined;
  if (hasEarlyNul(bytes)) return "nul-bytes";
  return isUtf8(bytes) ? undefined : "not-utf-8";
}

export function isBinary(head: Buffer): boolean {
  return encodingOf(head).name === "utf-8" && head.subarray(0, BINARY_SNIFF_BYTES).includes(0);
}
