// Watches directories, and tells when everything that happened before now has been seen: one queue of the kernel holds all
// events in order, so what is done now to a file of our own (a cookie) in a watched directory comes out of it last.
import fs from "node:fs";
import { entryAt, nameOf } from "../../../workspace/entry.ts";
import { fsPath, joined, type RawPath } from "../../../workspace/raw-path.ts";
import { type Cookie, Cookies } from "./cookies.ts";

/** What happened to an entry: it came, went or was replaced; or what stands there changed. */
export type Happened = "rename" | "change";

/** What is told of a directory's entry; without a name, anything in it may have changed. */
export type OnChange = (directory: RawPath, name: RawPath | undefined, happened: Happened) => void;

/** A cookie is in the queue at once. If it has not come by then, and not after another look, the queue was full or nobody watches any more. */
const COOKIE_MS = 250;
/** The kernel drops what comes after so many events, and Node does not say so. */
const MAX_QUEUED_FILE = "/proc/sys/fs/inotify/max_queued_events";

interface Watched {
  readonly watcher: fs.FSWatcher;
  readonly dev: bigint;
  readonly ino: bigint;
}

export class Watch {
  readonly #onChange: OnChange;
  readonly #onLost: () => void;
  readonly #directories = new Map<RawPath, Watched>();
  /** Directories of which it was heard that they came, went or were replaced. One that is made anew may have the inode of the one before, whose watch is over. */
  readonly #doubted = new Set<RawPath>();
  /** Directories that were not watched before, or are others now, since somebody took note of it. */
  readonly #renewed = new Set<RawPath>();
  readonly #cookies: Cookies;
  /** Who waits for which. */
  readonly #waiting = new Map<string, () => void>();
  readonly #cookieWatcher: fs.FSWatcher;
  readonly #mostAtOnce = mostAtOnce();
  #eventsAtOnce = 0;

  /** `onLost` is called when events may have been lost. */
  constructor(cookieDirectory: string, onChange: OnChange, onLost: () => void) {
    this.#onChange = onChange;
    this.#onLost = onLost;
    this.#cookies = new Cookies(cookieDirectory);
    this.#cookieWatcher = fs.watch(cookieDirectory, (_, name) => {
      this.#count();
      this.#waiting.get(name ?? "")?.();
    });
    this.#cookieWatcher.on("error", onLost);
    this.#cookieWatcher.unref(); // a program that forgets to close its workspace ends all the same
  }

  get size(): number {
    return this.#directories.size;
  }

  /** Watches a directory. "known" if it was watched before and is still the same; throws if it cannot be. */
  add(directory: RawPath): "known" | "new" {
    const before = entryAt(directory);
    const known = this.#directories.get(directory);
    if (known !== undefined && !this.#doubted.has(directory) && known.dev === before?.dev && known.ino === before.ino) return "known";
    this.remove(directory);
    this.#renewed.add(directory);
    const watcher = fs.watch(fsPath(directory), { encoding: "latin1" }, (happened, name) => {
      this.#count();
      if (happened === "rename") this.#doubt(directory, name);
      this.#onChange(directory, name ?? undefined, happened);
    });
    watcher.on("error", () => this.#onLost());
    watcher.unref();
    const after = entryAt(directory);
    if (before === undefined || after?.dev !== before.dev || after.ino !== before.ino) {
      watcher.close();
      throw new ChangedMeanwhile();
    }
    this.#directories.set(directory, { watcher, dev: after.dev, ino: after.ino });
    return "new";
  }

  remove(directory: RawPath): void {
    this.#directories.get(directory)?.watcher.close();
    this.#directories.delete(directory);
    this.#doubted.delete(directory);
  }

  /** Whether what was known of a directory's entries does not count any more. */
  isRenewed(directory: RawPath): boolean {
    return this.#renewed.has(directory);
  }

  /** It has been taken note of. */
  forgetRenewed(): void {
    this.#renewed.clear();
  }

  /** Of itself, a directory is told under its own name. */
  #doubt(directory: RawPath, name: RawPath | null): void {
    if (name === null || name === nameOf(directory)) this.#doubted.add(directory);
    if (name !== null && this.#directories.has(joined(directory, name))) this.#doubted.add(joined(directory, name));
  }

  /** Watches no others than these. */
  keepOnly(isKept: (directory: RawPath) => boolean): void {
    for (const directory of this.#directories.keys()) if (!isKept(directory)) this.remove(directory);
  }

  /** Whether all that happened before this call has been told of. */
  async caughtUp(): Promise<boolean> {
    const cookie = this.#cookies.drop();
    const isSeen = cookie !== undefined && (await this.#comes(cookie));
    if (!isSeen) this.#onLost();
    return isSeen;
  }

  #comes(cookie: Cookie): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isSeen: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(cookie.name);
        this.#cookies[isSeen ? "keep" : "abandon"](cookie);
        resolve(isSeen);
      };
      const isOpen = (): boolean => this.#waiting.has(cookie.name);
      // We may be late ourselves: timers come before the queue is read.
      const timer = setTimeout(() => setImmediate(() => setImmediate(() => isOpen() && settle(false))), COOKIE_MS);
      this.#waiting.set(cookie.name, () => settle(true));
    });
  }

  close(): void {
    this.keepOnly(() => false);
    this.#cookieWatcher.close();
    this.#cookies.close();
  }

  /** All that the queue holds is told of in one turn of the event loop: if that is nearly as much as it can hold, more may have been dropped. */
  #count(): void {
    if (this.#eventsAtOnce++ === 0) setImmediate(() => (this.#eventsAtOnce = 0));
    if (this.#eventsAtOnce === this.#mostAtOnce) this.#onLost();
  }
}

/** A directory was swapped for another while it was to be watched. */
export class ChangedMeanwhile extends Error {}

function mostAtOnce(): number {
  try {
    return Math.max(256, Number(fs.readFileSync(MAX_QUEUED_FILE, "utf8")) / 4);
  } catch {
    return 1_024;
  }
}
