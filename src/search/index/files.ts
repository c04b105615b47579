// The files of a tree and what is known of their content. A file is vouched for only while nothing has been heard of it since it was read.
import { entryAt } from "../../workspace/entry.ts";
import { joined, type RawPath } from "../../workspace/raw-path.ts";
import { Census } from "./census.ts";
import { type Chosen, type File, isVouched, NOBODY } from "./file.ts";
import { Roster } from "./listing/roster.ts";
import { Newest } from "./newest.ts";
import { Picker } from "./picker.ts";
import type { Job } from "./second/messages.ts";
import type { SecondHand } from "./second/second-thread.ts";
import { FOR_TWO } from "./second/share.ts";
import { BinaryMarks } from "./segments/binary-marks.ts";
import { Draft } from "./segments/draft.ts";
import { Homes } from "./segments/homes.ts";
import type { Kind, StoredSegment } from "./store/segment-file.ts";
import { isAsStamped } from "./store/stamp.ts";
import type { TreeStore } from "./store/tree-store.ts";
import { MAX_BYTES, type ReadText, stateOf } from "./texts/read-text.ts";
import { type Content, type Loan, Texts } from "./texts/texts.ts";
import type { ScannerWithRoom } from "./wasm/scanner.ts";

/** So many files tell how large all are. */
const SAMPLE = 1_000;

export interface FilesOptions {
  readonly store?: TreeStore | undefined;
  /** See `SegmentWriter`. */
  readonly maxPairs?: number | undefined;
  /** Larger ones are not read. */
  readonly maxFileBytes?: number | undefined;
}

export class Files {
  readonly #directory: RawPath;
  readonly #maxPairs: number | undefined;
  readonly #maxFileBytes: number;
  readonly #roster = new Roster();
  /** Files that are not vouched for: changed, not read yet, or odd. */
  readonly #doubtful = new Set<File>();
  readonly #census = new Census();
  readonly #binaryMarks: BinaryMarks<File>;
  #queue: File[] = [];
  /** Files of which something should be kept, and is not yet: those that were adopted, and large texts. */
  #toKeep: File[] = [];
  readonly newest = new Newest();
  readonly picker: Picker;
  readonly scanner: ScannerWithRoom;
  readonly #texts: Texts;
  readonly #homes: Homes<File>;
  #draft: Draft;
  textBytes = 0;
  /** There was a file that is too large to be read here. */
  hasTooLarge = false;
  /** Grows with every change we hear of. */
  moment = 0;
  #stirs = 0;

