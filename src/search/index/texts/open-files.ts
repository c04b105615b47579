// Large files that are kept open: to open one takes longer than to read a part of it. Whoever reads makes sure that it is what it was.
import fs from "node:fs";

interface Open {
  readonly fd: number;
  readonly version: number;
  /** How many read from it, elsewhere. */
  holds: number;
  /** It is to be closed when nobody does any more. */
  isOver: boolean;
}

/** Of the descriptors that a process may have, this part is ours, and no more than so many. */
const OURS = 1 / 2;
const MOST = 8_192;

export class OpenFiles<K> {
  /** Those that were used last come last. */
  readonly #open = new Map<K, Open>();
  readonly #most: number;

  constructor(most = mostOpen()) {
    this.#most = most;
  }

  /** The descriptor of a version of a file; `open` makes it, and gives undefined if it cannot. */
  get(key: K, version: number, open: () => number | undefined): number | undefined {
    const known = this.#open.get(key);
    if (known?.version === version) {
      this.#open.delete(key);
      this.#open.set(key, known);
      return known.fd;
    }
    this.close(key);
    for (const oldest of this.#open.keys()) if (this.#open.size >= this.#most) this.close(oldest);
    const fd = this.#most === 0 ? undefined : open();
    if (fd !== undefined) this.#open.set(key, { fd, version, holds: 0, isOver: false });
    return fd;
  }

  /** Keeps a file's descriptor open until what is given back is called. */
  hold(key: K): () => void {
    const held = this.#open.get(key);
    if (held === undefined) return () => {};
    held.holds++;
    return () => {
      if (--held.holds === 0 && held.isOver) fs.closeSync(held.fd);
    };
  }

  closeAll(): void {
    for (const key of [...this.#open.keys()]) this.close(key);
  }

  close(key: K): void {
    const known = this.#open.get(key);
    if (known === undefined) return;
    this.#open.delete(key);
    known.isOver = true;
    if (known.holds === 0) fs.closeSync(known.fd);
  }
}

function mostOpen(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(fs.readFileSync("/proc/self/limits", "latin1"))?.[1];
    return limit === undefined ? 0 : Math.min(MOST, Math.floor(OURS * Number(limit)));
  } catch {
    return 0; // not on this system
  }
}
