// Reading a file as lines with numbers, or as a picture. What a file is its name says first; a newline at the end begins one more line.
import { extname } from "node:path";
import { fail, ok, type Result } from "../failure.ts";
import { nameOf } from "../workspace/entry.ts";
import type { OpenFile } from "../workspace/open-file.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { bytesOf, headOf } from "./chunks.ts";
import type { TextLine } from "./line-collector.ts";
import { type ReadText, readText } from "./read-text.ts";
import { recovered } from "./recover.ts";
import { contentFingerprint, recordSeen } from "./seen.ts";
import { imageTypeOf, isBinary } from "./sniff.ts";
import { useNamed, useOpen } from "./use-file.ts";

export interface ReadQuery {
  readonly path: string;
  /** Which lines, 1-based and inclusive; the end may be Infinity. */
  readonly first: number;
  readonly last: number;
  /** What names that end like this hold; lower case, without the dot. */
  readonly extensions: { readonly image: ReadonlySet<string>; readonly binary: ReadonlySet<string> };
  readonly limits: {
    /** Larger texts are refused; Infinity takes any. */
    readonly textBytes: number;
    /** Larger texts are not read to the end, larger pictures not at all. */
    readonly maxBytes: number;
    /** Lines with their numbers are no more than this. */
    readonly textChars: number;
    readonly timeMs: number;
  };
}

export interface FileText {
  readonly kind: "text";
  readonly first: number;
  readonly lines: readonly TextLine[];
  /** Lines of the file; undefined if it is too large to be counted for the sake of a range. */
  readonly total: number | undefined;
  /** Lines of the range are missing because there was no room for more text. */
  readonly isCut: boolean;
  readonly isValid: boolean;
  readonly hasNul: boolean;
}

export type ReadResult = FileText | { readonly kind: "image"; readonly mimeType: string; readonly data: Buffer };

/** Reads a file; it counts as seen afterwards, as far as it was shown. */
export async function readFile(query: ReadQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ReadResult>> {
  await recovered(workspace);
  return workspace.files.run(
    () => useNamed(query.path, workspace, signal, (named) => useOpen(named, (file) => readOpen({ query, path: named.path, workspace, signal }, file))),
    signal,
  );
}

interface Task {
  readonly query: ReadQuery;
  readonly path: RawPath;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
}

async function readOpen(task: Task, file: OpenFile): Promise<Result<ReadResult>> {
  const { query, path, signal } = task;
  const extension = extname(nameOf(path)).slice(1).toLowerCase();
  if (query.extensions.binary.has(extension)) return fail({ code: "not-readable", path: shown(path), reason: "binary", extension });
  if (query.extensions.image.has(extension)) return readImage(task, file, extension);
  // A name without extension says nothing: the bytes do.
  const head = extension === "" ? await headOf(file, signal) : Buffer.alloc(0);
  return isBinary(head) && imageTypeOf(head, "") !== undefined ? readImage(task, file, extension) : readLines(task, file);
}

async function readImage({ query, path, workspace, signal }: Task, file: OpenFile, extension: string): Promise<Result<ReadResult>> {
  const { maxBytes } = query.limits;
  const data = await bytesOf(file, maxBytes, signal);
  if (data === "too-large") return fail({ code: "content-too-large", size: Number(file.stats.size), limit: maxBytes });
  const mimeType = imageTypeOf(data, "");
  if (mimeType === undefined) return fail({ code: "not-readable", path: shown(path), reason: data.length === 0 ? "empty-image" : "bad-image", extension });
  recordSeen(file.real, contentFingerprint(data), workspace);
  return ok({ kind: "image", mimeType, data });
}

async function readLines({ query, path, workspace, signal }: Task, file: OpenFile): Promise<Result<ReadResult>> {
  const { first, last, limits } = query;
  const size = Number(file.stats.size);
  if (size > limits.textBytes) return fail({ code: "file-too-large", path: shown(path), size, limit: limits.textBytes });
  const besideText = (line: number): number => `${line}\t\n`.length;
  const read = await readText(file, { first, last, columns: limits.textChars, besideText, ...limits }, signal);
  if (read === "too-slow") return fail({ code: "time-limit", path: shown(path), limitMs: limits.timeMs });
  const lines = linesOf(read, query);
  const total = read.isToEnd ? totalOf(read) : undefined;
  const isWhole = lines.length === total && lines.every(({ isCut }) => !isCut);
  const isPastEnd = total !== undefined && first > Math.max(1, total);
  if (!isPastEnd) recordSeen(file.real, read.fingerprint, workspace, isWhole ? "whole" : "part");
  return ok({ kind: "text", first, lines, total, isCut: read.isCut, isValid: read.isValid, hasNul: read.hasNul });
}

function totalOf({ count, endsWithNewline }: ReadText): number {
  return endsWithNewline ? count + 1 : count;
}

/** The lines of the range, the empty one behind a final newline included. */
function linesOf(read: ReadText, { first, last, limits }: ReadQuery): readonly TextLine[] {
  const lines = read.lines.map((line) => fitted(line, limits.textChars));
  const total = totalOf(read);
  const endsInRange = read.isToEnd && !read.isCut && read.endsWithNewline && first <= total && total <= last;
  return endsInRange ? [...lines, { text: "", chars: 0, isCut: false }] : lines;
}

/** Lines are cut by characters; those outside the basic plane take two units of an answer's room. */
function fitted(line: TextLine, units: number): TextLine {
  if (line.text.length <= units) return line;
  const isSplit = /[\ud800-\udbff]/.test(line.text[units - 1] as string);
  return { ...line, text: line.text.slice(0, isSplit ? units - 1 : units), isCut: true };
}
