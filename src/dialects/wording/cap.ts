// The hard cap on what a model is sent: cut at a line end, and the count of what fitted.

/** As many of the lines as fit into `maxChars`; at least one, so that paging always gets on. Others need not be made. */
export function fitting(lines: Iterable<string>, maxChars: number): readonly string[] {
  const kept: string[] = [];
  let chars = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > maxChars && kept.length > 0) break;
    kept.push(line);
  }
  return kept;
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
