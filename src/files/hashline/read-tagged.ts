// Reading a file so that it can be edited by line numbers: the lines of some ranges, and the tag of the whole.
import { type Failure, fail, ok, type Result } from "../../failure.ts";
import { nameOf } from "../../workspace/entry.ts";
import type { OpenFile } from "../../workspace/open-file.ts";
import { type RawPath, shown } from "../../workspace/raw-path.ts";
import { holdExisting, resolveExisting } from "../../workspace/resolve.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { listArchive, type MemberList } from "../archive/list-members.ts";
import { isInArchive } from "../archive/locate.ts";
import { archiveFormat } from "../archive/path.ts";
import { readMember } from "../archive/read-member.ts";
import { bytesOf } from "../chunks.ts";
import { recovered } from "../recover.ts";
import { imageTypeOf, isBinary } from "../sniff.ts";
import { listTree, type TreeQuery } from "../tree.ts";
import { type Named, useHeld, useOpen } from "../use-file.ts";
import { type ViewResult, viewFile } from "../view.ts";
import { recordSnapshot } from "./snapshots.ts";
import type { Tag } from "./tag.ts";
import { type NumberedLine, TextLines } from "./text-lines.ts";

/** Lines from 1, inclusive; the last may be Infinity. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface ReadTaggedQuery {
  readonly path: string;
  /** The path without a selector at its end, and what that selects: meant if nothing has the whole of it as its name. */
  readonly selected?: { readonly path: string; readonly ranges: Result<readonly LineRange[]> };
  /** Of the path as it is; in order. */
  readonly ranges: readonly LineRange[];
  readonly columns: number;
  /** No more text than this is kept, but for one line. */
  readonly textBytes: number;
  /** Larger files have no tag, and are read by one range at a time. */
  readonly maxBytes: number;
  readonly timeMs: number;
  readonly tree: TreeQuery;
}

export interface TaggedText {
  readonly kind: "text";
  readonly path: RawPath;
  /** Undefined if the file is too large to be edited. */
  readonly tag: Tag | undefined;
  /** Lines of the file; undefined if it is too large to be counted. */
  readonly total: number | undefined;
  /** The lines of each range, as far as the file has them. */
  readonly blocks: readonly (readonly NumberedLine[])[];
  /** Ranges behind the end. */
  readonly beyond: readonly LineRange[];
  /** What there was no room for. */
  readonly left: readonly LineRange[];
}

export type ReadTaggedResult = TaggedText | ({ readonly kind: "list" } & MemberList) | Exclude<ViewResult, { kind: "text" }>;

