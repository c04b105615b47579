// One line of an edit: an operation, or something that looks like one and is not.
import type { LineFault } from "../../failure.ts";

export type Operation =
  | { readonly kind: "replace"; readonly first: number; readonly last: number; readonly body: readonly string[]; readonly line: number }
  | { readonly kind: "delete"; readonly first: number; readonly last: number; readonly line: number }
  | { readonly kind: "insert"; readonly where: "before" | "after"; readonly anchor: number; readonly body: readonly string[]; readonly line: number }
  | { readonly kind: "insert"; readonly where: "head" | "tail"; readonly body: readonly string[]; readonly line: number };

/** An operation whose body is still to come. */
export type OperationHead =
  | { readonly kind: "replace" | "delete"; readonly first: number; readonly last: number }
  | { readonly kind: "insert"; readonly where: "before" | "after"; readonly anchor: number }
  | { readonly kind: "insert"; readonly where: "head" | "tail" };

/** A line that is longer is text. */
const MAX_OPERATION_CHARS = 200;
/** `N..M`; models also write `N-M`, `N…M` and `N M`. */
const RANGE = /^(replace|delete)\s+([1-9]\d{0,14})(?:(?:\s*(?:\.\.|-|…)\s*|\s+)([1-9]\d{0,14}))?\s*(:?)$/;
const INSERT = /^insert\s+(?:(before|after)\s+([1-9]\d{0,14})|(head|tail))\s*:?$/;

/** The operation a line begins; undefined if it is none. A missing or (for delete) a needless colon is not looked at. */
export function operationIn(line: string): OperationHead | undefined {
  const text = shortTextOf(line);
  if (text === undefined) return undefined;
  const range = RANGE.exec(text);
  if (range !== null) {
    const [, kind, first, last = first, colon] = range;
    return kind === "delete" && colon === ":" ? undefined : { kind: kind as "replace" | "delete", first: Number(first), last: Number(last) };
  }
  const insert = INSERT.exec(text);
  if (insert === null) return undefined;
  const [, where, anchor, edge] = insert;
  if (edge !== undefined) return { kind: "insert", where: edge as "head" | "tail" };
  return { kind: "insert", where: where as "before" | "after", anchor: Number(anchor) };
}

const FAULTS: readonly (readonly [RegExp, LineFault])[] = [
  [/^\*\*\* (Update File|Add File|Delete File|Move to):/, "patch-marker"],
  [/^@@\s+[-+]?\d+,\d+\s+[-+]?\d+,\d+\s+@@/, "diff-hunk"],
  [/^@@/, "bracketed-hunk"],
  [/^delete\s+[1-9]\d*(\s*(\.\.|-|…)\s*\d+|\s+\d+)?\s*:/, "delete-with-colon"],
  [/^[1-9]\d*$/, "bare-number"],
  [/^[1-9]\d*(\s*(\.\.|-|…)\s*|\s+)[1-9]\d*\s*:?$/, "bare-range"],
  // Taken for text, a mistyped operation would end up in the file.
  [/^(replace|delete|insert)\s+(\d|block\b|before\b|after\b|head\b|tail\b)/, "bad-operation"],
];

/** What a line that is no operation was probably meant to be; undefined for text. */
export function faultIn(line: string): LineFault | undefined {
  const text = line.slice(0, MAX_OPERATION_CHARS).trim();
  return FAULTS.find(([pattern]) => pattern.test(text))?.[1];
}

function shortTextOf(line: string): string | undefined {
  return line.length > MAX_OPERATION_CHARS ? undefined : line.trim();
}
