// The lines around an edit, as they are now.
import { decode, encodingOf, unitBytes } from "./encoding.ts";
import { LineCollector, type TextLine } from "./line-collector.ts";
import { LineEnds } from "./line-ends.ts";
import type { Edited } from "./replace-text.ts";

export interface ContextQuery {
  /** Lines before and after the change. */
  readonly lines: number;
  readonly columns: number;
  readonly textChars: number;
}

export interface EditContext {
  readonly first: number;
  readonly lines: readonly TextLine[];
  /** The change is longer than what is shown. */
  readonly isCut: boolean;
}

export function contextOf({ bytes, start, end }: Edited, { lines, columns, textChars }: ContextQuery): EditContext {
  const encoding = encodingOf(bytes);
  const lineEnds = new LineEnds(bytes, encoding);
  const width = unitBytes(encoding);
  let from = lineEnds.before(start);
  for (let i = 0; i < lines && from > encoding.markBytes; i++) from = lineEnds.before(from - width);
  let to = lineEnds.after(Math.max(start, end - width)) ?? bytes.length;
  for (let i = 0; i < lines && to < bytes.length; i++) to = lineEnds.after(to) ?? bytes.length;
  const room = Math.min(to, from + 4 * textChars); // no character takes more bytes
  const collector = new LineCollector({ first: 1, last: Number.POSITIVE_INFINITY, columns, textChars });
  collector.write(decode(bytes.subarray(from, room), encoding));
  collector.end();
  return { first: 1 + lineEnds.countIn(encoding.markBytes, from), lines: collector.lines, isCut: collector.isCut || room < to };
}