/** Reads a file or lists a directory. The session may recover from what it was shown. */
export async function readTagged(query: ReadTaggedQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ReadTaggedResult>> {
  await recovered(workspace);
  const archive = await archiveIn(query, workspace);
  if (archive !== undefined) return readArchive(archive, query, workspace, signal);
  return workspace.files.run(async () => {
    const source = await resolveSource(query, workspace);
    return source.ok ? useHeld(source.value, signal, (found) => readHeld(found, query, workspace, signal)) : source;
  }, signal);
}

interface ArchiveSource {
  readonly path: string;
  readonly ranges: Result<readonly LineRange[]>;
}

/** What of an archive is to be read, if it is that; a file of the very name wins. */
async function archiveIn({ path, ranges, selected }: ReadTaggedQuery, workspace: Workspace): Promise<ArchiveSource | undefined> {
  const literal = await resolveExisting(path, workspace);
  if (literal.ok) return literal.value.stats.isFile() && archiveFormat(path) !== undefined ? { path, ranges: ok(ranges) } : undefined;
  if (selected !== undefined && (await isInArchive(selected.path, workspace))) return selected;
  return (await isInArchive(path, workspace)) ? { path, ranges: ok(ranges) } : undefined;
}

async function readArchive(
  { path, ranges }: ArchiveSource,
  query: ReadTaggedQuery,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<ReadTaggedResult>> {
  if (!ranges.ok) return ranges;
  const found = await readMember(path, query.timeMs, workspace, signal);
  if (found.ok) return ok(untagged(found.value.path, found.value.bytes, ranges.value, query));
  if (!isTree(found.failure) || ranges.value.length > 0) return found;
  const list = await listArchive(path, query.timeMs, workspace, signal);
  return list.ok ? ok({ kind: "list", ...list.value }) : list;
}

function isTree(failure: Failure): boolean {
  return failure.code === "is-a-directory" || (failure.code === "member-unreadable" && failure.why === "folder");
}

/** What is to be read. */
interface Source extends Named {
  readonly ranges: readonly LineRange[];
}

/** Finds what a path means; a file of that very name wins over a selector at its end. Close what it holds in a `finally`. */
async function resolveSource({ path, ranges, selected }: ReadTaggedQuery, workspace: Workspace): Promise<Result<Source>> {
  const literal = await holdExisting(path, workspace);
  if (literal.ok) return ok({ ...literal.value, ranges });
  if (selected === undefined) return literal;
  if (!selected.ranges.ok) return selected.ranges;
  const file = await holdExisting(selected.path, workspace);
  return file.ok ? ok({ ...file.value, ranges: selected.ranges.value }) : file;
}

async function readHeld(source: Source, query: ReadTaggedQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ReadTaggedResult>> {
  const { path, held, ranges } = source;
  if (held.stats.isDirectory() && ranges.length === 0) return ok({ kind: "directory", path, tree: await listTree(held, query.tree, workspace, signal) });
  return useOpen(source, async (file) => {
    const bytes = await bytesOf(file, query.maxBytes, signal);
    if (bytes === "too-large") return readLarge(path, file, ranges, query, workspace, signal);
    const mimeType = imageTypeOf(bytes.subarray(0, 4096), nameOf(path));
    if (mimeType !== undefined && mimeType !== "image/svg+xml") return ok({ kind: "image", path, mimeType, data: bytes });
    if (isBinary(bytes)) return ok({ kind: "binary", path, size: bytes.length });
    return ok({ kind: "text", path, tag: recordSnapshot(held.real, bytes, workspace), ...linesIn(bytes, ranges, query) });
  });
}

async function readLarge(
  path: RawPath,
  file: OpenFile,
  ranges: readonly LineRange[],
  { columns, textBytes, maxBytes, timeMs, tree }: ReadTaggedQuery,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Result<ReadTaggedResult>> {
  const [range, ...others] = ranges;
  if (range === undefined || others.length > 0) return fail({ code: "file-too-large", path: shown(path), size: Number(file.stats.size), limit: maxBytes });
  const limits = { maxBytes, textChars: textBytes, timeMs };
  const viewed = await viewFile(path, file, { path: shown(path), range, maxLines: Number.POSITIVE_INFINITY, columns, tree, limits }, workspace, signal);
  if (!viewed.ok && viewed.failure.code === "range-past-end")
    return ok({ kind: "text", path, tag: undefined, total: viewed.failure.total, blocks: [], beyond: [range], left: [] });
  if (!viewed.ok || viewed.value.kind !== "text") return viewed as Result<Exclude<ViewResult, { kind: "text" }>>;
  const { first, lines, total, isCut } = viewed.value;
  const block = lines.map(({ text, isCut: isLineCut }, index) => ({ number: first + index, text, isCut: isLineCut }));
  return ok({ kind: "text", path, tag: undefined, total, blocks: [block], beyond: [], left: isCut ? [{ first: first + lines.length, last: range.last }] : [] });
}

/** Lines of a text that is no file: it has no tag, because it cannot be edited. */
export function untagged(path: RawPath, bytes: Buffer, ranges: readonly LineRange[], query: ReadTaggedQuery): TaggedText {
  return { kind: "text", path, tag: undefined, ...linesIn(bytes, ranges, query) };
}

/** The lines of the ranges, from the first on as many as there is room for. */
function linesIn(
  bytes: Buffer,
  ranges: readonly LineRange[],
  { columns, textBytes }: ReadTaggedQuery,
): Pick<TaggedText, "total" | "blocks" | "beyond" | "left"> {
  const lines = new TextLines(bytes);
  const blocks: NumberedLine[][] = [];
  const beyond: LineRange[] = [];
  const left: LineRange[] = [];
  let room = textBytes;
  for (const range of ranges.length === 0 ? [{ first: 1, last: Number.POSITIVE_INFINITY }] : ranges) {
    if (range.first > Math.max(1, lines.count)) {
      beyond.push(range);
      continue;
    }
    const block: NumberedLine[] = [];
    const last = Math.min(range.last, lines.count);
    let next = range.first;
    for (; next <= last && room > 0; next++) {
      const line = lines.shown(next - 1, columns);
      room -= Buffer.byteLength(line.text) + String(next).length + 2;
      if (room < 0 && blocks.length + block.length > 0) break;
      block.push(line);
    }
    if (next <= last) left.push({ first: next, last: range.last });
    if (block.length > 0) blocks.push(block);
  }
  return { total: lines.count, blocks, beyond, left };
}
