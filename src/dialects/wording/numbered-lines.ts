// Lines with their numbers, right-aligned, as boris and anthropic show files.
import type { TextLine } from "../../files/line-collector.ts";

/** `12<TAB>text`; numbers are as wide as the last one. A line that was cut says how long it is. */
export function numberedLines(first: number, lines: readonly TextLine[]): readonly string[] {
  const width = String(first + lines.length - 1).length;
  return lines.map((line, index) => `${String(first + index).padStart(width)}\t${lineText(line)}`);
}

function lineText({ text, isCut, chars }: TextLine): string {
  return isCut ? `${text}... [truncated, ${chars} chars total]` : text;
}
