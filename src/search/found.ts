// Files that something was found in: each real file once, under its first name, in a total order.
import { statOf } from "../workspace/entry.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Scanned } from "./tally.ts";
import type { Place } from "./walk-run.ts";

/** Collects places while a scan runs; the last word on a file replaces earlier ones. */
export class Findings<T> {
  readonly #byReal = new Map<RawPath, { place: Place; value: T }>();

  set(place: Place, value: T): void {
    const known = this.#byReal.get(place.real);
    if (known === undefined || comesBefore(place, known.place)) this.#byReal.set(place.real, { place, value });
  }

  get size(): number {
    return this.#byReal.size;
  }

  *values(): Generator<T> {
    for (const { value } of this.#byReal.values()) yield value;
  }

  /** In order of root, then name in byte order. */
  byPath(scanned: Scanned): readonly Found<T>[] {
    const found = [...this.#byReal.values()].map(({ place, value }) => ({
      root: place.root,
      name: scanned.nameOf(place),
      real: place.real,
      isRoot: place.isRoot,
      value,
    }));
    return found.sort((a, b) => a.root - b.root || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }
}

export interface Found<T> {
  readonly root: number;
  readonly name: RawPath;
  readonly real: RawPath;
  readonly isRoot: boolean;
  readonly value: T;
}

/** Times of last modification. Noting them while ripgrep still runs costs no time of its own. */
export class ModifiedTimes {
  readonly #times = new Map<RawPath, bigint>();

  note(real: RawPath, known?: bigint): void {
    // Gone, or not ours to know about: last.
    this.#times.set(real, known ?? statOf(real)?.mtimeNs ?? 0n);
  }

  of(real: RawPath): bigint {
    return this.#times.get(real) ?? 0n;
  }

  /** Newest first; `found` is by path and sorting is stable, so ties stay in path order. */
  newestFirst<T>(found: readonly Found<T>[]): readonly Found<T>[] {
    const timed = found.map((file) => ({ file, time: this.of(file.real) }));
    return timed.sort((a, b) => (b.time > a.time ? 1 : b.time < a.time ? -1 : 0)).map(({ file }) => file);
  }
}

function comesBefore(a: Place, b: Place): boolean {
  return a.root < b.root || (a.root === b.root && a.name < b.name);
}
