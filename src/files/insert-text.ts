// Inserting lines into a file's bytes.
import { fail, ok, type Result } from "../failure.ts";
import { encode, encodingOf } from "./encoding.ts";
import { LineEnds } from "./line-ends.ts";
import type { Edited } from "./replace-text.ts";

/** Inserts the text as lines of its own after line `afterLine`; 0 is the top. */
export function insertText(bytes: Buffer, afterLine: number, text: string, maxBytes: number): Result<Edited> {
  const encoding = encodingOf(bytes);
  const lineEnds = new LineEnds(bytes, encoding);
  let at: number = encoding.markBytes;
  let line = 0;
  while (line < afterLine && at < bytes.length) {
    at = lineEnds.after(at) ?? bytes.length;
    line++;
  }
  if (line < afterLine) return fail({ code: "line-past-end", line: afterLine, total: line });
  const eol = lineEnds.kindAt(Math.max(encoding.markBytes, at - 1));
  const endsLine = at === encoding.markBytes || lineEnds.before(at) === at;
  const whole = `${endsLine ? "" : "\n"}${text}${text.endsWith("\n") ? "" : "\n"}`;
  const piece = encode(eol === "\r\n" ? whole.replace(/\r?\n/g, "\r\n") : whole, encoding);
  const size = bytes.length + piece.length;
  if (size > Math.max(maxBytes, bytes.length)) return fail({ code: "content-too-large", size, limit: maxBytes });
  const start = endsLine ? at : at + encode(eol, encoding).length;
  return ok({ bytes: Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)], size), start, end: at + piece.length, count: 1 });
}
