// A file of a tree, as the index knows it.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Segment } from "./segments/segment.ts";
import type { Kind } from "./store/segment-file.ts";
import type { Keeper } from "./texts/contents.ts";
import type { Part } from "./texts/parts.ts";
import { NO_STATE, type State } from "./texts/read-text.ts";

export interface File extends Keeper {
  readonly name: RawPath;
  /** Its place among all names, in byte order. */
  rank: number;
  /** Its place among all files when they were last arranged, newest first; -1 if something was heard of it since. */
  place: number;
  /** Grows with everything that happens to any file. */
  stirred: number;
  /** Grows with every change we hear of. */
  version: number;
  /** The version that was read; 0 = none. */
  known: number;
  kind: Kind | "odd";
  /** In which it was read. */
  state: State;
  /** Bytes, of text. */
  size: number;
  /** Where its trigrams are. */
  home: Segment<File> | undefined;
  isThere: boolean;
  isQueued: boolean;
}

/** Files that may match: those whose content is known, and those that have to be looked at anyway. */
export interface Picked {
  readonly known: readonly Chosen[];
  readonly doubtful: readonly Chosen[];
}

/** A file, and which parts of it may match; undefined = any. */
export interface Chosen {
  readonly file: File;
  readonly parts?: readonly Part[] | undefined;
}

/** Whether what is known of a file is so. */
export function isVouched({ isThere, known, version, kind }: File): boolean {
  return isThere && known === version && kind !== "odd";
}

export function newFile(name: RawPath): File {
  return {
    name,
    rank: 0,
    place: -1,
    stirred: 0,
    version: 1,
    known: 0,
    kind: "odd",
    state: NO_STATE,
    size: 0,
    home: undefined,
    isThere: true,
    isQueued: false,
    kept: undefined,
  };
}

/** In a segment of an earlier run, a file that is not listed any more. */
export const NOBODY: File = { ...newFile(""), isThere: false };
