// What stands in a file where a text that is not in it was looked for.
import type { NearText } from "../../files/nearest-text.ts";
import { numberedLines } from "./numbered-lines.ts";

/** The nearest text with its line numbers, on lines of its own; nothing if nothing is near. */
export function closestText(near: NearText | undefined): string {
  if (near === undefined) return "";
  const lines = near.lines.map((text) => ({ text, chars: text.length, isCut: false }));
  return `\nThe closest text is at line ${near.line}:\n${numberedLines(near.line, lines).join("\n")}`;
}
