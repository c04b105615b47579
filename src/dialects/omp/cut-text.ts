// The cap on omp's answers: cut at a line end, all of it kept as an artifact.
import type { Reply } from "../../tool.ts";
import { MAX_TEXT_BYTES } from "./limits.ts";

/** Room for the notes that name the artifact and the page. */
const NOTE_BYTES = 400;

/** Whether lines and what stands below them need not be cut. */
export function fitsWhole(lines: readonly string[], footer: readonly string[]): boolean {
  return Buffer.byteLength(lines.join("\n")) + Buffer.byteLength(footer.join("\n")) <= MAX_TEXT_BYTES - NOTE_BYTES;
}

/** The lines, at most `maxLines` of them, and what stands below them. Notes are always shown. */
export function cutText(lines: readonly string[], footer: readonly string[], maxLines = lines.length): Pick<Reply, "text" | "whole"> {
  const below = footer.length === 0 ? "" : `\n\n${footer.join("\n")}`;
  if (maxLines === lines.length && Buffer.byteLength(`${lines.join("\n")}${below}`) <= MAX_TEXT_BYTES) return { text: `${lines.join("\n")}${below}` };
  const shown = fittingBytes(lines.slice(0, maxLines), MAX_TEXT_BYTES - Buffer.byteLength(below) - NOTE_BYTES);
  const text = shown.join("\n");
  const cut = (where: string): string => `${text}\n\n[Output truncated after ${shown.length} of ${lines.length} lines${where}]${below}`;
  return { text: cut(""), whole: { text: lines.join("\n"), textWith: (url) => cut(`; all of it: ${url}, to search or read by ranges`) } };
}

function fittingBytes(lines: readonly string[], maxBytes: number): readonly string[] {
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) return lines.slice(0, Math.max(1, index));
  }
  return lines;
}
