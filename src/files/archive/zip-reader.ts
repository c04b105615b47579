// Reads here and there in a zip archive, for yauzl and for small members: from larger pieces, as what is asked for next is mostly near.
import fs from "node:fs";
import yauzl from "yauzl";

const WINDOW_BYTES = 128 * 1024;

/** Never reads at a position that is not in the file: for some of those yauzl would crash. The descriptor stays open. */
export class ZipReader extends yauzl.RandomAccessReader {
  /** Of the file. */
  readonly size: number;
  readonly #fd: number;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(fd: number, size: number) {
    super();
    this.#fd = fd;
    this.size = size;
  }

  /** All of the bytes asked for. */
  bytesAt(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    return new Promise((resolve, reject) => this.read(bytes, 0, length, position, (error) => (error === null ? resolve(bytes) : reject(error))));
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    const start = position - this.#windowStart;
    if (!(position >= 0 && position + length <= this.size)) callback(new Error("it points to a place that is not in the file"));
    else if (start >= 0 && start + length <= this.#window.length) {
      this.#window.copy(buffer, offset, start, start + length);
      callback(null);
    } else this.#fill(position, length, (error) => (error === null ? this.read(buffer, offset, length, position, callback) : callback(error)));
  }

  #fill(position: number, length: number, callback: (error: Error | null) => void): void {
    const window = Buffer.allocUnsafeSlow(Math.min(Math.max(length, WINDOW_BYTES), this.size - position));
    fs.read(this.#fd, window, 0, window.length, position, (error, bytesRead) => {
      this.#window = window.subarray(0, bytesRead);
      this.#windowStart = position;
      callback(error ?? (bytesRead < length ? new Error("it is shorter than it was") : null));
    });
  }
}
