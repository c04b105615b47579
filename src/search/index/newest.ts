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
  #others = 0;

  /** Puts files whose states are known in order. */
  arrange(files: readonly File[]): void {
    this.#others = 0;
    for (const file of this.#files) file.place = -1;
    this.#files = [...files].sort((a, b) => b.state.modifiedMs - a.state.modifiedMs || compareTimes(b.state.modifiedNs, a.state.modifiedNs) || a.rank - b.rank);
    this.#times = this.#files.map(({ state }) => state.modifiedNs);
    for (const [place, file] of this.#files.entries()) file.place = place;
  }

  /** One that is not in order has become known. */
  note(): void {
    this.#others++;
  }

  /** Whether so many are not in order that a new one is worth it. */
  get isOld(): boolean {
    return this.#others > MAX_OTHERS;
  }

  /** Files newest first. */
  sorted(files: readonly File[], timeOf: (file: File) => bigint): readonly File[] {
    const others = files.filter(({ place }) => place === -1).map((file) => ({ file, time: timeOf(file) }));
    others.sort((a, b) => compareTimes(b.time, a.time) || a.file.rank - b.file.rank);
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

function compareTimes(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
