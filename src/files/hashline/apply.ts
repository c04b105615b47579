// Applying operations to a file's bytes: line numbers mean the file as it was, and every byte of a line that is not named stays.
import { fail, ok, type Result } from "../../failure.ts";
import { encode } from "../encoding.ts";
import type { LineEnd } from "../line-ends.ts";
import type { LineChange } from "./diff-lines.ts";
import type { Operation } from "./operation.ts";
import { TextLines } from "./text-lines.ts";

/** Lines `start` up to `end` (from 0, exclusive) become these. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  /** The lines that give it its meaning: what is replaced, or what something is inserted beside. */
  readonly anchors: { readonly start: number; readonly end: number };
}

/** The bytes after the operations. */
export function applyOperations(bytes: Buffer, operations: readonly Operation[]): Result<Buffer> {
  const lines = new TextLines(bytes);
  const hunks = hunksOf(operations, lines);
  return hunks.ok ? ok(applyHunks(lines, hunks.value)) : hunks;
}

/** What the operations do to a text, in order and without overlap; no two hunks begin at one place. */
export function hunksOf(operations: readonly Operation[], { count, isEnded }: Pick<TextLines, "count" | "isEnded">): Result<readonly Hunk[]> {
  // Behind a final newline there is one more line to those who split at newlines; it means the end of the file.
  const lastAnchor = isEnded ? count + 1 : count;
  const pieces: Piece[] = [];
  for (const [order, operation] of operations.entries()) {
    const last = operation.kind !== "insert" ? operation.last : "anchor" in operation ? operation.anchor : 0;
    if (last > lastAnchor) return fail({ code: "line-past-end", line: last, total: count });
    pieces.push({ ...pieceOf(operation, count), order });
  }
  pieces.sort((a, b) => a.start - b.start || a.rank - b.rank || a.order - b.order);
  return ok(joined(pieces));
}

/** The bytes after the hunks, which must be in order and must not overlap. */
export function applyHunks(lines: TextLines, hunks: readonly Hunk[]): Buffer {
  // A last line without newline gets one for the time being, so that all lines are alike.
  const whole = lines.isEnded ? lines : new TextLines(Buffer.concat([lines.bytes, encode(endNear(lines, lines.count - 1), lines.encoding)]));
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end, lines: added } of hunks) {
    parts.push(whole.bytes.subarray(from, whole.start(start)));
    const lineEnd = endNear(whole, start);
    if (added.length > 0) parts.push(encode(added.map((line) => line + lineEnd).join(""), whole.encoding));
    from = whole.start(end);
  }
  parts.push(whole.bytes.subarray(from));
  const applied = Buffer.concat(parts);
  return lines.isEnded ? applied : withoutLastEnd(applied);
}

/** The lines that hunks change, in both texts. */
export function changesOf(hunks: readonly Hunk[]): readonly LineChange[] {
  let shift = 0;
  return hunks.map(({ start, end, lines }) => {
    const change = { start, end, newStart: start + shift, newEnd: start + shift + lines.length };
    shift = change.newEnd - end;
    return change;
  });
}

/** A hunk before those at one place are joined. */
interface Piece extends Hunk {
  /** What comes first at one place. */
  readonly rank: number;
  readonly order: number;
}

function pieceOf(operation: Operation, count: number): Omit<Piece, "order"> {
  if (operation.kind !== "insert") {
    const range = { start: Math.min(operation.first - 1, count), end: Math.min(operation.last, count) };
    return { ...range, anchors: range, lines: operation.kind === "replace" ? operation.body : [], rank: 3 };
  }
  switch (operation.where) {
    case "head":
      return { start: 0, end: 0, anchors: { start: 0, end: 0 }, lines: operation.body, rank: 0 };
    case "after":
      return insertion(Math.min(operation.anchor, count), operation.anchor, count, operation.body, 1);
    case "before":
      return insertion(operation.anchor - 1, operation.anchor, count, operation.body, 2);
    case "tail":
      return { start: count, end: count, anchors: { start: count, end: count }, lines: operation.body, rank: 4 };
  }
}

function insertion(at: number, anchor: number, count: number, lines: readonly string[], rank: number): Omit<Piece, "order"> {
  return { start: at, end: at, anchors: { start: Math.min(anchor - 1, count), end: Math.min(anchor, count) }, lines, rank };
}

/** Pieces at one place, or inside what is replaced, are one hunk. */
function joined(pieces: readonly Piece[]): readonly Hunk[] {
  const hunks: { start: number; end: number; lines: string[]; anchors: { start: number; end: number } }[] = [];
  for (const { start, end, lines, anchors } of pieces) {
    const last = hunks.at(-1);
    if (last === undefined || (start >= last.end && start > last.start)) hunks.push({ start, end, lines: [...lines], anchors: { ...anchors } });
    else {
      last.end = Math.max(last.end, end);
      for (const line of lines) last.lines.push(line);
      last.anchors = { start: Math.min(last.anchors.start, anchors.start), end: Math.max(last.anchors.end, anchors.end) };
    }
  }
  return hunks;
}

/** How new lines end at a place: as the line there, else as the one before, else as on Unix. */
function endNear(lines: TextLines, line: number): LineEnd {
  const there = line < lines.count ? lines.lineEnd(line) : undefined;
  return there ?? (line > 0 ? lines.lineEnd(line - 1) : undefined) ?? "\n";
}

function withoutLastEnd(bytes: Buffer): Buffer {
  const lines = new TextLines(bytes);
  return lines.count === 0 ? bytes : bytes.subarray(0, lines.end(lines.count - 1));
}
