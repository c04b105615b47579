// The files of a tree and what is known of their content. A file is vouched for only while nothing has been heard of it since it was read.
import { entryAt } from "../../workspace/entry.ts";
import { joined, type RawPath } from "../../workspace/raw-path.ts";
import { TrigramFinder } from "./grams.ts";
import { Homes } from "./homes.ts";
import { type ReadText, readText } from "./read-text.ts";
import { type Segment, SegmentWriter } from "./segment.ts";
import type { Kind, StoredSegment } from "./store/segment-file.ts";
import { isAsStamped, type Stamp, stampRow } from "./store/stamp.ts";
import type { TreeStore } from "./store/tree-store.ts";
import type { Wanted } from "./wanted.ts";

interface File {
  readonly name: RawPath;
  /** Grows with every change we hear of. */
  version: number;
  /** The version that was read; 0 = none. */
  known: number;
  kind: Kind | "odd";
  /** Bytes, of text. */
  size: number;
  inode: number;
  /** Where its trigrams are. */
  home: Segment<File> | undefined;
  isThere: boolean;
  isQueued: boolean;
}

/** Files that ripgrep has to look at: those that are text for sure, by name, and those that it must meet on a walk to judge them. */
export interface Candidates {
  readonly text: readonly RawPath[];
  readonly doubtful: readonly RawPath[];
}

export interface Lookup {
  readonly wanted: Wanted;
  /** Where matches span lines, all of a file counts together. */
  readonly span: "piece" | "owner";
  /** Names begin with it. */
  readonly prefix: RawPath;
  /** ripgrep itself leaves out larger files, but only on a walk. */
  readonly maxBytes: number;
}

/** In a segment of an earlier run, a file that is not listed any more. */
const NOBODY: File = { name: "", version: 1, known: 0, kind: "odd", size: 0, inode: 0, home: undefined, isThere: false, isQueued: false };
const NOTHING = new Uint8Array(0);

export class Files {
  readonly #directory: RawPath;
  readonly #byName = new Map<RawPath, File>();
  /** Files that are not vouched for: changed, not read yet, or odd. */
  readonly #doubtful = new Set<File>();
  /** Text that trigrams do not tell all of. */
  readonly #partners = new Set<File>();
  /** Files that are vouched for, by inode: one that gets a second name is not any more. */
  readonly #byInode = new Map<number, File>();
  #queue: File[] = [];
  readonly #finder = new TrigramFinder();
  readonly #homes: Homes<File>;
  #writer = new SegmentWriter<File>(this.#finder);
  /** For each that was given to the writer, what it was like. */
  #notes: { readonly kind: Kind; readonly stamp: Stamp }[] = [];
  /** What the writer holds: not to be found before it is finished. */
  #written = new Map<File, { readonly version: number; readonly kind: Kind }>();
  textBytes = 0;

  constructor(directory: RawPath, store?: TreeStore) {
    this.#directory = directory;
    this.#homes = new Homes(store);
  }

  get indexBytes(): number {
    return this.#homes.bytes;
  }

  get count(): number {
    return this.#byName.size;
  }

  get doubtfulCount(): number {
    return this.#doubtful.size;
  }

  get hasWork(): boolean {
    return this.#queue.length > 0 || this.#written.size > 0 || this.#homes.hasDamaged;
  }

  has(name: RawPath): boolean {
    return this.#byName.has(name);
  }

