// Files by the time of their last change, newest first. All of them are put in order now and then; those that changed since, which are few, find their place
// among the others when it is asked for.
import type { File } from "./file.ts";

/** More that are not in order are worth a new one. */
const MAX_OTHERS = 256;
/** To look at so many places takes as long as to sort one file. */
const MANY = 50;

export class Newest {
  /** As they were when they were arranged. */
  #times: readonly bigint[] = [];
  #files: readonly File[] = [];
  /** All that are not in order, and some that are gone. */
  readonly #others = new Set<File>();
  /** How many of them are known by now. */
  #known = 0;

  /** Puts files whose states are known in order. */
  arrange(files: readonly File[]): void {
    this.#known = 0;
    for (const file of this.#files) file.place = -1;
    this.#files = [...files].sort((a, b) => b.state.modifiedMs - a.state.modifiedMs || compareTimes(b.state.modifiedNs, a.state.modifiedNs) || a.rank - b.rank);
    this.#times = this.#files.map(({ state }) => state.modifiedNs);
    for (const [place, file] of this.#files.entries()) file.place = place;
    for (const file of this.#others) if (file.place !== -1 || !file.isThere) this.#others.delete(file);
  }

  /** Another one each time files are put in order. */
  get arrangement(): unknown {
    return this.#files;
  }

  /** One is not in order, or not any more. */
  add(file: File): void {
    this.#others.add(file);
  }

  /** One is not listed any more. */
  forget(file: File): void {
    this.#others.delete(file);
  }

  /** One that is not in order has become known. */
  note(): void {
    this.#known++;
  }

  /** Whether so many are not in order that a new one is worth it. */
  get isOld(): boolean {
    return this.#known > MAX_OTHERS;
  }

  /** All files that are there, newest first, as far as somebody asks; as long as nothing happens to any of them. */
  *all(timeOf: (file: File) => bigint): Generator<File> {
    let next = 0;
    for (const { file, time } of timed([...this.#others].filter(isOther), timeOf)) {
      for (const end = this.placeOf(file, time); next < end; next++) yield* this.#at(next);
      yield file;
    }
    for (; next < this.#files.length; next++) yield* this.#at(next);
  }

  /** The file that was arranged there, if nothing was heard of it since. */
  #at(place: number): readonly File[] {
    const file = this.#files[place] as File;
    return file.place === place ? [file] : [];
  }

  /** Files newest first. */
  sorted(files: readonly File[], timeOf: (file: File) => bigint): readonly File[] {
    const others = timed(
      files.filter(({ place }) => place === -1),
      timeOf,
    );
    const arranged = this.#byPlace(others.length === 0 ? files : files.filter(({ place }) => place !== -1));
    const all: File[] = [];
    let next = 0;
    for (const { file, time } of others) {
      for (const place = this.placeOf(file, time); next < arranged.length && (arranged[next] as File).place < place; next++) all.push(arranged[next] as File);
      all.push(file);
    }
    return all.concat(arranged.slice(next));
  }

  /** Each has a place of its own, so many need not be sorted. */
  #byPlace(files: readonly File[]): readonly File[] {
    if (files.length < this.#files.length / MANY) return [...files].sort((a, b) => a.place - b.place);
    const isMeant = new Uint8Array(this.#files.length);
    for (const { place } of files) isMeant[place] = 1;
    return this.#files.filter((_, place) => isMeant[place] === 1);
  }

  /** The place before which a file of that time belongs. By names: some of those that were arranged may be gone, and their ranks are nobody's concern since. */
  placeOf({ name }: File, modifiedNs: bigint): number {
    let low = 0;
    for (let high = this.#files.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (compareTimes(this.#times[middle] as bigint, modifiedNs) > 0 || (this.#times[middle] === modifiedNs && (this.#files[middle] as File).name < name))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isOther({ place, isThere }: File): boolean {
  return place === -1 && isThere;
}

/** Newest first, with their times. */
function timed(files: readonly File[], timeOf: (file: File) => bigint): readonly { readonly file: File; readonly time: bigint }[] {
  const each = files.map((file) => ({ file, time: timeOf(file) }));
  return each.sort((a, b) => compareTimes(b.time, a.time) || a.file.rank - b.file.rank);
}

function compareTimes(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
