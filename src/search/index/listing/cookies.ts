// Files of our own in a watched directory: what is done to one comes out of the kernel's queue after all that happened before. To touch a file that
// is there takes a tenth of the time that making and removing one does, so they are used again, each by one who waits at a time.
import fs from "node:fs";
import path from "node:path";

export interface Cookie {
  readonly name: string;
  readonly fd: number;
}

export class Cookies {
  readonly #directory: string;
  readonly #free: Cookie[] = [];
  #made = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Makes a file or touches one: either is one event. Undefined if that cannot be done: there is no room, or the directory is gone. */
  drop(): Cookie | undefined {
    try {
      const used = this.#free.pop();
      if (used === undefined) return this.#make();
      const now = Date.now() / 1_000;
      fs.futimesSync(used.fd, now, now);
      return used;
    } catch {
      return undefined;
    }
  }

  /** Its event has come: there is no other of that name to come. */
  keep(cookie: Cookie): void {
    this.#free.push(cookie);
  }

  /** Its event has not come, and may come still: nobody must take it for another's. */
  abandon({ fd, name }: Cookie): void {
    fs.closeSync(fd);
    try {
      fs.rmSync(path.join(this.#directory, name), { force: true });
    } catch {
      // the directory is not what it was: whatever stands there is not ours
    }
  }

  close(): void {
    for (const { fd } of this.#free.splice(0)) fs.closeSync(fd);
  }

  #make(): Cookie {
    const name = `c${++this.#made}`;
    return { name, fd: fs.openSync(path.join(this.#directory, name), "wx", 0o600) };
  }
}
