// The text of a view.
import type { TextView, ViewQuery, ViewResult } from "../../files/view.ts";
import type { Context, Reply } from "../../tool.ts";
import { fitting } from "../wording/cap.ts";
import { numberedLines } from "../wording/numbered-lines.ts";
import { sizeText } from "../wording/size.ts";
import { treeLines } from "../wording/tree.ts";

/** Room for the note that follows a cut view. */
const NOTE_CHARS = 200;

export function renderView(found: ViewResult, query: ViewQuery, { settings }: Context): Reply {
  const maxChars = settings.maxOutputChars - NOTE_CHARS;
  switch (found.kind) {
    case "text":
      return { text: textView(found, query, maxChars), outcome: "found" };
    case "directory":
      return { text: directoryView(found, maxChars), outcome: "found" };
    case "image":
      return { text: `Image (${found.mimeType}, ${sizeText(found.data.length)})`, outcome: "found", image: found };
    case "binary":
      return { text: `Binary file (${sizeText(found.size)})`, outcome: "found" };
  }
}

function textView({ first, lines, total, isCut }: TextView, { range, maxLines }: ViewQuery, maxChars: number): string {
  if (total === 0) return "(empty file)";
  const kept = fitting(numberedLines(first, lines), maxChars);
  const last = first + kept.length - 1;
  const text = kept.map((line) => `${line}\n`).join("");
  if (isCut || kept.length < lines.length) {
    const end = Math.min(range?.last ?? maxLines, total ?? Number.POSITIVE_INFINITY);
    const size = total === undefined ? "" : `file has ${total} lines, `;
    return `${text}\n[Truncated: ${size}showing ${first}-${last}. Next: view_range [${last + 1}, ${Number.isFinite(end) ? end : -1}]]`;
  }
  const isShort = range === undefined && total !== undefined && total > maxLines;
  return isShort ? `${text}\n[Truncated: file has ${total} lines. Use view_range to read specific sections.]` : text;
}

function directoryView({ path, tree }: Extract<ViewResult, { kind: "directory" }>, maxChars: number): string {
  const lines = treeLines(path, tree);
  const kept = fitting(lines, maxChars);
  const left = tree.left.count + lines.length - kept.length;
  const text = kept.map((line) => `${line}\n`).join("");
  if (left === 0 && !tree.left.atLeast) return text;
  return `${text}\n[Truncated: ${left}${tree.left.atLeast ? "+" : ""} more ${left === 1 ? "entry" : "entries"}. View a subdirectory or use glob to see them.]`;
}
