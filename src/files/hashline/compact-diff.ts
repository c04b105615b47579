// What an edit did, in few lines: what went with its old numbers, what came and what stands around it with the new ones.
import { type LineChange, withoutEqualEnds } from "./diff-lines.ts";
import type { NumberedLine, TextLines } from "./text-lines.ts";

export interface DiffLimits {
  /** Unchanged lines shown on either side of a change. */
  readonly context: number;
  /** Of more lines than twice this and one, only so many are shown at either end. */
  readonly edge: number;
  readonly columns: number;
  readonly maxRows: number;
}

export type DiffRow = { readonly kind: "gap" } | (NumberedLine & { readonly kind: "removed" | "added" | "same" });

export interface CompactDiff {
  readonly rows: readonly DiffRow[];
  /** There are more changes than rows for them. */
  readonly isCut: boolean;
}

/** The changes must be in order. */
export function compactDiff(old: TextLines, made: TextLines, changes: readonly LineChange[], limits: DiffLimits): CompactDiff {
  const writer = new DiffWriter(old, made, limits);
  for (const change of changes) {
    if (writer.rows.length >= limits.maxRows) return { rows: writer.rows, isCut: true };
    writer.add(withoutEqualEnds(change, { old, made }));
  }
  writer.end();
  return { rows: writer.rows, isCut: false };
}

class DiffWriter {
  readonly rows: DiffRow[] = [];
  readonly #old: TextLines;
  readonly #made: TextLines;
  readonly #limits: DiffLimits;
  /** The first new line that was neither shown nor left out yet. */
  #next = 0;
  #isFirst = true;

  constructor(old: TextLines, made: TextLines, limits: DiffLimits) {
    this.#old = old;
    this.#made = made;
    this.#limits = limits;
  }

  add({ start, end, newStart, newEnd }: LineChange): void {
    if (start === end && newStart === newEnd) return;
    const { context } = this.#limits;
    const shownBehind = this.#isFirst ? 0 : Math.min(this.#next + context, newStart);
    const shownBefore = Math.max(shownBehind, newStart - context);
    this.#unchanged(this.#next, shownBehind);
    if (shownBefore > shownBehind && !this.#isFirst) this.rows.push({ kind: "gap" });
    this.#unchanged(shownBefore, newStart);
    this.#run("removed", this.#old, start, end);
    this.#run("added", this.#made, newStart, newEnd);
    this.#next = newEnd;
    this.#isFirst = false;
  }

  /** What stands behind the last change. */
  end(): void {
    if (!this.#isFirst) this.#unchanged(this.#next, Math.min(this.#next + this.#limits.context, this.#made.count));
  }

  #unchanged(from: number, to: number): void {
    for (let line = from; line < to; line++) this.rows.push({ kind: "same", ...this.#made.shown(line, this.#limits.columns) });
  }

  #run(kind: "removed" | "added", lines: TextLines, start: number, end: number): void {
    const { edge, columns } = this.#limits;
    const isLong = end - start > 2 * edge + 1;
    for (let line = start; line < end; line++) {
      if (isLong && line === start + edge) {
        this.rows.push({ kind: "gap" });
        line = end - edge;
      }
      this.rows.push({ kind, ...lines.shown(line, columns) });
    }
  }
}
