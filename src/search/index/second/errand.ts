// An errand: some files for the second thread to verify, as they travel to it. Names in one string and numbers in one array take a fraction of
// the time that as many objects would.
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { Part } from "../texts/parts.ts";
import type { State } from "../texts/read-text.ts";

/** A file whose content is known to be text. */
export interface Item {
  readonly name: RawPath;
  /** If it is open, its descriptor. */
  readonly fd: number | undefined;
  /** Where its content is in the common memory, or can be put; undefined: nowhere. */
  readonly place: number | undefined;
  readonly isThere: boolean;
  readonly size: number;
  readonly state: Omit<State, "modifiedNs">;
  /** Which parts of it may match; undefined = any. */
  readonly parts: readonly Part[] | undefined;
}

export interface Errand {
  readonly names: string;
  readonly numbers: Float64Array<ArrayBuffer>;
}

const PER_ITEM = 9;
const PER_PART = 3;
const NOWHERE = -1;
const NOT_OPEN = -1;
const WHOLE = -1;

export function errandOf(items: readonly Item[]): Errand {
  const partCount = items.reduce((sum, { parts }) => sum + (parts?.length ?? 0), 0);
  const numbers = new Float64Array(PER_ITEM * items.length + PER_PART * partCount);
  let at = 0;
  const add = (number: number): void => {
    numbers[at++] = number;
  };
  for (const { fd = NOT_OPEN, place = NOWHERE, isThere, size, state, parts } of items) {
    add(fd);
    add(place);
    add(isThere ? 1 : 0);
    add(size);
    add(state.inode);
    add(state.size);
    add(state.modifiedMs);
    add(state.changedMs);
    add(parts?.length ?? WHOLE);
    for (const { start, end, linesBefore } of parts ?? []) {
      add(start);
      add(end);
      add(linesBefore);
    }
  }
  return { names: items.map(({ name }) => name).join("\0"), numbers };
}

export function itemsOf({ names, numbers }: Errand): readonly Item[] {
  let at = 0;
  const next = (): number => numbers[at++] as number;
  return names.split("\0").map((name) => {
    const [fd, place, isThere, size, inode, stateSize, modifiedMs, changedMs, count] = [
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
    ] as const;
    const parts = count === WHOLE ? undefined : Array.from({ length: count }, () => ({ start: next(), end: next(), linesBefore: next() }));
    return {
      name,
      fd: fd === NOT_OPEN ? undefined : fd,
      place: place === NOWHERE ? undefined : place,
      isThere: isThere === 1,
      size,
      state: { inode, size: stateSize, modifiedMs, changedMs },
      parts,
    };
  });
}
