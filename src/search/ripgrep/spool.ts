// What ripgrep prints, kept in a file without a name and read as it grows.
//
// A list is printed file by file. Into a pipe, each of these small writes wakes the reader, and ripgrep waits whenever the reader is busy.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const PIECE_BYTES = 65_536;
const { O_RDWR, O_CREAT, O_EXCL } = fs.constants;

export class Spool {
  readonly fd: number;
  /** It could not be read: not all of it was given. */
  isBroken = false;
  #position = 0;

  private constructor(fd: number) {
    this.fd = fd;
  }

  /** Undefined where no such file can be had. */
  static open(): Spool | undefined {
    if (process.platform === "win32") return undefined; // an open file keeps its name there
    const name = path.join(os.tmpdir(), `fossick-${randomUUID()}`);
    let fd: number | undefined;
    try {
      fd = fs.openSync(name, O_RDWR | O_CREAT | O_EXCL, 0o600);
      fs.unlinkSync(name);
      return new Spool(fd);
    } catch {
      if (fd !== undefined) fs.closeSync(fd);
      return undefined;
    }
  }

  /** Gives what was printed since the last time, in pieces; false if that is nothing. */
  read(take: (chunk: Buffer) => void): boolean {
    const before = this.#position;
    for (let piece = this.#next(); piece.length > 0; piece = this.#next()) take(piece);
    return this.#position > before;
  }

  #next(): Buffer {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    try {
      // At a position: the writer's own is shared with this descriptor.
      const length = fs.readSync(this.fd, piece, 0, PIECE_BYTES, this.#position);
      this.#position += length;
      return piece.subarray(0, length);
    } catch {
      this.isBroken = true;
      return piece.subarray(0, 0);
    }
  }

  close(): void {
    fs.closeSync(this.fd);
  }
}
