// Several replacements in one file, all or none, each made in what the one before left.
import { fail, ok, type Result } from "../failure.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Change, changeFile } from "./change-file.ts";
import { type CompactDiff, compactDiff, type DiffLimits } from "./hashline/compact-diff.ts";
import { diffLines } from "./hashline/diff-lines.ts";
import { TextLines } from "./hashline/text-lines.ts";
import { type Replacement, replaceText } from "./replace-text.ts";

export interface ReplaceSeveralQuery {
  readonly path: string;
  readonly replacements: readonly Replacement[];
  readonly maxBytes: number;
  readonly diff: DiffLimits;
}

export interface ReplacedFile {
  readonly path: RawPath;
  /** Undefined if nothing changed. */
  readonly diff: CompactDiff | undefined;
}

export async function replaceSeveral(query: ReplaceSeveralQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ReplacedFile>> {
  const { maxBytes } = query;
  const change: Change<{ readonly before: Buffer; readonly after: Buffer }> = (current, path) => {
    const before = current?.bytes;
    if (before === undefined) return fail({ code: "file-too-large", path: shown(path), size: current?.size ?? 0, limit: maxBytes });
    let after = before;
    for (const replacement of query.replacements) {
      const edited = replaceText(after, replacement, path, maxBytes);
      if (!edited.ok) return edited;
      after = edited.value.bytes;
    }
    const bytes = after.equals(before) ? before : after;
    return ok({ bytes, extent: "part", value: { before, after: bytes } });
  };
  const changed = await changeFile({ path: query.path, missing: "refused", maxBytes }, change, workspace, signal);
  if (!changed.ok) return changed;
  const { before, after } = changed.value.value;
  const [old, made] = [new TextLines(before), new TextLines(after)];
  return ok({ path: changed.value.path, diff: before === after ? undefined : compactDiff(old, made, diffLines(old, made), query.diff) });
}
