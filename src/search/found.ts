// Files that something was found in: each real file once, under its first name, in a total order.
import fs from "node:fs";
import { fsPath, type RawPath } from "../workspace/raw-path.ts";
import type { Order } from "./query.ts";
import type { Place, Scanned } from "./scan.ts";

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

/** Puts files in order. Newest first needs a look at each; the event loop is let go in between. */
export async function ordered<T>(found: readonly Found<T>[], order: Order): Promise<readonly Found<T>[]> {
  if (order === "path" || found.length < 2) return found;
  const times = new Map<Found<T>, bigint>();
  for (const [index, file] of found.entries()) {
    times.set(file, modifiedNs(file.real));
    if (index % STATS_AT_ONCE === STATS_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  // `found` is by path and sorting is stable: ties stay in path order.
  return [...found].sort((a, b) => {
    const [older, newer] = [times.get(a) as bigint, times.get(b) as bigint];
    return newer > older ? 1 : newer < older ? -1 : 0;
  });
}

/** About a millisecond's worth. */
const STATS_AT_ONCE = 256;

function modifiedNs(real: RawPath): bigint {
  return fs.statSync(fsPath(real), { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n; // gone since it was found: last
}

function comesBefore(a: Place, b: Place): boolean {
  return a.root < b.root || (a.root === b.root && a.name < b.name);
}
