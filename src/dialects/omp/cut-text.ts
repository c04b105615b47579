// The cap on omp's answers: cut at a line end, all of it kept as an artifact.
import type { Reply } from "../../tool.ts";
import { MAX_TEXT_BYTES } from "./limits.ts";

/** Room for the note that names the artifact. */
const NOTE_BYTES = 200;

/** The lines and what stands below them. Notes are always shown. */
export function cutText(lines: readonly string[], footer: readonly string[]): Pick<Reply, "text" | "whole"> {
  const below = footer.length === 0 ? "" : `\n\n${footer.join("\n")}`;
  const whole = `${lines.join("\n")}${below}`;
  if (Buffer.byteLength(whole) <= MAX_TEXT_BYTES) return { text: whole };
  const shown = fittingBytes(lines, MAX_TEXT_BYTES - Buffer.byteLength(below) - NOTE_BYTES);
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
