// Lines of files that were found in any order, of which the first by path are shown: what comes after them need only be counted.
import type { File } from "../file.ts";

interface Printed {
  readonly file: File;
  readonly text: string;
  readonly hits: number;
}

export class PrintedLines {
  #all: Printed[] = [];
  /** Files behind this one in the order of paths are not shown, for there is enough before them. */
  #last: Pick<File, "rank"> = { rank: Number.POSITIVE_INFINITY };
  chars = 0;

  /** False if it is not shown, which takes no room. */
  add(file: File, text: string, hits: number): boolean {
    if (this.isBehind(file)) return false;
    this.#all.push({ file, text, hits });
    this.chars += text.length;
    return true;
  }

  isBehind({ rank }: Pick<File, "rank">): boolean {
    return rank > this.#last.rank;
  }

  get text(): string {
    return this.#all.map(({ text }) => text).join("");
  }

  /** Keeps the first files that have so many hits together; gives the hits of each of the others. */
  keepFirst(most: number): readonly number[] {
    const byPath = this.#all.toSorted((a, b) => a.file.rank - b.file.rank);
    let hits = 0;
    const last = byPath.findIndex((printed) => {
      hits += printed.hits;
      return hits >= most;
    });
    if (last === -1) return [];
    const others = byPath.splice(last + 1);
    this.#all = byPath;
    this.#last = (byPath[last] as Printed).file;
    this.chars = byPath.reduce((sum, { text }) => sum + text.length, 0);
    return others.map((printed) => printed.hits);
  }
}
