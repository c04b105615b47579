// Writing a file whole, so that it can be edited by line numbers at once. What it replaces can still be recovered from.
import { fail, ok, type Result } from "../../failure.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Change, changeFile } from "../change-file.ts";
import { recordSnapshot } from "./snapshots.ts";
import type { Tag } from "./tag.ts";

export interface WriteTaggedQuery {
  readonly path: string;
  readonly text: string;
  readonly maxBytes: number;
}

export interface WrittenFile {
  readonly path: RawPath;
  readonly size: number;
  readonly tag: Tag;
}

export async function writeTagged({ path, text, maxBytes }: WriteTaggedQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<WrittenFile>> {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > maxBytes) return fail({ code: "content-too-large", size: bytes.length, limit: maxBytes });
  const change: Change<Buffer | undefined> = (current) => ok({ bytes, extent: "whole", value: current?.bytes });
  const changed = await changeFile({ path, missing: "created", maxBytes }, change, workspace, signal);
  if (!changed.ok) return changed;
  const { real, value: before } = changed.value;
  if (before !== undefined) recordSnapshot(real, before, workspace);
  return ok({ path: changed.value.path, size: bytes.length, tag: recordSnapshot(real, bytes, workspace) });
}
