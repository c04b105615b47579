// The files of a tree: by name, and in the order of their names.
import type { RawPath } from "../../../workspace/raw-path.ts";
import { type File, newFile } from "../file.ts";

export class Roster {
  readonly #byName = new Map<RawPath, File>();
  #inOrder: File[] = [];

  get size(): number {
    return this.#byName.size;
  }

  /** In byte order of their names. */
  get inOrder(): readonly File[] {
    return this.#inOrder;
  }

  /** In no order. */
  all(): IterableIterator<File> {
    return this.#byName.values();
  }

  get(name: RawPath): File | undefined {
    return this.#byName.get(name);
  }

  /** Whether it is still the one of its name. */
  has(file: File): boolean {
    return this.#byName.get(file.name) === file;
  }

  /** These are all, from now on; who is none of them has been struck off. Gives those that came, the last one first. */
  set(names: ReadonlySet<RawPath>): readonly File[] {
    const came: File[] = [];
    const sorted = [...names].sort();
    for (let rank = sorted.length - 1; rank >= 0; rank--) if (!this.#byName.has(sorted[rank] as RawPath)) came.push(this.#enter(sorted[rank] as RawPath));
    this.#inOrder = sorted.map((name) => this.#byName.get(name) as File);
    this.#rankFrom(0);
    return came;
  }

  /** Gives those that were not there. */
  add(names: readonly RawPath[]): readonly File[] {
    let lowest = this.#inOrder.length;
    const came: File[] = [];
    for (const name of names) {
      if (this.#byName.has(name)) continue;
      const rank = this.#rankOf(name);
      came.push(this.#enter(name));
      this.#inOrder.splice(rank, 0, came.at(-1) as File);
      lowest = Math.min(lowest, rank);
    }
    this.#rankFrom(lowest);
    return came;
  }

  /** Those in a directory, at any depth. */
  below(directory: RawPath): readonly File[] {
    return this.#inOrder.slice(this.#rankOf(`${directory}/`), this.#rankOf(`${directory}0`)); // 0 comes after the slash
  }

  /** Its place in the order is taken until all are set. */
  strikeOff(file: File): void {
    this.#byName.delete(file.name);
  }

  #enter(name: RawPath): File {
    const file = newFile(name);
    this.#byName.set(name, file);
    return file;
  }

  /** How many names come before one. */
  #rankOf(name: RawPath): number {
    let low = 0;
    for (let high = this.#inOrder.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((this.#inOrder[middle] as File).name < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #rankFrom(start: number): void {
    for (let rank = start; rank < this.#inOrder.length; rank++) (this.#inOrder[rank] as File).rank = rank;
  }
}