  constructor(directory: RawPath, scanner: ScannerWithRoom, { store, maxPairs, maxFileBytes = MAX_BYTES }: FilesOptions = {}) {
    this.#maxPairs = maxPairs;
    this.#maxFileBytes = maxFileBytes;
    this.#directory = directory;
    this.scanner = scanner;
    this.#texts = new Texts(directory, scanner, maxFileBytes);
    this.#binaryMarks = new BinaryMarks(scanner);
    this.#homes = new Homes(store);
    this.#draft = new Draft(scanner, NOBODY, maxPairs);
    const [roster, doubtful, census, binaryMarks, homes] = [this.#roster, this.#doubtful, this.#census, this.#binaryMarks, this.#homes];
    this.picker = new Picker({ roster, doubtful, census, binaryMarks, homes, stirs: () => this.#stirs });
  }

  get indexBytes(): number {
    return this.#homes.bytes;
  }

  get count(): number {
    return this.#roster.size;
  }

  get doubtfulCount(): number {
    return this.#doubtful.size;
  }

  get hasWork(): boolean {
    return this.#queue.length > 0 || this.#draft.isAwaited || this.#homes.hasDamaged;
  }

  /** From now on these are the files; those of `renewed` directories may be others than before. */
  list(names: ReadonlySet<RawPath>, isRenewed: (name: RawPath) => boolean): void {
    for (const file of this.#roster.all()) {
      if (!names.has(file.name)) this.#drop(file);
      else if (isRenewed(file.name) || !file.isThere) this.changed(file.name);
    }
    // Those that are read together stand together: of a page only the first segments need be looked into. The last is read first.
    for (const file of this.#roster.set(names)) this.#doubt(file);
    this.#texts.expect(names.size, this.#someSizes());
    this.moment++;
  }

  /** Of files from all over the tree, how large they are. */
  #someSizes(): readonly number[] {
    const files = this.#roster.inOrder;
    const step = Math.max(1, Math.floor(files.length / SAMPLE));
    const some = files.filter((_, rank) => rank % step === 0);
    return some.map(({ name }) => Number(entryAt(joined(this.#directory, name))?.size ?? 0));
  }

  /** More are listed. */
  add(names: readonly RawPath[]): void {
    const came = this.#roster.add(names);
    for (const file of came) this.#doubt(file);
    if (came.length > 0) this.moment++;
  }

  /** Something was heard of a file. */
  changed(name: RawPath): void {
    const file = this.#roster.get(name);
    if (file === undefined) return;
    this.#stir(file);
    file.isThere = true;
    this.#doubt(file);
  }

  /** It stays listed: should it come back, the same rules let it in. */
  vanished(name: RawPath): void {
    const file = this.#roster.get(name);
    if (file === undefined) return;
    this.#stir(file);
    file.isThere = false;
    this.#doubtful.delete(file);
    this.#homes.leave(file.home); // or small segments of files that came and went would be looked into for ever
    file.home = undefined;
  }

  /** A directory went, with everything in it. */
  vanishedBelow(directory: RawPath): void {
    for (const { name } of this.#roster.below(directory)) this.vanished(name);
  }

  /** A file was seen that has several names; through each of them it changes, and only that one is heard of. */
  hasOtherName(inode: number): void {
    const file = this.#census.withInode(inode);
    if (file !== undefined) this.changed(file.name);
  }

  allChanged(): void {
    for (const { name } of this.#roster.all()) this.changed(name);
  }

  /** Takes over what an earlier run stored: a file counts as read if it is as it was then. In steps, since each has to be looked at. */
  *adopt({ owners: names, kinds, stamps, ...stored }: StoredSegment): Generator<void> {
    const segment = { ...stored, owners: names.map((name) => this.#roster.get(name) ?? NOBODY) };
    this.#homes.add(segment);
    for (const [index, file] of segment.owners.entries()) {
      if (file.known !== 0 || !this.#roster.has(file)) continue;
      const stats = entryAt(joined(this.#directory, file.name));
      if (stats !== undefined && isAsStamped(stats, stamps, index)) {
        const kind = kinds[index] as Kind;
        this.#identify(file, { kind, state: stateOf(stats), isShared: false });
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
    this.#toKeep = this.#roster.inOrder.filter(({ known }) => known !== 0).reverse();
    this.#tidy();
    if (!this.hasWork) this.#arrange();
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
    while (performance.now() < untilMs && !this.#draft.isFull) {
      const file = this.#queue.pop();
      if (file === undefined) break;
      this.#read(file);
    }
    if (this.#draft.isFull || this.#queue.length === 0) this.#finishSegment();
    if (this.#queue.length === 0 && this.newest.isOld) this.#arrange();
  }

  /** Reads files, so that they are kept in memory, or opens them, until the time is over. */
  keep(untilMs: number): void {
    while (this.#homes.hasUnread && performance.now() < untilMs) this.#homes.readNext();
    while (this.#toKeep.length > 0 && performance.now() < untilMs) {
      const file = this.#toKeep.pop() as File;
      if (!isVouched(file)) continue;
      if (file.kind === "text" || file.kind === "partners") this.#texts.keep(file);
      else if (!this.#binaryMarks.has(file)) this.#mark(file, file.version, this.#texts.read(file));
    }
  }

  #mark(file: File, version: number, read: ReadText): void {
    if (read.kind === "binary" && read.content !== undefined) this.#binaryMarks.add(file, version, read.content);
  }

  /** Whether there are files of which something should be kept. */
  get hasToKeep(): boolean {
    return this.#toKeep.length > 0 || this.#homes.hasUnread;
  }

  /** Where in a list of names the newest stands, where the next one, and so on; undefined if one of them is nobody's. */
  newestPlaces(names: readonly RawPath[]): Uint32Array | undefined {
    const places = new Map<File, number>();
    for (const [place, name] of names.entries()) {
      const file = this.#roster.get(name);
      if (file === undefined) return undefined;
      places.set(file, place);
    }
    return Uint32Array.from(this.sorted([...places.keys()]), (file) => places.get(file) as number);
  }

  /** Newest first. */
  sorted(files: readonly File[]): readonly File[] {
    return this.newest.sorted(files, (file) => this.timeOf(file));
  }

  /** All that are there, newest first, as far as somebody asks. */
  newestOfAll(): Generator<File> {
    return this.newest.all((file) => this.timeOf(file));
  }

  /** When a file was last modified, as far as can be seen. */
  timeOf(file: File): bigint {
    if (isVouched(file)) return file.state.modifiedNs;
    return entryAt(joined(this.#directory, file.name))?.mtimeNs ?? 0n;
  }

  /** What is in a file now; it is good until the next call. */
  contentOf(chosen: Chosen): Content {
    return isVouched(chosen.file) && chosen.file.kind !== "binary" ? this.#texts.ofVouched(chosen) : this.#texts.ofAny(chosen.file);
  }

  /** Whether what is in a file need not be read, as a rule. */
  isKept(file: File): boolean {
    return this.#texts.isKept(file.size);
  }

  /** A file as another thread can verify it; undefined if that is not for it to do. */
  lend(chosen: Chosen): Loan | undefined {
    return isVouched(chosen.file) && chosen.file.kind === "text" ? this.#texts.lend(chosen) : undefined;
  }

  /** Has a second thread ready to help, if there are files for two. */
  startHelp(): void {
    if (this.count >= FOR_TWO) this.#texts.startHelp();
  }

  /** Has a second thread help with a job; undefined if there is none. */
  helpWith(job: Job): SecondHand | undefined {
    return this.#texts.helpWith(job);
  }

  /** Lets go of threads and descriptors. */
  async close(): Promise<void> {
    this.#homes.close();
    await this.#texts.close();
  }

  #arrange(): void {
    this.newest.arrange([...this.#roster.all()].filter((file) => isVouched(file)));
  }

  #doubt(file: File): void {
    this.#doubtful.add(file);
    this.newest.add(file);
    this.#enqueue(file);
  }

  #enqueue(file: File): void {
    if (file.isQueued) return;
    file.isQueued = true;
    this.#queue.push(file);
  }

  #read(file: File): void {
    file.isQueued = false;
    if (!file.isThere || !this.#roster.has(file)) return;
    const { version } = file;
    const read = this.#texts.read(file);
    this.#identify(file, read);
    this.#mark(file, version, read);
    this.#resize(file, "bytes" in read ? read.bytes.length : 0);
    if (read.kind === "odd" || read.isShared) {
      this.#draft.forget(file);
      this.#settle(file, version, "odd", undefined);
      return;
    }
    this.#draft.add(file, version, read, this.#texts.isKept(file.size));
  }

  #identify(file: File, { kind, state, isShared }: Pick<ReadText, "kind" | "state" | "isShared">): void {
    this.#census.forget(file);
    file.state = state;
    if (state.size > this.#maxFileBytes && kind !== "binary") this.hasTooLarge = true;
    if (isShared) this.hasOtherName(state.inode);
    this.#census.enter(file, { kind, isShared });
  }

  #resize(file: File, size: number): void {
    this.textBytes += size - file.size;
    file.size = size;
  }

  /** Something was heard of a file. */
  #stir(file: File): void {
    this.#texts.forget(file);
    this.#binaryMarks.forget(file);
    file.version++;
    file.place = -1;
    file.stirred = ++this.#stirs;
    this.moment++;
  }

  #settle(file: File, version: number, kind: File["kind"], home: File["home"]): void {
    file.stirred = ++this.#stirs;
    this.#homes.leave(file.home);
    if (home !== undefined) this.#homes.enter(home);
    file.kind = kind;
    file.known = version;
    file.home = home;
    if (!isVouched(file)) return;
    this.#doubtful.delete(file);
    if (file.place === -1) this.newest.note();
  }

  #finishSegment(): void {
    if (this.#draft.isEmpty) return;
    const { segment, notes, drafted } = this.#draft.finish();
    this.#homes.add(segment, notes);
    for (const [file, { version, kind }] of drafted) if (file.isThere && this.#roster.has(file)) this.#settle(file, version, kind, segment);
    for (const file of drafted.keys()) if (!this.#texts.isKept(file.size)) this.#toKeep.push(file);
    this.#draft = new Draft(this.scanner, NOBODY, this.#maxPairs);
    this.#tidy();
  }

  #drop(file: File): void {
    this.#roster.strikeOff(file);
    this.#doubtful.delete(file);
    this.#census.forget(file);
    this.#binaryMarks.forget(file);
    this.newest.forget(file);
    this.#texts.forget(file);
    file.place = -1;
    file.isThere = false;
    this.#resize(file, 0);
    this.#homes.leave(file.home);
  }

  /** Moves files to another segment by reading them again. */
  #tidy(): void {
    for (const segment of this.#homes.tidy()) {
      for (const file of segment.owners) if (file.home === segment && isVouched(file)) this.#enqueue(file);
    }
  }
}
