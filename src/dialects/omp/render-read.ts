// The text of what was read: `¶PATH#TAG` and `N:text`, or in replace mode, where there are no tags, `N|text`.
import type { LineRange, ReadTaggedQuery, ReadTaggedResult, TaggedText } from "../../files/hashline/read-tagged.ts";
import type { Context, Reply } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { fitting } from "../wording/cap.ts";
import { sizeText } from "../wording/size.ts";
import { treeLines } from "../wording/tree.ts";
import { cutText } from "./cut-text.ts";
import { MAX_COLUMNS, MAX_TEXT_BYTES } from "./limits.ts";
import { shownPath } from "./paths.ts";
import { rangesText } from "./selector.ts";
import { header, lineText } from "./tagged-text.ts";

export function renderRead(found: ReadTaggedResult, _: ReadTaggedQuery, context: Context): Reply {
  switch (found.kind) {
    case "text":
      return { text: textOf(found, context), outcome: "found" };
    case "list":
      return { ...cutText(memberLines(found), []), outcome: "found" };
    case "directory":
      return { text: directoryText(found), outcome: "found" };
    case "image":
      return { text: `Image (${found.mimeType}, ${sizeText(found.data.length)})`, outcome: "found", image: found };
    case "binary":
      return { text: `[Cannot read binary file '${shownPath(found.path, context.directory)}' (${sizeText(found.size)})]`, outcome: "found" };
  }
}

function textOf({ path, tag, total, blocks, beyond, left }: TaggedText, { settings, directory }: Context): string {
  const mode = tag === undefined ? "replace" : settings.editMode;
  if (blocks.length === 0 && beyond.length === 1) return beyondText(beyond[0] as LineRange, total);
  const shown = blocks.map((block) => block.map((line) => lineText(line, mode)).join("\n"));
  const text = total === 0 && blocks.length === 0 ? lineText({ number: 1, text: "", isCut: false }, mode) : shown.join("\n\n…\n\n");
  const last = blocks.at(-1)?.at(-1)?.number ?? 0;
  const notes = [
    ...beyond.map((range) => `[Range ${rangesText([range])} is beyond end of file (${total} lines total); skipped]`),
    ...(left.length === 0
      ? []
      : [`[Showing lines ${blocks[0]?.[0]?.number}-${last}${total === undefined ? "" : ` of ${total}`}. Use :${rangesText(left)} to continue]`]),
    ...(blocks.some((block) => block.some(({ isCut }) => isCut)) ? [`[Some lines truncated to ${MAX_COLUMNS} chars]`] : []),
  ];
  const head = mode === "hashline" ? [header(path, tag as string, directory)] : [];
  return [...head, text, ...(notes.length === 0 ? [] : ["", ...notes])].join("\n");
}

/** What is in an archive, or in a folder of it. */
function memberLines({ members }: Extract<ReadTaggedResult, { kind: "list" }>): readonly string[] {
  if (members.length === 0) return ["(empty archive)"];
  return members.map(({ name, size, unreadable }) => `${shown(name)} (${sizeText(size)}${unreadable === undefined ? "" : `, ${unreadable}`})`);
}

function beyondText({ first }: LineRange, total: number | undefined): string {
  const advice = total === 0 ? "The file is empty." : `Use :1 to read from the start, or :${total} to read the last line.`;
  return `Line ${first} is beyond end of file (${total} lines total). ${advice}`;
}

function directoryText({ path, tree }: Extract<ReadTaggedResult, { kind: "directory" }>): string {
  if (tree.entries.length === 0) return "(empty directory)";
  const lines = treeLines(path, tree);
  const kept = fitting(lines, MAX_TEXT_BYTES / 2); // in characters; names are rarely more than two bytes each
  const left = tree.left.count + lines.length - kept.length;
  const note = left === 0 && !tree.left.atLeast ? [] : ["", `[${left}${tree.left.atLeast ? "+" : ""} more entries. Read a subdirectory to see them.]`];
  return [...kept, ...note].join("\n");
}
