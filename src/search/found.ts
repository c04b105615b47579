// Files that something was found in: each real file once, under its first name, in a total order.
import type { RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { Scanned } from "./tally.ts";
import type { Place } from "./walk-run.ts";

/** Collects places while a scan runs; the last word on a file replaces earlier ones. */
export class Findings<T> {
  readonly #found = new Map<RawPath, Found<T>>();
  /** A walk of one directory meets each file once, under one name. */
  readonly areNamesUnique: boolean;

  constructor({ roots, walk }: Pick<Plan, "roots" | "walk">) {
    this.areNamesUnique = roots.length === 1 && roots[0]?.kind === "directory" && !walk.followLinks;
  }

  /** What is known of the file from now on. */
  set(place: Place, value: T): Found<T> {
    const key = this.#keyOf(place);
    const known = this.areNamesUnique ? undefined : this.#found.get(key);
    if (known !== undefined && comesBefore(known, place)) return known;
    const found = foundAt(place, value);
    this.#found.set(key, found);
    return found;
  }

  /** Whether this is what is known of the file: another name may have come before it. */
  has(found: Found<T>): boolean {
    return this.#found.get(this.#keyOf(found)) === found;
  }

  get names(): readonly RawPath[] {
    return Array.from(this.#found.values(), ({ name }) => name);
  }

  get size(): number {
    return this.#found.size;
  }

  *values(): Generator<T> {
    for (const { value } of this.#found.values()) yield value;
  }

  /** In order of the names under which they were found. */
  valuesByName(): readonly T[] {
    const all = [...this.#found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return all.map(({ value }) => value);
  }

  /** Under the names by which they are shown. */
  asTheyCame(scanned: Scanned): readonly Found<T>[] {
    if (!scanned.hasOtherNames) return [...this.#found.values()];
    return Array.from(this.#found.values(), (found) => {
      const name = scanned.nameOf(found);
      return name === found.name ? found : { ...found, name };
    });
  }

  /** In order of root, then name in byte order. */
  byPath(scanned: Scanned): readonly Found<T>[] {
    return [...this.asTheyCame(scanned)].sort(comparePaths);
  }

  #keyOf({ name, real }: Place): RawPath {
    return this.areNamesUnique ? name : real;
  }

  /** In a given order; undefined if one of them is not in it. */
  inOrder(names: readonly RawPath[]): readonly Found<T>[] | undefined {
    const found: Found<T>[] = [];
    for (const name of this.areNamesUnique ? names : []) {
      const known = this.#found.get(name);
      if (known !== undefined) found.push(known);
    }
    return found.length === this.size ? found : undefined;
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
