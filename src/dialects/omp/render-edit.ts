// The text of an edit: the new header, what changed, and what the caller should know about it.
import type { EditNote } from "../../files/hashline/change-section.ts";
import type { CompactDiff, DiffRow } from "../../files/hashline/compact-diff.ts";
import type { EditedFile } from "../../files/hashline/edit-files.ts";
import type { Context, Reply } from "../../tool.ts";
import { MAX_TEXT_BYTES } from "./limits.ts";
import { shownPath } from "./paths.ts";
import { header, lineText } from "./tagged-text.ts";

export function renderEdit(files: readonly EditedFile[], _: unknown, context: Context): Reply {
  const room = MAX_TEXT_BYTES / files.length;
  return { text: files.map((file) => fileText(file, room, context)).join("\n\n"), outcome: files.some(({ diff }) => diff !== undefined) ? "found" : "nothing" };
}

function fileText({ path, tag, diff, notes }: EditedFile, room: number, { settings, directory }: Context): string {
  if (diff === undefined) return unchangedText(shownPath(path, directory));
  const warnings = notes.length === 0 ? [] : ["", "Warnings:", ...notes.map((note) => WARNINGS[note])];
  return [header(path, tag, directory), ...diffLines(diff, settings.editMode, room), ...warnings].join("\n");
}

/** An edit that is all there already; said so that it is not tried again with more of it. */
export function unchangedText(path: string): string {
  return (
    `Edits to ${path} parsed and applied cleanly, but produced no change: your body row(s) are byte-identical to the file at the targeted lines. ` +
    "The bug is somewhere else — re-read the file before issuing another edit. Do NOT widen the payload or add lines; verify the anchor first."
  );
}

const WARNINGS: Readonly<Record<EditNote, string>> = {
  "bare-rows": "Auto-prefixed bare body row(s) with `+`. Body rows must be `+TEXT` literal lines; pasting raw code as payload is not a portable shape.",
  drifted:
    "Applied an `insert head:`/`insert tail:` edit onto the current file content even though the snapshot tag was stale (the file changed since your read). " +
    "Head/tail position is content-independent, so the insert was not rejected — but re-read if the drift was unexpected.",
  recovered: "Recovered from a stale file hash using a previous read snapshot (file changed externally between read and edit).",
  "recovered-own": "Recovered from a stale file hash using an earlier in-session snapshot (the file hash advanced after a prior edit in this session).",
};

const SIGNS = { removed: "-", added: "+", same: " " } as const;

/** The rows of a diff, as many as there is room for. */
export function diffLines({ rows, isCut }: CompactDiff, mode: "hashline" | "replace", maxBytes: number): readonly string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const line = rowText(row, mode);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) return [...lines, MORE];
    lines.push(line);
  }
  return isCut ? [...lines, MORE] : lines;
}

const MORE = "[More changes are not shown]";

function rowText(row: DiffRow, mode: "hashline" | "replace"): string {
  return row.kind === "gap" ? "..." : SIGNS[row.kind] + lineText(row, mode);
}
