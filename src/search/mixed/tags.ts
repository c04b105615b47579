// Tags for the files of a result: an edit may trust the lines that were shown under one.
import { bytesOf } from "../../files/chunks.ts";
import { recordSnapshot } from "../../files/hashline/snapshots.ts";
import type { Tag } from "../../files/hashline/tag.ts";
import { TextLines } from "../../files/hashline/text-lines.ts";
import { openFile } from "../../workspace/open-file.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Group } from "./query.ts";

/** By the files' paths. */
export type Tags = ReadonlyMap<RawPath, Tag>;

export async function tagsOf(groups: readonly Group[], workspace: Workspace, signal: AbortSignal): Promise<Tags> {
  const tags = new Map<RawPath, Tag>();
  for (const group of groups) {
    if (group.place.kind !== "file") continue;
    const { path } = group.place;
    const tag = await workspace.files.run(() => tagOf(path, group, workspace, signal), signal);
    if (tag !== undefined) tags.set(path, tag);
  }
  return tags;
}

/** None for what is too large to be edited, and none if the file is not what was searched any more: a tag would vouch for other lines. */
async function tagOf(path: RawPath, group: Group, workspace: Workspace, signal: AbortSignal): Promise<Tag | undefined> {
  const file = openFile(path, workspace);
  if (!file.ok) return undefined;
  try {
    const bytes = await bytesOf(file.value, workspace.settings.maxFileBytes, signal);
    return bytes !== "too-large" && isStill(bytes, group) ? recordSnapshot(file.value.real, bytes, workspace) : undefined;
  } finally {
    file.value.close();
  }
}

function isStill(bytes: Buffer, { rows }: Group): boolean {
  const lines = new TextLines(bytes);
  return rows.every((row) => {
    if (row.kind === "gap") return true;
    if (row.line > lines.count) return false;
    return row.cut !== undefined || lines.shown(row.line - 1, Number.POSITIVE_INFINITY).text === row.text;
  });
}
