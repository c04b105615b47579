// A file's bytes piece by piece, so that its size does not matter.
import fs from "node:fs";
import { promisify } from "node:util";
import type { OpenFile } from "../workspace/open-file.ts";

const MIN_CHUNK_BYTES = 4 * 1024;
const MAX_CHUNK_BYTES = 256 * 1024;
/** So little is read at once, as it was opened: to hand it to a thread takes longer than to copy it. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
const read = promisify(fs.read);

/** The bytes from the start to the end. A piece is only valid until the next is asked for. */
export async function* chunksOf({ fd, stats }: OpenFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  // Most files are small: a large buffer for each would keep the garbage collector busy, and one byte of room saves asking for the end.
  const size = Number(stats.size);
  const buffer = Buffer.allocUnsafe(Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, size + 1)));
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const bytesRead =
      buffer.length <= MAX_BYTES_AT_ONCE ? fs.readSync(fd, buffer, 0, buffer.length, position) : (await read(fd, buffer, 0, buffer.length, position)).bytesRead;
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
    if (bytesRead < buffer.length && size > 0 && position >= size) return; // files of the kernel's own have no size, and come in any pieces
  }
}

/** All bytes, or "too-large" as soon as there are more than the limit. */
export async function bytesOf(file: OpenFile, maxBytes: number, signal: AbortSignal): Promise<Buffer | "too-large"> {
  if (file.stats.size > BigInt(maxBytes)) return "too-large";
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of chunksOf(file, signal)) {
    total += chunk.length;
    if (total > maxBytes) return "too-large"; // it grows while we read
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks, total);
}

/** The first bytes, enough to tell what a file is. */
export async function headOf(file: OpenFile, signal: AbortSignal): Promise<Buffer> {
  for await (const chunk of chunksOf(file, signal)) return Buffer.from(chunk.subarray(0, 4096));
  return Buffer.alloc(0);
}
