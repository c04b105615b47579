// ripgrep's events as lines: one for each line of a match that spans several, without line ends, cut to a window where long.
import type { ContentQuery, LineRange } from "./query.ts";
import type { LineEvent } from "./ripgrep/events.ts";
import { windowAround } from "./window.ts";

export interface Line {
  readonly kind: "hit" | "context";
  readonly line: number;
  /** The line, or with `onlyMatching` one match of it; made when it is shown. */
  readonly show: () => { readonly text: string; readonly cut?: { readonly left: boolean; readonly right: boolean } };
}

const NEWLINE = 10;
const RETURN = 13;

/** The lines of one event that exist: hits and context outside the ranges do not. */
export function linesOf(event: LineEvent, content: ContentQuery, ranges: readonly LineRange[] | undefined): readonly Line[] {
  const lines: Line[] = [];
  let number = event.line;
  for (let start = 0; start < event.bytes.length || start === 0; number++) {
    const newline = event.bytes.indexOf(NEWLINE, start);
    const next = newline === -1 ? event.bytes.length : newline + 1;
    if (isInRanges(number, ranges)) lines.push(...shownAs(event, { start, end: withoutReturn(event.bytes, start, newline), number }, content));
    if (next === event.bytes.length) break;
    start = next;
  }
  return lines;
}

export function isInRanges(line: number, ranges: readonly LineRange[] | undefined): boolean {
  return ranges === undefined || ranges.some(({ first, last }) => line >= first && line <= last);
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

function withoutReturn(bytes: Buffer, start: number, newline: number): number {
  const end = newline === -1 ? bytes.length : newline;
  return newline !== -1 && end > start && bytes[end - 1] === RETURN ? end - 1 : end;
}

function shownAs(event: LineEvent, span: Span, content: ContentQuery): readonly Line[] {
  const inSpan = event.matches.filter(([start, end]) => start <= span.end && end >= span.start);
  const clipped = inSpan.map(([start, end]) => [Math.max(start, span.start), Math.min(end, span.end)] as const);
  const kind = event.kind;
  if (kind === "hit" && content.onlyMatching) {
    return clipped
      .filter(([start, end]) => end > start)
      .map(([start, end]) => ({ kind, line: span.number, show: () => cut(event.bytes.subarray(start, end), [0, 0], content.columns) }));
  }
  const [start, end] = clipped[0] ?? [span.start, span.start];
  const match = [start - span.start, end - span.start] as const;
  return [{ kind, line: span.number, show: () => cut(event.bytes.subarray(span.start, span.end), match, content.columns) }];
}

/** `match` is in bytes; decoding happens here, once, for lines that are shown. */
function cut(bytes: Buffer, match: readonly [number, number], columns: number): ReturnType<Line["show"]> {
  const text = bytes.toString("utf8");
  if (text.length <= columns) return { text };
  const start = bytes.toString("utf8", 0, match[0]).length;
  const window = windowAround(text, [start, start + bytes.toString("utf8", match[0], match[1]).length], columns);
  return { text: window.text, cut: { left: window.left, right: window.right } };
}
