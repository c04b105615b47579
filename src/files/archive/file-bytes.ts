// The bytes of a part of an open file, in order, with jumps ahead; and what zlib makes of them.
import fs from "node:fs";
import { Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import { Damaged } from "./member.ts";

/** So much is read, and unpacked, at once. */
export const CHUNK_BYTES = 64 * 1024;
const read = promisify(fs.read);

export class FileBytes {
  readonly #fd: number;
  readonly #start: number;
  readonly #end: number;
  #position: number;

  constructor(fd: number, start: number, end: number) {
    this.#fd = fd;
    this.#start = start;
    this.#end = end;
    this.#position = start;
  }

  /** How many bytes were passed so far. */
  get passed(): number {
    return this.#position - this.#start;
  }

  /** The next bytes; none at the end. */
  async next(): Promise<Buffer> {
    const length = Math.min(CHUNK_BYTES, this.#end - this.#position);
    if (length <= 0) return Buffer.alloc(0);
    const { bytesRead, buffer } = await read(this.#fd, Buffer.allocUnsafeSlow(length), 0, length, this.#position);
    this.#position += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  /** Jumps ahead, at most to the end; tells how far. */
  skip(length: number): number {
    const skipped = Math.min(length, this.#end - this.#position);
    this.#position += skipped;
    return skipped;
  }
}

export async function* chunksIn(bytes: FileBytes): AsyncGenerator<Buffer> {
  for (let chunk = await bytes.next(); chunk.length > 0; chunk = await bytes.next()) yield chunk;
}

/** What a zlib stream makes of bytes. When this ends, no read is under way any more: the descriptor may be closed. */
export async function* unpackedBy(zlib: Transform, bytes: FileBytes): AsyncGenerator<Buffer> {
  const input = Readable.from(chunksIn(bytes));
  input.on("error", (error) => zlib.destroy(error));
  input.pipe(zlib);
  try {
    for await (const chunk of zlib) yield chunk as Buffer;
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith("Z_") ? new Damaged((error as Error).message) : error;
  } finally {
    zlib.destroy();
    input.destroy();
    await closed(input);
  }
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once("close", resolve);
  });
}
