// Files in the order of a result, as far as they are asked for: a page at the front needs few of many.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { Order } from "../../query.ts";
import type { Crowd } from "../crowd.ts";
import type { File } from "../file.ts";
import type { Files } from "../files.ts";

/** How far a result is needed. */
export interface Reach {
  readonly order: Order;
  /** What is counted: matching files or matching lines. */
  readonly unit: "entries" | "hits";
  /** So many are enough, most probably. */
  readonly least: number;
  /** More are not needed for sure. */
  readonly most: number;
  /** So many characters of names or lines, after so many of them, are enough, too. */
  readonly full?: { readonly chars: number; readonly after: number };
  /** So many come before what is shown: of files with these alone, how many there are will do. */
  readonly skipped?: number;
  /** What comes after that need not be printed: how much it is will do. */
  readonly isRestCounted?: boolean;
  /** It may be in vain: few files at a time. */
  readonly isTrial?: boolean;
  /** All up to here has been looked at. */
  readonly after?: Position;
}

/** A place in an order of files. */
export interface Position {
  readonly name: RawPath;
  readonly modifiedNs: bigint;
  /** Something else is newest after every change. */
  readonly moment: number;
}

/** What decides the order of files. */
export type Times = Pick<Files, "moment" | "timeOf" | "newest">;

/** Takes files out of a crowd, in order; of segments that come later nothing need be known. */
export class InOrder {
  readonly #crowd: Crowd;
  readonly #reach: Reach;
  readonly #times: Times;
  readonly #moment: number;
  readonly #heap = new Heap();
  /** Files of the crowd that are at the same place have an order of their own; by slot. */
  readonly #others: number[] = [];
  #added = 0;
  #last: File | undefined;

  constructor(crowd: Crowd, reach: Reach, times: Times) {
    this.#crowd = crowd;
    this.#reach = reach;
    this.#times = times;
    this.#moment = times.moment;
    if (reach.order === "newest") crowd.openAll(Number.POSITIVE_INFINITY);
    this.#addNew();
  }

  /** About how many are to come. */
  get left(): number {
    return this.#heap.size + this.#crowd.toCome;
  }

  /** Up to where they were taken; undefined if that is all. */
  get passed(): Position | undefined {
    return this.#heap.size === 0 && this.#crowd.lowest === undefined ? undefined : this.last;
  }

  /** Where the one is that was taken last. */
  get last(): Position | undefined {
    return this.#last && { name: this.#last.name, modifiedNs: this.#times.timeOf(this.#last), moment: this.#moment };
  }

  /** The next one's index in the crowd. */
  next(): number | undefined {
    for (let lowest = this.#crowd.lowest; lowest !== undefined && this.#mayComeNext(lowest); lowest = this.#crowd.lowest) {
      this.#crowd.openNext();
      this.#addNew();
    }
    const key = this.#heap.take();
    if (key === undefined) return undefined;
    const index = this.#indexOf(key);
    this.#last = this.#crowd.file(index);
    return index;
  }

  /** All that are to come, in any order. */
  takeAll(): readonly number[] {
    this.#crowd.openAll(Number.POSITIVE_INFINITY);
    this.#addNew();
    return this.#heap.takeAll().map((key) => this.#indexOf(key));
  }

  #mayComeNext(lowest: RawPath): boolean {
    const first = this.#heap.first;
    return first === undefined || lowest <= this.#crowd.file(this.#indexOf(first)).name;
  }

  #addNew(): void {
    const from = this.#added;
    this.#added = this.#crowd.size;
    if (this.#reach.order === "path") for (let index = from; index < this.#added; index++) this.#add(index, this.#crowd.file(index).rank);
    else this.#addByTime(from);
  }

  /** Those that were arranged have odd places; the others come before the one whose place they would take. */
  #addByTime(from: number): void {
    const others: { readonly index: number; readonly rank: number; readonly time: bigint; readonly place: number }[] = [];
    for (let index = from; index < this.#added; index++) {
      const file = this.#crowd.file(index);
      const time = file.place === -1 ? this.#times.timeOf(file) : undefined;
      if (time === undefined) this.#add(index, 2 * file.place + 1);
      else others.push({ index, rank: file.rank, time, place: this.#times.newest.placeOf(file, time) });
    }
    others.sort((a, b) => (a.time === b.time ? a.rank - b.rank : a.time > b.time ? -1 : 1));
    for (const { index, place } of others) this.#add(index, 2 * place, OTHERS + this.#others.push(index) - 1);
  }

  #add(index: number, place: number, slot = index): void {
    if (this.#isAfter(index)) this.#heap.add(place * SLOTS + slot);
  }

  #indexOf(key: number): number {
    const slot = key % SLOTS;
    return slot < OTHERS ? slot : (this.#others[slot - OTHERS] as number);
  }

  #isAfter(index: number): boolean {
    const { after, order } = this.#reach;
    if (after === undefined) return true;
    const file = this.#crowd.file(index);
    const modifiedNs = order === "newest" ? this.#times.timeOf(file) : after.modifiedNs;
    return modifiedNs === after.modifiedNs ? file.name > after.name : modifiedNs < after.modifiedNs;
  }
}

/** A key is a place in the order, and a slot that tells which file it is. */
const SLOTS = 2 ** 23;
const OTHERS = SLOTS / 2;

/** To find the first few of many numbers takes a fraction of what sorting them all would. */
class Heap {
  readonly #keys: number[] = [];

  get size(): number {
    return this.#keys.length;
  }

  get first(): number | undefined {
    return this.#keys[0];
  }

  add(key: number): void {
    const keys = this.#keys;
    let at = keys.push(key) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && (keys[parent] as number) > key; parent = (at - 1) >> 1) {
      keys[at] = keys[parent] as number;
      at = parent;
    }
    keys[at] = key;
  }

  takeAll(): readonly number[] {
    return this.#keys.splice(0);
  }

  take(): number | undefined {
    const keys = this.#keys;
    const first = keys[0];
    const moved = keys.pop();
    if (moved === undefined || keys.length === 0) return first;
    let at = 0;
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      if (child + 1 < keys.length && (keys[child + 1] as number) < (keys[child] as number)) child++;
      if (moved <= (keys[child] as number)) break;
      keys[at] = keys[child] as number;
      at = child;
    }
    keys[at] = moved;
    return first;
  }
}
