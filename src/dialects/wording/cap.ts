// The hard cap on what a model is sent: cut at a line end, and the count of what fitted.

/** As many of the lines as fit into `maxChars`; at least one, so that paging always gets on. */
export function fitting(lines: readonly string[], maxChars: number): readonly string[] {
  let chars = 0;
  for (const [index, line] of lines.entries()) {
    chars += line.length + 1;
    if (chars > maxChars) return lines.slice(0, Math.max(1, index));
  }
  return lines;
}

const MAX_QUOTED_CHARS = 200;

/** A caller's own text as it is quoted back: enough to recognise it. */
export function shortened(text: string, maxChars = MAX_QUOTED_CHARS): string {
  return text.length <= maxChars ? text : `${firstUnits(text, maxChars)}… (${text.length} characters)`;
}

/** The first UTF-16 units; a character is never split. */
export function firstUnits(text: string, count: number): string {
  const isSplit = /[\ud800-\udbff]/.test(text[count - 1] ?? "");
  return text.slice(0, isSplit ? count - 1 : count);
}
