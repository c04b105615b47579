// Unpacks gzip part by part. Not by zlib's own reader of gzip: that refuses what stands behind the last part, where gzip takes no notice
// of it, and keeps the last bytes back when a checksum is wrong.
import zlib from "node:zlib";
import type { Budget } from "./budget.ts";
import { CHUNK_BYTES, FileBytes, unpackedBy } from "./file-bytes.ts";
import { Damaged } from "./member.ts";

const OPTIONS = { chunkSize: CHUNK_BYTES, finishFlush: zlib.constants.Z_SYNC_FLUSH }; // of what is cut off, all there is
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

export async function isGzip(fd: number): Promise<boolean> {
  return (await bytesAt(fd, 0, MAGIC.length)).equals(MAGIC);
}

export class GzipBytes {
  readonly #fd: number;
  readonly #size: number;
  readonly #budget: Budget;
  #passedBefore = 0;
  #part: FileBytes | undefined;

  constructor(fd: number, size: number, budget: Budget) {
    this.#fd = fd;
    this.#size = size;
    this.#budget = budget;
  }

  /** How many packed bytes were passed so far. */
  get passed(): number {
    return this.#passedBefore + (this.#part?.passed ?? 0);
  }

  /** The unpacked bytes. Throws `Damaged`, after all that could be unpacked. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; ; ) {
      this.#budget.checkTime(); // parts may be empty, and many
      const head = await bytesAt(this.#fd, start, CHUNK_BYTES);
      if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return;
      this.#passedBefore = start + headerLength(head);
      this.#part = new FileBytes(this.#fd, this.#passedBefore, this.#size);
      const inflate = zlib.createInflateRaw(OPTIONS);
      let [length, crc] = [0, 0];
      for await (const chunk of unpackedBy(inflate, this.#part)) {
        length += chunk.length;
        crc = zlib.crc32(chunk, crc);
        yield chunk;
      }
      const end = this.#passedBefore + inflate.bytesWritten;
      const trailer = await bytesAt(this.#fd, end, TRAILER_BYTES);
      if (trailer.length < TRAILER_BYTES) throw new Damaged("it is cut off");
      if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== length % 2 ** 32) throw new Damaged("its checksum is wrong");
      start = end + TRAILER_BYTES;
    }
  }
}

/** Behind the fixed part there may be extra fields, a name, a comment and a checksum of the header. */
function headerLength(head: Buffer): number {
  const flags = head[3] ?? 0;
  let at = HEADER_BYTES;
  if (flags & 4) at += 2 + (head.length < at + 2 ? head.length : head.readUInt16LE(at));
  for (const text of [8, 16]) if (flags & text) at = endOfText(head, at);
  if (flags & 2) at += 2;
  if (at > head.length) throw new Damaged("its header cannot be read");
  return at;
}

function endOfText(head: Buffer, start: number): number {
  const end = head.indexOf(0, start);
  return end === -1 ? head.length + 1 : end + 1;
}

function bytesAt(fd: number, start: number, length: number): Promise<Buffer> {
  return new FileBytes(fd, start, start + length).next();
}
