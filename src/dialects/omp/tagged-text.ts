// The pieces of a tagged text: its header and its lines.

import { HEADER_MARK } from "../../files/hashline/grammar.ts";
import type { Tag } from "../../files/hashline/tag.ts";
import type { NumberedLine } from "../../files/hashline/text-lines.ts";
import type { Settings } from "../../settings.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import { shownPath } from "./paths.ts";

/** `¶PATH#TAG` */
export function header(path: RawPath, tag: Tag, directory: RawPath): string {
  return `${HEADER_MARK}${shownPath(path, directory)}#${tag}`;
}

/** `12:text` where edits go by numbers, else `12|text`. */
export function lineText({ number, text, isCut }: NumberedLine, mode: Settings["editMode"]): string {
  return `${number}${mode === "hashline" ? ":" : "|"}${text}${isCut ? "…" : ""}`;
}
