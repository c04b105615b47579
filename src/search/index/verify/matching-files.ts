// Files that match, and how many of their lines do, as ripgrep would print them: in the order of a result, so that whoever reads them need not sort.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { File } from "../file.ts";
import type { Files } from "../files.ts";

/** More files than any tree has. */
const PLACES = 2 ** 24;

export class MatchingFiles {
  readonly #files: File[] = [];
  readonly #hits: number[] = [];
  readonly #cut: number;

  /** So much is taken from the beginning of names. */
  constructor(cut: number) {
    this.#cut = cut;
  }

  add(file: File, hits: number): void {
    this.#files.push(file);
    this.#hits.push(hits);
  }

  /** Names newest first, others among them, each ended by a NUL. */
  newestFirst(files: Pick<Files, "sorted">, others: readonly File[] = []): string {
    return ended(files.sorted([...this.#files, ...others]).map((file) => this.#nameOf(file)));
  }

  /** By path: names, each ended by a NUL, or names and counts. */
  byPath(what: "names" | "counts"): string {
    const places = this.#placesByPath();
    if (what === "names") return ended(Array.from(places, (place) => this.#nameAt(place)));
    return Array.from(places, (place) => `${this.#nameAt(place)}\0${this.#hits[place]}\n`).join("");
  }

  /** Numbers are sorted in a fraction of the time that names would take. */
  #placesByPath(): Float64Array {
    const keys = Float64Array.from(this.#files, ({ rank }, place) => rank * PLACES + place);
    return keys.sort().map((key) => key % PLACES);
  }

  #nameAt(place: number): RawPath {
    return this.#nameOf(this.#files[place] as File);
  }

  #nameOf({ name }: File): RawPath {
    return name.slice(this.#cut);
  }
}

function ended(names: readonly RawPath[]): string {
  return names.length === 0 ? "" : `${names.join("\0")}\0`;
}
