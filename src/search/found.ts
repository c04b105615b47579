// Files that something was found in: each real file once, under its first name, in a total order.
import type { RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { Scanned } from "./tally.ts";
import type { Place } from "./walk-run.ts";

/** Collects places while a scan runs; the last word on a file replaces earlier ones. */
export class Findings<T> {
  /** By the name, or the path, that tells a file from others; undefined as long as nothing has to be told apart. */
  #byKey: Map<RawPath, Found<T>> | undefined = new Map();
  /** Of a first run that meets each file once. */
  readonly #first: Found<T>[] = [];
  /** A walk of one directory meets each file once, under one name. */
  readonly areNamesUnique: boolean;

  constructor({ roots, walk }: Pick<Plan, "roots" | "walk">) {
    this.areNamesUnique = roots.length === 1 && roots[0]?.kind === "directory" && !walk.followLinks;
  }

  /** To be said at the beginning of each run, or never: before a second one, there is nothing to be told apart, which is what takes long. */
  begin(): void {
    const isFirst = this.areNamesUnique && this.#byKey?.size === 0;
    if (isFirst) this.#byKey = undefined;
    else this.#known();
  }

  /** What is known of the file from now on. */
  set(place: Place, value: T): Found<T> {
    const found = foundAt(place, value);
    if (this.#byKey === undefined) {
      this.#first.push(found);
      return found;
    }
    const key = this.#keyOf(place);
    const known = this.areNamesUnique ? undefined : this.#byKey.get(key);
    if (known !== undefined && comesBefore(known, place)) return known;
    this.#byKey.set(key, found);
    return found;
  }

  /** Whether this is what is known of the file: another name may have come before it. */
  has(found: Found<T>): boolean {
    return this.#known().get(this.#keyOf(found)) === found;
  }

  get names(): readonly RawPath[] {
    return Array.from(this.#all(), ({ name }) => name);
  }

  get size(): number {
    return this.#byKey?.size ?? this.#first.length;
  }

  *values(): Generator<T> {
    for (const { value } of this.#all()) yield value;
  }

  /** In order of the names under which they were found. */
  valuesByName(): readonly T[] {
    const all = [...this.#all()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return all.map(({ value }) => value);
  }

  /** Under the names by which they are shown. */
  asTheyCame(scanned: Scanned): readonly Found<T>[] {
    if (!scanned.hasOtherNames) return [...this.#all()];
    return Array.from(this.#all(), (found) => {
      const name = scanned.nameOf(found);
      return name === found.name ? found : { ...found, name };
    });
  }

  /** In order of root, then name in byte order. */
  byPath(scanned: Scanned): readonly Found<T>[] {
    return [...this.asTheyCame(scanned)].sort(comparePaths);
  }

  /** In a given order; undefined if one of them is not in it. */
  inOrder(names: readonly RawPath[]): readonly Found<T>[] | undefined {
    const found: Found<T>[] = [];
    for (const name of this.areNamesUnique ? names : []) {
      const known = this.#known().get(name);
      if (known !== undefined) found.push(known);
    }
    return found.length === this.size ? found : undefined;
  }

  #all(): Iterable<Found<T>> {
    return this.#byKey?.values() ?? this.#first;
  }

  #known(): Map<RawPath, Found<T>> {
    this.#byKey ??= new Map(this.#first.map((found) => [this.#keyOf(found), found]));
    return this.#byKey;
  }

  #keyOf({ name, real }: Place): RawPath {
    return this.areNamesUnique ? name : real;
  }
}

export interface Found<T> extends Place {
  readonly value: T;
  /** When the file was last modified, once somebody has looked: nanoseconds, 0 if it is gone or not ours to know about. */
  modified: bigint | undefined;
}

export function foundAt<T>({ root, name, real, isRoot }: Place, value: T): Found<T> {
  return { root, name, real, isRoot, value, modified: undefined };
}

/** By root, then name in byte order. */
export function comparePaths(a: Place, b: Place): number {
  return a.root - b.root || (a.name < b.name ? -1 : a.name === b.name ? 0 : 1);
}

function comesBefore(a: Place, b: Place): boolean {
  return a.root < b.root || (a.root === b.root && a.name < b.name);
}
