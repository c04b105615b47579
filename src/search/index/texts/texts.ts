// What is in files: from memory, where it is kept, or from the disk; for this thread, or for the second one to verify.
import { joined, type RawPath } from "../../../workspace/raw-path.ts";
import type { Chosen, File } from "../file.ts";
import type { Item } from "../second/errand.ts";
import type { Job } from "../second/messages.ts";
import { type SecondHand, SecondThread } from "../second/second-thread.ts";
import type { ScannerWithRoom } from "../wasm/scanner.ts";
import { OpenFiles } from "./open-files.ts";
import { type Text, textsOf, textsRead } from "./parts.ts";
import { openForReading, type ReadText, readRanges, readText } from "./read-text.ts";
import { Shelves } from "./shelves.ts";

/** What is in a file now: a text, whole or those parts that may match; something a walk leaves alone; or something only ripgrep can judge. */
export type Content = { readonly kind: "text" | "partners"; readonly texts: readonly Text[] } | { readonly kind: "binary" | "odd" };

/** A file that another thread verifies; at its end, whether it has read what it was to read. */
export interface Loan {
  readonly item: Item;
  end(isRead: boolean): void;
}

export class Texts {
  readonly #directory: RawPath;
  readonly #scanner: ScannerWithRoom;
  readonly #maxBytes: number;
  readonly #shelves: Shelves<File>;
  readonly #open = new OpenFiles<File>();
  readonly #second: SecondThread;

  /** Files of more than `maxBytes` are not read: ripgrep has to. */
  constructor(directory: RawPath, scanner: ScannerWithRoom, maxBytes: number) {
    this.#directory = directory;
    this.#scanner = scanner;
    this.#maxBytes = maxBytes;
    this.#shelves = new Shelves(scanner.room);
    this.#second = new SecondThread(directory, scanner.share);
  }

  /** Says how many files there are, and how large some of them are. */
  expect(count: number, sizes: readonly number[]): void {
    this.#shelves.expect(count, sizes);
  }

  /** Whether files of that size are kept in memory, as a rule. */
  isKept(size: number): boolean {
    return this.#shelves.isSmall(size);
  }

  /** Keeps a file that is what it was when it was read: its content, or, if that is too much, a way to it. */
  keep(file: File): void {
    if (this.isKept(file.size)) this.ofVouched({ file });
    else this.#descriptorOf(file);
  }

  /** Something happened to a file. */
  forget(file: File): void {
    this.#open.close(file);
  }

  #descriptorOf(file: File): number | undefined {
    if (this.isKept(file.size)) return undefined;
    return this.#open.get(file, file.version, () => openForReading(joined(this.#directory, file.name)));
  }

  /** All of a file, from the disk; it is good until the next call. */
  read(file: File): ReadText {
    const { version } = file; // before it is read: what changes meanwhile is heard of later
    const read = readText(joined(this.#directory, file.name), this.#scanner.input, this.#maxBytes);
    if ("bytes" in read) this.#shelves.for(read.bytes.length).offer(file, version, read.bytes);
    return read;
  }

  /** What is in a file that is what it was when it was read; it is good until the next call. */
  ofVouched({ file, parts }: Chosen): Content {
    if (file.kind === "binary" || file.kind === "odd") return { kind: file.kind };
    const contents = this.#shelves.for(file.size);
    const kept = contents.get(file, file.version);
    if (kept !== undefined) return { kind: file.kind, texts: textsOf(kept, parts) };
    const from = this.#descriptorOf(file) ?? joined(this.#directory, file.name);
    const bytes = readRanges(from, parts ?? [{ start: 0, end: file.size }], file.state, this.#scanner.input);
    if (bytes === undefined) return this.ofAny(file);
    if (parts === undefined && bytes[0] !== undefined) contents.offer(file, file.version, bytes[0]);
    return { kind: file.kind, texts: textsRead(bytes, parts) };
  }

  ofAny(file: File): Content {
    const read = readText(joined(this.#directory, file.name), this.#scanner.input, this.#maxBytes);
    return "bytes" in read ? { kind: read.kind, texts: textsOf(read.bytes, undefined) } : { kind: read.kind };
  }

  /** A file that is what it was, as another thread can verify it. */
  lend({ file, parts }: Chosen): Loan {
    const { name, size, state, version } = file;
    const contents = this.#shelves.for(size);
    const kept = contents.get(file, version);
    const place = kept ?? (parts === undefined ? contents.reserve(file, size) : undefined);
    const span = place && contents.hold(place);
    const fd = kept === undefined ? this.#descriptorOf(file) : undefined;
    const release = this.#open.hold(file);
    const end = (isRead: boolean): void => {
      release();
      if (span !== undefined) contents.release(span);
      if (isRead && place !== undefined && kept === undefined) contents.commit(file, version, place);
    };
    return { item: { name, fd, place: place?.byteOffset, isThere: kept !== undefined, size, state, parts }, end };
  }

  async close(): Promise<void> {
    await this.#second.close(); // before: it may still be reading
    this.#open.closeAll();
  }

  /** Has a second thread ready to help. */
  startHelp(): void {
    this.#second.start();
  }

  /** Has a second thread help with a job; undefined if there is none. */
  helpWith(job: Job): SecondHand | undefined {
    return this.#second.begin(job);
  }
}
