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
