// Replacing text in a file's bytes: every byte outside the matches stays what it was.
import { fail, ok, type Result } from "../failure.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import { type Encoding, encode, encodingOf } from "./encoding.ts";
import { findText, type Spans } from "./find-text.ts";
import { type LineEnd, LineEnds } from "./line-ends.ts";
import { nearestText } from "./nearest-text.ts";

export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly occurrences: "one" | "all";
}

/** Bytes after an edit, and which of them are new. */
export interface Edited {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** So many places of an ambiguous text are named. */
const MAX_PLACES = 20;

/** The bytes with the text replaced; `path` and `maxBytes` are for the failures. */
export function replaceText(bytes: Buffer, replacement: Replacement, path: RawPath, maxBytes: number): Result<Edited> {
  const encoding = encodingOf(bytes);
  const spans = findText(bytes, encoding, replacement.old);
  if (spans.count === 0) {
    const near = nearestText(bytes, encoding, replacement.old);
    return fail({ code: "text-not-found", path: shown(path), ...(near === undefined ? {} : { near }) });
  }
  if (spans.count > 1 && replacement.occurrences === "one") {
    return fail({ code: "text-ambiguous", path: shown(path), count: spans.count, ...placesOf(bytes, encoding, spans) });
  }
  const pieces = piecesFor(bytes, encoding, spans, replacement);
  const size = sizeAfter(bytes, spans, pieces);
  if (size > Math.max(maxBytes, bytes.length)) return fail({ code: "content-too-large", size, limit: maxBytes });
  return ok(splice(bytes, spans, pieces, size));
}

/** What goes in at each place: the new text with the line ends of that place. */
type Pieces = (index: number) => Buffer;

function piecesFor(bytes: Buffer, encoding: Encoding, spans: Spans, { old, new: text }: Replacement): Pieces {
  const plain = encode(text, encoding);
  if (old.includes("\r") || !text.includes("\n")) return () => plain;
  const withReturns = encode(text.replace(/\r?\n/g, "\r\n"), encoding);
  const lineEnds = new LineEnds(bytes, encoding);
  // Matches come in order, so the line end that decides only moves on; behind the last one it is the same for all.
  let next: number | undefined;
  let last: LineEnd | undefined;
  return (index) => {
    const start = spans.start(index);
    if (index === 0) [next, last] = [lineEnds.after(start), undefined];
    else if (next !== undefined && next <= start) next = lineEnds.after(start);
    if (next === undefined) last ??= lineEnds.kindAt(start);
    const kind = next === undefined ? last : lineEnds.kindBefore(next);
    return kind === "\r\n" ? withReturns : plain;
  };
}

function sizeAfter(bytes: Buffer, spans: Spans, pieces: Pieces): number {
  let size = bytes.length;
  for (let i = 0; i < spans.count; i++) size += pieces(i).length - (spans.end(i) - spans.start(i));
  return size;
}

function splice(bytes: Buffer, spans: Spans, pieces: Pieces, size: number): Edited {
  const result = Buffer.allocUnsafe(size);
  let from = 0;
  let to = 0;
  for (let i = 0; i < spans.count; i++) {
    to += bytes.copy(result, to, from, spans.start(i));
    to += pieces(i).copy(result, to);
    from = spans.end(i);
  }
  const end = to;
  bytes.copy(result, to, from);
  return { bytes: result, start: spans.start(0), end, count: spans.count };
}

/** The lines of the first matches, each line once. */
function placesOf(bytes: Buffer, encoding: Encoding, spans: Spans): { readonly lines: readonly number[]; readonly more: boolean } {
  const lineEnds = new LineEnds(bytes, encoding);
  const lines = new Set<number>();
  let line = 1;
  let next = lineEnds.after(encoding.markBytes);
  for (let i = 0; i < spans.count; i++) {
    for (; next !== undefined && next <= spans.start(i); next = lineEnds.after(next)) line++;
    if (lines.size === MAX_PLACES && !lines.has(line)) return { lines: [...lines], more: true };
    lines.add(line);
  }
  return { lines: [...lines], more: false };
}
