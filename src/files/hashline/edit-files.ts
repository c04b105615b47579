// Editing files by line numbers: every section is checked before anything is written, and each is written through the one way to change a file.
import fs from "node:fs";
import { type Failure, fail, ok, type Result } from "../../failure.ts";
import { fsPath, type RawPath, shown } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Change, type Current, changeFile } from "../change-file.ts";
import { bytesOf } from "../chunks.ts";
import { recovered } from "../recover.ts";
import { useNamed, useOpen } from "../use-file.ts";
import { changeSection, type EditNote, type SectionEdit } from "./change-section.ts";
import { type CompactDiff, compactDiff, type DiffLimits } from "./compact-diff.ts";
import type { Section } from "./grammar.ts";
import { recordSnapshot, snapshotOf } from "./snapshots.ts";
import type { Tag } from "./tag.ts";
import { TextLines } from "./text-lines.ts";

export interface EditFilesQuery {
  readonly sections: readonly Section[];
  readonly maxBytes: number;
  readonly diff: DiffLimits;
}

export interface EditedFile {
  readonly path: RawPath;
  /** Of what the file is now. */
  readonly tag: Tag;
  /** Undefined if nothing changed. */
  readonly diff: CompactDiff | undefined;
  readonly notes: readonly EditNote[];
}

/** Edits one file or several. If a later one cannot be written, the failure says which were. */
export async function editFiles(query: EditFilesQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<readonly EditedFile[]>> {
  await recovered(workspace);
  const { sections } = query;
  const fault = sections.length === 1 ? undefined : await checkSections(query, workspace, signal);
  if (fault !== undefined) return fail(fault);
  const edited: EditedFile[] = [];
  for (const [index, section] of sections.entries()) {
    const done = await editFile(section, query, workspace, signal);
    if (!done.ok) return index === 0 ? done : fail(partly(sections, index, done.failure));
    edited.push(done.value);
  }
  return ok(edited);
}

function partly(sections: readonly Section[], index: number, cause: Failure): Failure {
  const paths = sections.map(({ path }) => path);
  return { code: "partly-written", path: paths[index] as string, written: paths.slice(0, index), left: paths.slice(index + 1), cause };
}

interface Made {
  readonly edit: SectionEdit;
  readonly before: Buffer;
}

async function editFile(section: Section, query: EditFilesQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<EditedFile>> {
  const change: Change<Made> = (current, path) => {
    const edit = editOf(section, current, path, query, workspace);
    if (!edit.ok) return edit;
    const before = current?.bytes as Buffer;
    const bytes = edit.value.bytes.equals(before) ? before : edit.value.bytes;
    return ok({ bytes, extent: "part", value: { edit: { ...edit.value, bytes }, before } });
  };
  const changed = await changeFile({ path: section.path, missing: "refused", maxBytes: query.maxBytes }, change, workspace, signal);
  if (!changed.ok) return changed;
  const { path, real, value } = changed.value;
  const { bytes, changes, notes } = value.edit;
  const diff = bytes === value.before ? undefined : compactDiff(new TextLines(value.before), new TextLines(bytes), changes, query.diff);
  return ok({ path, tag: recordSnapshot(real, bytes, workspace), diff, notes });
}

type CurrentBytes = Pick<Current, "bytes" | "real" | "size">;

function editOf(
  section: Section,
  current: CurrentBytes | undefined,
  path: RawPath,
  { maxBytes, diff }: EditFilesQuery,
  workspace: Workspace,
): Result<SectionEdit> {
  if (current?.bytes === undefined) return fail({ code: "file-too-large", path: shown(path), size: current?.size ?? 0, limit: maxBytes });
  const { bytes, real, size } = current;
  const edit = changeSection(section, bytes, { find: (tag) => snapshotOf(real, tag, workspace), columns: diff.columns });
  if (!edit.ok || edit.value.bytes.length <= Math.max(maxBytes, size)) return edit;
  return fail({ code: "content-too-large", size: edit.value.bytes.length, limit: maxBytes });
}

/** What would keep any of the sections from being written; two of one file would be written over each other. */
async function checkSections(query: EditFilesQuery, workspace: Workspace, signal: AbortSignal): Promise<Failure | undefined> {
  const known = new Map<RawPath, string>();
  for (const section of query.sections) {
    const real = await workspace.files.run(() => checkSection(section, query, workspace, signal), signal);
    if (!real.ok) return real.failure;
    const other = known.get(real.value);
    if (other !== undefined) return { code: "bad-edit", fault: { kind: "same-file", paths: [other, section.path] } };
    known.set(real.value, section.path);
  }
  return undefined;
}

/** The real path of a file that could be edited right now. */
async function checkSection(section: Section, query: EditFilesQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<RawPath>> {
  return useNamed(section.path, workspace, signal, (named) =>
    useOpen(named, async (file) => {
      const { path, held } = named;
      fs.accessSync(fsPath(held.at), fs.constants.W_OK);
      const bytes = await bytesOf(file, query.maxBytes, signal);
      const current: CurrentBytes = { bytes: bytes === "too-large" ? undefined : bytes, real: held.real, size: Number(file.stats.size) };
      const edit = editOf(section, current, path, query, workspace);
      return edit.ok ? ok(held.real) : edit;
    }),
  );
}
