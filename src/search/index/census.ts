// Files by what they were when they were read: which are binary, which are large, and whose inode is whose.
import type { File } from "./file.ts";
import type { ReadText } from "./texts/read-text.ts";

/** Most files have fewer bytes. */
export const LARGE_BYTES = 1_000_000;

export class Census {
  /** What a walk leaves alone. */
  readonly binaries = new Set<File>();
  readonly large = new Set<File>();
  /** Files that are vouched for: one that gets a second name is not any more. */
  readonly #byInode = new Map<number, File>();

  /** Whose state says what was read. */
  enter(file: File, { kind, isShared }: Pick<ReadText, "kind" | "isShared">): void {
    if (file.state.size > LARGE_BYTES) this.large.add(file);
    if (isShared || kind === "odd") return;
    if (kind === "binary") this.binaries.add(file);
    this.#byInode.set(file.state.inode, file);
  }

  /** Before its state changes. An inode may be another file's by now. */
  forget(file: File): void {
    this.binaries.delete(file);
    this.large.delete(file);
    if (this.#byInode.get(file.state.inode) === file) this.#byInode.delete(file.state.inode);
  }

  withInode(inode: number): File | undefined {
    return this.#byInode.get(inode);
  }
}
