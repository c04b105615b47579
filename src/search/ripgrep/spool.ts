// What ripgrep prints, kept in a file without a name and read as it grows.
//
// It is printed file by file. Into a pipe, each of these small writes wakes the reader, and ripgrep waits whenever the reader is busy.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** What is done with a piece of this size takes some milliseconds at worst. */
const PIECE_BYTES = 32_768;
const { O_RDWR, O_CREAT, O_EXCL, O_DIRECTORY } = fs.constants;
/** Linux only; Node has no name for it. */
const O_TMPFILE = 0o20000000 | O_DIRECTORY;

export class Spool {
  readonly fd: number;
  /** It could not be read: not all of it was given. */
  isBroken = false;
  #position = 0;
  /** Used again and again: to make one for each piece costs as much as to read it. */
  readonly #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);

  private constructor(fd: number) {
    this.fd = fd;
  }

  /** Undefined where no such file can be had. */
  static open(): Spool | undefined {
    if (process.platform === "win32") return undefined; // an open file keeps its name there
    const fd = (process.platform === "linux" ? neverNamed() : undefined) ?? unnamed();
    return fd === undefined ? undefined : new Spool(fd);
  }

  /** Gives the next piece of what was printed, which is there until the next is asked for; false if there is none. */
  readPiece(take: (chunk: Buffer) => void): boolean {
    const piece = this.#next();
    if (piece.length > 0) take(piece);
    return piece.length > 0;
  }

  #next(): Buffer {
    const piece = this.#piece;
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

/** No search of the directory for temporary files ever meets it. */
function neverNamed(): number | undefined {
  try {
    return fs.openSync(os.tmpdir(), O_TMPFILE | O_RDWR, 0o600);
  } catch {
    return undefined; // not every file system has such files
  }
}

function unnamed(): number | undefined {
  const name = path.join(os.tmpdir(), `fossick-${randomUUID()}`);
  let fd: number | undefined;
  try {
    fd = fs.openSync(name, O_RDWR | O_CREAT | O_EXCL, 0o600);
    fs.unlinkSync(name);
    return fd;
  } catch {
    if (fd !== undefined) fs.closeSync(fd);
    return undefined;
  }
}
