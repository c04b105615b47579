// Files that may match. There can be very many of them and few be looked at: segments are looked into when their turn comes, and what has to be known of
// a file is made when it is asked for.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Chosen, File } from "./file.ts";
import { type Holders, piecesAt } from "./segments/lookup.ts";
import type { Segment } from "./segments/segment.ts";
import { type Part, partsOf } from "./texts/parts.ts";

/** Holders of a segment. */
export interface Source {
  readonly segment: Segment<File>;
  readonly holders: Holders;
}

/** A segment that was not looked into yet. */
export interface Unopened {
  /** No file in it has a name before this one. */
  readonly lowest: RawPath;
  /** About so many of its files may match. */
  readonly estimate: number;
  /** Adds those that may. */
  open(crowd: Crowd): void;
}

/** Steps of this part of the whole, round and round, are spread evenly, however many there are: the golden ratio. */
const FAR = (Math.sqrt(5) - 1) / 2;
/** How many were found of so few says little of others. */
const FEW = 64;

export class Crowd {
  /** For each file where it was found: a source, and its place there. Those that have to be looked at anyway come first and have none. */
  readonly #files: File[];
  readonly #sources: (Source | undefined)[];
  readonly #places: number[];
  readonly #doubtful: number;
  /** In the order of their lowest names, the first at the end. */
  readonly #unopened: Unopened[];
  #toCome: number;
  /** The estimates of segments that were looked into. */
  #estimated = 0;
  #turns = 0;
  /** The files, once somebody has asked. */
  #isIn: Set<File> | undefined;
  /** How much text those have that were found so far. */
  foundBytes = 0;

  constructor(doubtful: readonly File[], unopened: readonly Unopened[]) {
    this.#files = [...doubtful];
    this.#sources = doubtful.map(() => undefined);
    this.#places = doubtful.map(() => 0);
    this.#doubtful = doubtful.length;
    this.#toCome = unopened.reduce((sum, { estimate }) => sum + estimate, 0);
    this.#unopened = [...unopened].sort((a, b) => (a.lowest < b.lowest ? 1 : a.lowest > b.lowest ? -1 : 0));
  }

  /** How many there are so far. */
  get size(): number {
    return this.#files.length;
  }

  /** So many segments were not looked into yet. */
  get unopened(): number {
    return this.#unopened.length;
  }

  /** About so many more are to be found: the estimates of segments, corrected by how many were found where estimates could be compared. */
  get toCome(): number {
    const found = this.size - this.#doubtful;
    return Math.round((this.#toCome * (found + FEW)) / (this.#estimated + FEW));
  }

  /** About so much text do all of them have. */
  get bytes(): number {
    return this.size === 0 ? 0 : (this.foundBytes * (this.size + this.toCome)) / this.size;
  }

  /** No name that is still to be found stands before this one; undefined if all are there. */
  get lowest(): RawPath | undefined {
    return this.#unopened.at(-1)?.lowest;
  }

  openNext(): void {
    this.#openAt(this.#unopened.length - 1);
  }

  /** One from somewhere, far from the last one. */
  openAny(): void {
    this.#turns += FAR;
    this.#openAt(Math.floor((this.#turns % 1) * this.#unopened.length));
  }

  #openAt(index: number): void {
    for (const unopened of this.#unopened.splice(index, 1)) {
      this.#toCome -= unopened.estimate;
      this.#estimated += unopened.estimate;
      unopened.open(this);
    }
  }

  /** False if there are more than `most`. */
  openAll(most: number): boolean {
    while (this.#unopened.length > 0 && this.size <= most) this.openNext();
    return this.size <= most;
  }

  has(file: File): boolean {
    this.#isIn ??= new Set(this.#files);
    return this.#isIn.has(file);
  }

  add(file: File, source?: Source, place = 0): void {
    this.#isIn?.add(file);
    this.#files.push(file);
    this.#sources.push(source);
    this.#places.push(place);
    this.foundBytes += file.size;
  }

  isKnown(index: number): boolean {
    return index >= this.#doubtful;
  }

  file(index: number): File {
    return this.#files[index] as File;
  }

  /** The file, and which parts of it may match. */
  chosen(index: number): Chosen {
    const parts = this.parts(index);
    return parts === undefined ? { file: this.file(index) } : { file: this.file(index), parts };
  }

  /** Which parts of the file may match; undefined = any. */
  parts(index: number): readonly Part[] | undefined {
    const source = this.#sources[index];
    const pieces = source && piecesAt(source.holders, this.#places[index] as number);
    return pieces && partsOf((source as Source).segment, this.file(index).size, pieces);
  }
}
