// Line ranges behind the last `:` of a path: `50` and `50-` (to the end), `50-100`, `50+10`, lists with commas; an `L` may stand before a number.
import { fail, ok, type Result } from "../../failure.ts";
import type { LineRange } from "../../files/hashline/read-tagged.ts";

/** A path whose end reads as a selector. */
export interface Selected {
  /** What stands before it. */
  readonly path: string;
  /** In order, apart from each other. */
  readonly ranges: Result<readonly LineRange[]>;
}

const RANGE = /^L?(\d{1,15})(?:(-|\.\.|\+)(?:L?(\d{1,15}))?)?$/i;

/** The selector at the end of a path; undefined if there is none. A file may have that very name: whoever opens it has to look. */
export function selectedIn(path: string): Selected | undefined {
  const colon = path.lastIndexOf(":");
  if (colon < 1) return undefined;
  const parts = path
    .slice(colon + 1)
    .split(",")
    .map((part) => RANGE.exec(part.trim()));
  if (parts.includes(null)) return undefined;
  const ranges: LineRange[] = [];
  for (const part of parts as RegExpExecArray[]) {
    const range = rangeOf(part);
    if (!range.ok) return { path: path.slice(0, colon), ranges: range };
    ranges.push(range.value);
  }
  return { path: path.slice(0, colon), ranges: ok(mergedRanges(ranges)) };
}

function rangeOf([text, start, mark, number]: RegExpExecArray): Result<LineRange> {
  const first = Number(start);
  const last = number === undefined ? Number.POSITIVE_INFINITY : mark === "+" ? first + Number(number) - 1 : Number(number);
  const isWrong = first < 1 || last < first || (mark === "+" && number === undefined);
  return isWrong ? fail({ code: "bad-range", name: text.trim(), range: [first, last] }) : ok({ first, last });
}

/** In order; those that overlap or touch are one. */
export function mergedRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: LineRange[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before === undefined || first > before.last + 1) merged.push({ first, last });
    else merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, last) };
  }
  return merged;
}

/** Ranges as a selector would name them. */
export function rangesText(ranges: readonly LineRange[]): string {
  return ranges.map(({ first, last }) => (last === Number.POSITIVE_INFINITY ? `${first}` : `${first}-${last}`)).join(",");
}
