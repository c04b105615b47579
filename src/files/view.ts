// Viewing a path: the lines of a text, a picture, the tree of a directory.
import { fail, ok, type Result } from "../failure.ts";
import { nameOf } from "../workspace/entry.ts";
import type { OpenFile } from "../workspace/open-file.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { bytesOf, headOf } from "./chunks.ts";
import type { TextLine } from "./line-collector.ts";
import { readText } from "./read-text.ts";
import { recovered } from "./recover.ts";
import { contentFingerprint, recordSeen, statsFingerprint } from "./seen.ts";
import { imageTypeOf, isBinary } from "./sniff.ts";
import { type DirectoryTree, listTree, type TreeQuery } from "./tree.ts";
import { useNamed, useOpen } from "./use-file.ts";

export interface ViewQuery {
  readonly path: string;
  /** Which lines, 1-based and inclusive; the end may be Infinity. Without it, the first `maxLines`. */
  readonly range?: { readonly first: number; readonly last: number };
  readonly maxLines: number;
  /** Longer lines are kept up to here. */
  readonly columns: number;
  readonly tree: TreeQuery;
  readonly limits: {
    /** Larger files are viewed by range only. */
    readonly maxBytes: number;
    readonly textChars: number;
    readonly timeMs: number;
  };
}

export interface TextView {
  readonly kind: "text";
  readonly path: RawPath;
  readonly first: number;
  readonly lines: readonly TextLine[];
  /** Lines of the file; undefined if it is too large to be counted for the sake of a range. */
  readonly total: number | undefined;
  /** Lines of the range are missing because there was no room for more text. */
  readonly isCut: boolean;
  readonly endsWithNewline: boolean;
}

export type ViewResult =
  | TextView
  | { readonly kind: "directory"; readonly path: RawPath; readonly tree: DirectoryTree }
  | { readonly kind: "image"; readonly path: RawPath; readonly mimeType: string; readonly data: Buffer }
  | { readonly kind: "binary"; readonly path: RawPath; readonly size: number };

/** Views a file or directory; a file counts as seen afterwards. */
export async function view(query: ViewQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ViewResult>> {
  await recovered(workspace);
  return workspace.files.run(
    () =>
      useNamed(query.path, workspace, signal, async (named) => {
        const { path, held } = named;
        if (held.stats.isDirectory()) return ok({ kind: "directory", path, tree: await listTree(held, query.tree, workspace, signal) });
        return useOpen(named, (file) => viewFile(path, file, query, workspace, signal));
      }),
    signal,
  );
}

/** Views an open file. */
export async function viewFile(path: RawPath, file: OpenFile, query: ViewQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ViewResult>> {
  const size = Number(file.stats.size);
  const { maxBytes } = query.limits;
  const tooLarge = fail({ code: "file-too-large", path: shown(path), size, limit: maxBytes });
  if (size > maxBytes && query.range === undefined) return tooLarge;
  const head = await headOf(file, signal);
  const mimeType = imageTypeOf(head, nameOf(path));
  if (mimeType === undefined && !isBinary(head)) return viewText(path, file, query, workspace, signal);
  const data = await bytesOf(file, maxBytes, signal);
  recordSeen(file.real, data === "too-large" ? statsFingerprint(file.stats) : contentFingerprint(data), workspace);
  if (mimeType === undefined) return ok({ kind: "binary", path, size });
  return data === "too-large" ? tooLarge : ok({ kind: "image", path, mimeType, data });
}

async function viewText(path: RawPath, file: OpenFile, query: ViewQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ViewResult>> {
  const { range, maxLines, columns, limits } = query;
  const first = range?.first ?? 1;
  const read = await readText(file, { first, last: range?.last ?? maxLines, columns, ...limits }, signal);
  if (read === "too-slow") return fail({ code: "time-limit", path: shown(path), limitMs: limits.timeMs });
  const { lines, count, isToEnd, isCut, endsWithNewline } = read;
  const isPastEnd = isToEnd && first > Math.max(1, count);
  if (isPastEnd) return fail({ code: "range-past-end", first, total: count });
  recordSeen(file.real, read.fingerprint, workspace);
  return ok({ kind: "text", path, first, lines, total: isToEnd ? count : undefined, isCut, endsWithNewline });
}
