// Lines of content as grep prints them, shared by every dialect that does.
import type { LineRow } from "../../search/query.ts";

/** `path:12:text` for a hit, `path-11-text` for context; without a label or number those parts go. */
export function grepLine(row: LineRow, label: string | undefined, lineNumbers: "shown" | "hidden"): string {
  const mark = row.kind === "hit" ? ":" : "-";
  const parts = [...(label === undefined ? [] : [label]), ...(lineNumbers === "shown" ? [String(row.line)] : []), windowText(row)];
  return parts.join(mark);
}

/** The text of a row with `…` on the sides that were cut. */
export function windowText({ text, cut }: LineRow): string {
  return `${cut?.left ? "…" : ""}${text}${cut?.right ? "…" : ""}`;
}
