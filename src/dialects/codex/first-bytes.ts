// Codex measures what it shows in bytes: lines and names end after 500 of them.

const MAX_BYTES = 500;
const encoder = new TextEncoder();
const room = new Uint8Array(MAX_BYTES);

/** As many whole characters as fit into 500 bytes. */
export function firstBytes(text: string): string {
  return text.slice(0, encoder.encodeInto(text, room).read);
}
