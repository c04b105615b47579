// Files that something was found in: each real file once, under its first name, in a total order.
import { statOf } from "../workspace/entry.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { Scanned } from "./tally.ts";
import type { Place } from "./walk-run.ts";

/** Collects places while a scan runs; the last word on a file replaces earlier ones. */
export class Findings<T> {
  readonly #places = new Map<RawPath, { place: Place; value: T }>();
  /** A walk of one directory meets each file once, under one name. */
  readonly #areNamesUnique: boolean;

  constructor({ roots, walk }: Pick<Plan, "roots" | "walk">) {
    this.#areNamesUnique = roots.length === 1 && roots[0]?.kind === "directory" && !walk.followLinks;
  }

  set(place: Place, value: T): void {
    const key = this.#areNamesUnique ? place.name : place.real;
    const known = this.#places.get(key);
    if (known === undefined || !comesBefore(known.place, place)) this.#places.set(key, { place, value });
  }

  get names(): readonly RawPath[] {
    return Array.from(this.#places.values(), ({ place }) => place.name);
  }

  get size(): number {
    return this.#places.size;
  }

  *values(): Generator<T> {
    for (const { value } of this.#places.values()) yield value;
  }

  /** In order of the names under which they were found. */
  valuesByName(): readonly T[] {
    const all = [...this.#places.values()].sort((a, b) => (a.place.name < b.place.name ? -1 : 1));
    return all.map(({ value }) => value);
  }

  asTheyCame(scanned: Scanned): readonly Found<T>[] {
    return [...this.#places.values()].map(({ place, value }) => foundAt(place, scanned.nameOf(place), value));
  }

  /** In order of root, then name in byte order. */
  byPath(scanned: Scanned): readonly Found<T>[] {
    return [...this.asTheyCame(scanned)].sort((a, b) => a.root - b.root || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** In a given order; undefined if one of them is not in it. */
  inOrder(names: readonly RawPath[]): readonly Found<T>[] | undefined {
    const found: Found<T>[] = [];
    for (const name of this.#areNamesUnique ? names : []) {
      const known = this.#places.get(name);
      if (known !== undefined) found.push(foundAt(known.place, name, known.value));
    }
    return found.length === this.size ? found : undefined;
  }
}

function foundAt<T>({ root, real, isRoot }: Place, name: RawPath, value: T): Found<T> {
  return { root, name, real, isRoot, value };
}

export interface Found<T> {
  readonly root: number;
  readonly name: RawPath;
  readonly real: RawPath;
  readonly isRoot: boolean;
  readonly value: T;
}

/** Files of which the clock is asked at a time: what ripgrep prints meanwhile waits in a pipe, and it waits when that is full. */
const AT_A_TIME = 64;

/** Times of last modification, looked up while ripgrep still runs, whenever there is nothing to read. */
export class ModifiedTimes {
  readonly #times = new Map<RawPath, bigint>();
  #asked: RawPath[] = [];
  #looking: Promise<void> | undefined;

  note(real: RawPath): void {
    this.#asked.push(real);
    this.#looking ??= this.#look();
  }

  /** Of how many files the time is known, or will be. */
  get count(): number {
    return this.#times.size + this.#asked.length;
  }

  /** Newest first; `found` is by path and sorting is stable, so ties stay in path order. What was not noted is looked up. */
  async newestFirst<T>(found: readonly Found<T>[]): Promise<readonly Found<T>[]> {
    await this.#looking;
    for (const { real } of found) if (!this.#times.has(real)) this.note(real);
    await this.#looking;
    const timed = found.map((file) => ({ file, time: this.of(file.real) }));
    return timed.sort((a, b) => (b.time > a.time ? 1 : b.time < a.time ? -1 : 0)).map(({ file }) => file);
  }

  of(real: RawPath): bigint {
    return this.#times.get(real) ?? 0n; // gone, or not ours to know about: last
  }

  async #look(): Promise<void> {
    while (this.#asked.length > 0) {
      await new Promise(setImmediate);
      for (const real of this.#asked.splice(-AT_A_TIME)) this.#times.set(real, statOf(real)?.mtimeNs ?? 0n);
    }
    this.#looking = undefined;
  }
}

function comesBefore(a: Place, b: Place): boolean {
  return a.root < b.root || (a.root === b.root && a.name < b.name);
}