  /** From now on these are the files; those of `renewed` directories may be others than before. */
  list(names: ReadonlySet<RawPath>, isRenewed: (name: RawPath) => boolean): void {
    for (const [name, file] of this.#byName) {
      if (!names.has(name)) this.#drop(file);
      else if (isRenewed(name) || !file.isThere) this.changed(name);
    }
    for (const name of names) {
      if (this.#byName.has(name)) continue;
      const file: File = { name, version: 1, known: 0, kind: "odd", size: 0, inode: 0, home: undefined, isThere: true, isQueued: false };
      this.#byName.set(name, file);
      this.#doubt(file);
    }
  }

  /** Something was heard of a file. */
  changed(name: RawPath): void {
    const file = this.#byName.get(name);
    if (file === undefined) return;
    file.version++;
    file.isThere = true;
    this.#doubt(file);
  }

  /** It stays listed: should it come back, the same rules let it in. */
  vanished(name: RawPath): void {
    const file = this.#byName.get(name);
    if (file === undefined) return;
    file.version++;
    file.isThere = false;
    this.#doubtful.delete(file);
  }

  /** A file was seen that has several names; through each of them it changes, and only that one is heard of. */
  hasOtherName(inode: number): void {
    const file = this.#byInode.get(inode);
    if (file !== undefined) this.changed(file.name);
  }

  allChanged(): void {
    for (const name of this.#byName.keys()) this.changed(name);
  }

  /** Takes over what an earlier run stored: a file counts as read if it is as it was then. In steps, since each has to be looked at. */
  *adopt({ owners: names, kinds, stamps, ...stored }: StoredSegment): Generator<void> {
    const segment = { ...stored, owners: names.map((name) => this.#byName.get(name) ?? NOBODY) };
    this.#homes.add(segment);
    for (const [index, file] of segment.owners.entries()) {
      if (file.known !== 0 || this.#byName.get(file.name) !== file) continue;
      const stats = entryAt(joined(this.#directory, file.name));
      if (stats !== undefined && isAsStamped(stats, stamps, index)) {
        const kind = kinds[index] as Kind;
        this.#identify(file, { kind, inode: Number(stats.ino), isShared: false });
        this.#resize(file, kind === "binary" ? 0 : Number(stats.size));
        this.#settle(file, file.version, kind, segment);
      }
      yield;
    }
  }

  /** All that there was has been adopted: the rest has to be read. */
  adopted(): void {
    for (const file of this.#queue) file.isQueued = this.#doubtful.has(file);
    this.#queue = this.#queue.filter(({ isQueued }) => isQueued);
    this.#tidy();
  }

  get isStored(): boolean {
    return this.#homes.isStored;
  }

  store(untilMs: number): void {
    this.#homes.store(untilMs);
  }

  /** Reads files until the time is over. */
  work(untilMs: number): void {
    for (const segment of this.#homes.takeDamaged()) {
      for (const file of segment.owners) if (file.home === segment && file.isThere) this.changed(file.name);
    }
    while (performance.now() < untilMs && !this.#writer.isFull) {
      const file = this.#queue.pop();
      if (file === undefined) break;
      this.#read(file);
    }
    if (this.#writer.isFull || this.#queue.length === 0) this.#finishSegment();
  }

  /** At most about so many files have what is wanted; at least one too many. */
  estimate(wanted: Wanted): number {
    return this.#homes.estimate(wanted);
  }

  /** Undefined if there are more than `most`. */
  candidates({ wanted, span, prefix, maxBytes }: Lookup, most: number): Candidates | undefined {
    const isWithin = (file: File): boolean => file.isThere && file.name.startsWith(prefix);
    const doubtful = [...this.#doubtful].filter(isWithin);
    const text = new Set([...this.#partners].filter((file) => this.#isVouched(file) && isWithin(file)));
    for (const segment of this.#homes.segments) {
      if (doubtful.length + text.size > most) return undefined;
      for (const file of this.#homes.ownersIn(segment, wanted, span)) {
        if (file.home === segment && file.kind === "text" && this.#isVouched(file) && isWithin(file)) text.add(file);
      }
    }
    if (doubtful.length + text.size > most) return undefined;
    const [fitting, large] = [[...text].filter(({ size }) => size <= maxBytes), [...text].filter(({ size }) => size > maxBytes)];
    return { text: fitting.map(({ name }) => name), doubtful: [...doubtful, ...large].map(({ name }) => name) };
  }

  #isVouched(file: File): boolean {
    return file.isThere && file.known === file.version && file.kind !== "odd";
  }

  #doubt(file: File): void {
    this.#doubtful.add(file);
    this.#enqueue(file);
  }

  #enqueue(file: File): void {
    if (file.isQueued) return;
    file.isQueued = true;
    this.#queue.push(file);
  }

  #read(file: File): void {
    file.isQueued = false;
    if (!file.isThere || this.#byName.get(file.name) !== file) return;
    const { version } = file; // before it is read: what changes meanwhile is heard of later
    const read = readText(joined(this.#directory, file.name));
    this.#identify(file, read);
    this.#resize(file, "bytes" in read ? read.bytes.length : 0);
    if (read.kind === "odd") {
      this.#written.delete(file);
      this.#settle(file, version, "odd", undefined);
      return;
    }
    // What is no text has no trigrams, but a place where it is remembered.
    this.#writer.add(file, read.kind === "text" ? read.bytes : NOTHING);
    this.#notes.push({ kind: read.kind, stamp: read.stamp });
    this.#written.set(file, { version, kind: read.kind });
  }

  #identify(file: File, { kind, inode, isShared }: Pick<ReadText, "kind" | "inode" | "isShared">): void {
    this.#forget(file);
    if (isShared) this.hasOtherName(inode);
    if (kind === "partners") this.#partners.add(file);
    if (kind === "odd") return;
    file.inode = inode;
    this.#byInode.set(inode, file);
  }

  /** An inode may be another file's by now. */
  #forget(file: File): void {
    this.#partners.delete(file);
    if (this.#byInode.get(file.inode) === file) this.#byInode.delete(file.inode);
  }

  #resize(file: File, size: number): void {
    this.textBytes += size - file.size;
    file.size = size;
  }

  #settle(file: File, version: number, kind: File["kind"], home: File["home"]): void {
    this.#homes.leave(file.home);
    if (home !== undefined) this.#homes.enter(home);
    file.kind = kind;
    file.known = version;
    file.home = home;
    if (this.#isVouched(file)) this.#doubtful.delete(file);
  }

  #finishSegment(): void {
    if (this.#writer.isEmpty) return;
    const segment = this.#writer.finish();
    this.#homes.add(segment, { kinds: this.#notes.map(({ kind }) => kind), stamps: stampRow(this.#notes.map(({ stamp }) => stamp)) });
    for (const [file, { version, kind }] of this.#written) if (this.#byName.get(file.name) === file) this.#settle(file, version, kind, segment);
    this.#writer = new SegmentWriter(this.#finder);
    this.#notes = [];
    this.#written = new Map();
    this.#tidy();
  }

  #drop(file: File): void {
    this.#byName.delete(file.name);
    this.#doubtful.delete(file);
    this.#forget(file);
    file.isThere = false;
    this.#resize(file, 0);
    this.#homes.leave(file.home);
  }

  /** Moves files to another segment by reading them again. */
  #tidy(): void {
    for (const segment of this.#homes.tidy()) {
      for (const file of segment.owners) if (file.home === segment && this.#isVouched(file)) this.#enqueue(file);
    }
  }
}
