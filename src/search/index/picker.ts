// Which files of a tree an answer is about, as far as the index can tell.
import type { RawPath } from "../../workspace/raw-path.ts";
import { type Census, LARGE_BYTES } from "./census.ts";
import { Crowd, type Source } from "./crowd.ts";
import { type Chosen, type File, isVouched, type Picked } from "./file.ts";
import type { Roster } from "./listing/roster.ts";
import type { Wanted } from "./pattern/wanted.ts";
import type { BinaryMarks } from "./segments/binary-marks.ts";
import type { Homes } from "./segments/homes.ts";
import type { Segment } from "./segments/segment.ts";

export interface Lookup {
  readonly wanted: Wanted;
  /** Where matches span lines, all of a file counts together. */
  readonly span: "piece" | "owner";
  /** Judges names: those that do not pass are not in the answer. */
  readonly passes: (name: RawPath) => boolean;
}

/** What is known of the files of a tree. */
interface Known {
  readonly roster: Roster;
  /** Files that are not vouched for. */
  readonly doubtful: ReadonlySet<File>;
  readonly census: Census;
  readonly binaryMarks: BinaryMarks<File>;
  readonly homes: Homes<File>;
  /** How often something has happened to a file by now. */
  readonly stirs: () => number;
}

export class Picker {
  readonly #known: Known;

  constructor(known: Known) {
    this.#known = known;
  }

  /** Files that may have what is wanted, as they are now. */
  pick({ wanted, span, passes }: Lookup): Crowd {
    const { homes, stirs } = this.#known;
    const since = stirs();
    const unopened = [...homes.lowest(wanted)].map(({ segment, lowest, estimate }) => {
      const open = (crowd: Crowd): void => {
        // What happened to a file meanwhile may bring it in; but it may be in already, because it was doubtful, or known as something else.
        const isMeant = (file: File): boolean => passes(file.name) && (file.stirred > since ? file.isThere && !crowd.has(file) : isFoundIn(segment, file));
        openInto(crowd, { segment, holders: homes.holdersIn(segment, wanted, span) }, isMeant);
      };
      return { lowest, estimate, open };
    });
    return new Crowd(this.#doubtful(passes), unopened);
  }

  /** Files that are binary for sure, and those that may be. */
  binaries(passes: Lookup["passes"]): Picked {
    const known = [...this.#known.census.binaries].filter((file) => isVouched(file) && passes(file.name));
    return picked(known, this.#doubtful(passes));
  }

  /** Of files that are binary for sure, those that may have what is wanted. */
  suspects(binaries: readonly Chosen[], wanted: Wanted): readonly Chosen[] {
    return binaries.filter(({ file }) => this.#known.binaryMarks.mayHold(file, wanted));
  }

  /** Files by their names alone. */
  named(passes: Lookup["passes"]): Picked {
    return picked(
      [...this.#known.roster.all()].filter((file) => file.isThere && passes(file.name)),
      [],
    );
  }

  /** Files with more bytes, and those that may have. */
  larger(bytes: number, passes: Lookup["passes"]): Picked {
    const known: File[] = [];
    for (const file of bytes < LARGE_BYTES ? this.#known.roster.all() : this.#known.census.large)
      if (file.state.size > bytes && isVouched(file) && passes(file.name)) known.push(file);
    return picked(known, this.#doubtful(passes));
  }

  #doubtful(passes: Lookup["passes"]): readonly File[] {
    return [...this.#known.doubtful].filter((file) => file.isThere && passes(file.name));
  }
}

function picked(known: readonly File[], doubtful: readonly File[]): Picked {
  const chosen = (files: readonly File[]): readonly Chosen[] => files.map((file) => ({ file }));
  return { known: chosen(known), doubtful: chosen(doubtful) };
}

function isFoundIn(segment: Segment<File>, file: File): boolean {
  return file.home === segment && file.kind !== "binary" && isVouched(file);
}

function openInto(crowd: Crowd, source: Source, isMeant: (file: File) => boolean): void {
  const { owners } = source.holders;
  for (let index = 0; index < owners.length; index++) {
    const file = source.segment.owners[owners[index] as number] as File;
    if (!isMeant(file)) continue;
    // What happened to a file since it was asked for may have moved it elsewhere: then its parts are others.
    if (file.home === source.segment) crowd.add(file, source, index);
    else crowd.add(file);
  }
}
