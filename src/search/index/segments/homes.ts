// The segments of a tree in which its files live: in memory at first, then in the store, if there is one.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { Wanted } from "../pattern/wanted.ts";
import { Damaged, StoredLists } from "../store/lists.ts";
import type { Notes } from "../store/segment-file.ts";
import { remove, type TreeStore } from "../store/tree-store.ts";
import { costOf, everyOwner, type Holders, holdersOf } from "./lookup.ts";
import { type Segment, sizeOf } from "./segment.ts";

interface Home<T> {
  readonly segment: Segment<T>;
  /** The first of the names in it. */
  readonly lowest: RawPath;
  /** How many files live in it. */
  live: number;
  /** What is to be stored of its files; undefined when that has been done. */
  notes: Notes | undefined;
}

/** Small segments come from single changed files; so many are put together. */
const MAX_SMALL = 24;
const SMALL_BYTES = 1024 * 1024;

export class Homes<T extends { readonly name: RawPath }> {
  readonly #store: TreeStore | undefined;
  readonly #homes = new Map<Segment<T>, Home<T>>();
  readonly #damaged = new Set<Segment<T>>();
  /** Segments of which nothing was read yet: block by block, when it is asked for, takes longer. */
  readonly #unread = new Set<Segment<T>>();
  #isStored = true;
  /** Bytes of all segments, in memory or not. */
  bytes = 0;

  constructor(store: TreeStore | undefined) {
    this.#store = store;
  }

  get segments(): Iterable<Segment<T>> {
    return this.#homes.keys();
  }

  /** Each segment with the first of the names in it, and about how many of its pieces have what is wanted: at most one too many. */
  *lowest(wanted: Wanted): Generator<{ readonly segment: Segment<T>; readonly lowest: RawPath; readonly estimate: number }> {
    for (const { segment, lowest } of this.#homes.values()) yield { segment, lowest, estimate: this.#estimateIn(segment, wanted) };
  }

  /** Whether a segment turned out to be damaged. */
  get hasDamaged(): boolean {
    return this.#damaged.size > 0;
  }

  /** Whether all has been stored, as far as it can be. */
  get isStored(): boolean {
    return this.#isStored || this.#store === undefined;
  }

  /** Adds a new segment, with notes, or one that was stored before, without. Nobody lives in it yet. */
  add(segment: Segment<T>, notes?: Notes): void {
    const home = { segment, lowest: lowestOf(segment.owners), live: 0, notes: this.#store === undefined ? undefined : notes };
    this.#homes.set(segment, home);
    if (segment.lists instanceof StoredLists) this.#unread.add(segment);
    this.bytes += sizeOf(segment);
    this.#isStored = false;
    if (sizeOf(segment) >= SMALL_BYTES) this.#storeOne(home); // small ones may be put together before
  }

  get hasUnread(): boolean {
    return this.#unread.size > 0;
  }

  /** Reads one segment, so that nobody has to wait for what is in it. */
  readNext(): void {
    const [segment] = this.#unread;
    if (segment === undefined) return;
    this.#unread.delete(segment);
    this.#orIfDamaged(segment, undefined, () => void segment.lists.read(0, segment.lists.byteLength));
  }

  enter(segment: Segment<T>): void {
    const home = this.#homes.get(segment);
    if (home !== undefined) home.live++;
  }

  leave(segment: Segment<T> | undefined): void {
    const home = segment === undefined ? undefined : this.#homes.get(segment);
    if (home !== undefined) home.live--;
  }

  #estimateIn(segment: Segment<T>, wanted: Wanted): number {
    return this.#orIfDamaged(segment, segment.ownerOf.length, () => costOf(segment, wanted));
  }

  /** Files of a segment that may have what is wanted; if it cannot be read, all. */
  holdersIn(segment: Segment<T>, wanted: Wanted, span: "piece" | "owner"): Holders {
    return this.#orIfDamaged(segment, undefined, () => holdersOf(segment, wanted, span)) ?? everyOwner(segment);
  }

  #orIfDamaged<R>(segment: Segment<T>, other: R, read: () => R): R {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.#damaged.add(segment);
      return other;
    }
  }

  /** Gives up damaged segments: what lived in them has to be read again. */
  takeDamaged(): readonly Segment<T>[] {
    const damaged = [...this.#damaged];
    this.#damaged.clear();
    for (const segment of damaged) {
      this.#forget(segment);
      if (segment.lists instanceof StoredLists) remove(segment.lists.file);
    }
    return damaged;
  }

  /** Forgets segments that nobody lives in. Gives those that are small or half empty: what lives in them had better move, together. */
  tidy(): readonly Segment<T>[] {
    for (const { segment, live } of [...this.#homes.values()]) if (live <= 0) this.#forget(segment);
    const small = [...this.segments].filter((segment) => sizeOf(segment) < SMALL_BYTES);
    const sparse = [...this.#homes.values()].filter(({ segment, live }) => live * 2 < segment.owners.length).map(({ segment }) => segment);
    return [...(small.length > MAX_SMALL ? small : []), ...sparse];
  }

  /** Stores what has not been stored yet, until the time is over. */
  store(untilMs: number): void {
    this.#isStored = true;
    for (const home of this.#homes.values()) {
      if (performance.now() < untilMs) this.#storeOne(home);
      else this.#isStored = false;
    }
    const files = [...this.segments].flatMap(({ lists }) => (lists instanceof StoredLists ? [lists.file] : []));
    if (this.#isStored) this.#store?.tidy(new Set(files));
  }

  #storeOne(home: Home<T>): void {
    const lists = home.notes === undefined ? undefined : this.#store?.write(home.segment, home.notes);
    if (lists === undefined) return;
    home.segment.lists = lists;
    home.notes = undefined;
  }

  /** Lets go of what is stored. */
  close(): void {
    for (const segment of [...this.segments]) this.#forget(segment);
  }

  #forget(segment: Segment<T>): void {
    if (!this.#homes.delete(segment)) return;
    this.#unread.delete(segment);
    this.bytes -= sizeOf(segment);
    this.#isStored = false;
    if (segment.lists instanceof StoredLists) segment.lists.close();
  }
}

/** Those that are gone have no names. */
function lowestOf(owners: readonly { readonly name: RawPath }[]): RawPath {
  let lowest = "";
  for (const { name } of owners) if (name !== "" && (lowest === "" || name < lowest)) lowest = name;
  return lowest;
}
