// Reading lines of a text file: a range of them, or the block around one. Streams: only what is kept takes memory, whatever the file's size.
import { fail, ok, type Result } from "../failure.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type BlockQuery, blockAround } from "./indentation-block.ts";
import { LineCollector, type LineLimits, type TextLine } from "./line-collector.ts";
import { type TextFile, withTextFile } from "./text-file.ts";

export interface LinesQuery {
  readonly path: string;
  /** 1-based and inclusive; the end may be Infinity. */
  readonly range: { readonly first: number; readonly last: number };
  /** Longer lines are kept up to here. */
  readonly columns: number;
  readonly limits: { readonly textChars: number; readonly timeMs: number };
}

export interface BlockLinesQuery extends Omit<LinesQuery, "range" | "limits"> {
  /** The line, from 1, that the block is around. */
  readonly anchor: number;
  readonly block: BlockQuery;
  readonly limits: { readonly timeMs: number };
}

export interface Lines {
  readonly path: RawPath;
  /** The number of the first line. */
  readonly first: number;
  readonly lines: readonly TextLine[];
  /** Why the file, or the block, goes on after them: enough lines, or no room for more text. Undefined if it does not. */
  readonly cutBy?: "lines" | "chars";
}

/** Reads a range; one that begins behind the end is a failure. */
export function readLines({ path, range, columns, limits }: LinesQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<Lines>> {
  return withTextFile(path, workspace, signal, async (file) => {
    const collected = await collect(file, { ...range, columns, textChars: limits.textChars }, limits.timeMs);
    if (!collected.ok) return collected;
    const { lines, count, isCut } = collected.value;
    if (count < range.first) return fail({ code: "range-past-end", first: range.first, total: count });
    const cutBy = isCut ? "chars" : count > range.last ? "lines" : undefined;
    return ok({ path: file.path, first: range.first, lines, ...(cutBy === undefined ? {} : { cutBy }) });
  });
}

/** Reads the block around a line. It has at most `maxLines`: so many are read before and after the line. */
export function readBlock({ path, anchor, block, columns, limits }: BlockLinesQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<Lines>> {
  return withTextFile(path, workspace, signal, async (file) => {
    const first = Math.max(1, anchor - block.maxLines);
    const collected = await collect(file, { first, last: anchor + block.maxLines, columns, textChars: Number.POSITIVE_INFINITY }, limits.timeMs);
    if (!collected.ok) return collected;
    const { lines, count } = collected.value;
    if (count < anchor) return fail({ code: "line-past-end", line: anchor, total: count });
    const { first: start, last: end, ...rest } = blockAround(lines, anchor - first, block);
    return ok({ path: file.path, first: first + start, lines: lines.slice(start, end + 1), ...rest });
  });
}

/** Goes on until a line behind the range has begun: that it exists is known then. */
async function collect(file: TextFile, limits: LineLimits, timeMs: number): Promise<Result<LineCollector>> {
  const deadline = performance.now() + timeMs;
  const collector = new LineCollector(limits);
  for await (const piece of file.pieces()) {
    collector.write(piece);
    if (collector.isCut || collector.count > limits.last) return ok(collector);
    if (performance.now() > deadline) return fail({ code: "time-limit", path: shown(file.path), limitMs: timeMs });
  }
  collector.end();
  return ok(collector);
}
