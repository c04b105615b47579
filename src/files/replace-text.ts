// Replacing text in a file's bytes: every byte outside the matches stays what it was.
import { fail, ok, type Result } from "../failure.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import { decode, type Encoding, encode, encodingOf } from "./encoding.ts";
import { findInAnyQuotes } from "./find-in-any-quotes.ts";
import { findText, type Spans } from "./find-text.ts";
import { type LineEnd, LineEnds } from "./line-ends.ts";
import { nearestText } from "./nearest-text.ts";
import { hasQuotes, inQuotesOf } from "./quotes.ts";

export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly occurrences: "one" | "all";
  /** "any": where the old text is not found as it is, straight and curly quotes are the same, and the new text takes those of the place. */
  readonly quotes?: "exact" | "any";
  /** Whether lines whose whole text is deleted stay as empty lines (if not said), or go. */
  readonly emptiedLines?: "kept" | "deleted";
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
  const { old: text, occurrences } = replacement;
  const encoding = encodingOf(bytes);
  const { spans, isExact } = placesFor(bytes, encoding, replacement);
  if (spans.count === 0) {
    const near = nearestText(bytes, encoding, text);
    return fail({ code: "text-not-found", path: shown(path), text, ...(near === undefined ? {} : { near }) });
  }
  if (spans.count > 1 && occurrences === "one") {
    return fail({ code: "text-ambiguous", path: shown(path), text, count: spans.count, ...linesOf(bytes, encoding, spans) });
  }
  const limit = Math.max(maxBytes, bytes.length);
  const isOneText = isExact || !hasQuotes(replacement.new);
  // Pieces in the quotes of their place are made one by one: not if even straight ones are too much.
  const least = isOneText ? 0 : spans.count * encode(replacement.new, encoding).length;
  if (least > limit) return fail({ code: "content-too-large", size: least, limit: maxBytes });
  const pieces = (isOneText ? piecesFor : quotedPiecesFor)(bytes, encoding, spans, replacement);
  const size = sizeAfter(bytes, spans, pieces);
  if (size > limit) return fail({ code: "content-too-large", size, limit: maxBytes });
  return ok(splice(bytes, spans, pieces, size));
}

function placesFor(bytes: Buffer, encoding: Encoding, replacement: Replacement): { readonly spans: Spans; readonly isExact: boolean } {
  const exact = findText(bytes, encoding, replacement.old);
  const isExact = exact.count > 0 || replacement.quotes !== "any" || !hasQuotes(replacement.old);
  const spans = isExact ? exact : findInAnyQuotes(bytes, encoding, replacement.old);
  const deletesLines = replacement.new === "" && replacement.emptiedLines === "deleted";
  return { spans: deletesLines ? withLineEnds(bytes, encoding, spans) : spans, isExact };
}

/** Places that are all of one or more lines, but for the end of the last, have that end, too. */
function withLineEnds(bytes: Buffer, encoding: Encoding, spans: Spans): Spans {
  const lineEnds = new LineEnds(bytes, encoding);
  const ends = new Uint32Array(spans.count);
  for (let i = 0; i < spans.count; i++) {
    const end = spans.end(i);
    const isWhole = lineEnds.isStart(spans.start(i)) && !lineEnds.isStart(end);
    const behind = (isWhole ? lineEnds.behindEndAt(end) : undefined) ?? end;
    const isTaken = i + 1 < spans.count && spans.start(i + 1) < behind; // the next place begins with it
    ends[i] = isTaken ? end : behind;
  }
  return { count: spans.count, start: (index) => spans.start(index), end: (index) => ends[index] as number };
}

/** What goes in at each place: the new text with the line ends of that place. Asked for in order. */
type Pieces = (index: number) => Buffer;

function piecesFor(bytes: Buffer, encoding: Encoding, spans: Spans, replacement: Replacement): Pieces {
  const plain = encode(replacement.new, encoding);
  const withReturns = encode(inLineEnds(replacement.new, "\r\n"), encoding);
  const lineEndAt = lineEndsFor(bytes, encoding, spans, replacement);
  return (index) => (lineEndAt(index) === "\r\n" ? withReturns : plain);
}

/** The same where the quotes differ from place to place. Places that look alike, of which there may be millions, share a piece. */
function quotedPiecesFor(bytes: Buffer, encoding: Encoding, spans: Spans, replacement: Replacement): Pieces {
  const lineEndAt = lineEndsFor(bytes, encoding, spans, replacement);
  const known = { withReturns: new Map<string, Buffer>(), plain: new Map<string, Buffer>() };
  return (index) => {
    const [start, end, lineEnd] = [spans.start(index), spans.end(index), lineEndAt(index)];
    const pieces = lineEnd === "\r\n" ? known.withReturns : known.plain;
    const key = bytes.toString("latin1", start, end);
    const piece = pieces.get(key);
    if (piece !== undefined) return piece;
    const standing = decode(bytes.subarray(start, end), encoding);
    const made = inQuotesOf(replacement.old.includes("\r") ? standing : inLineEnds(standing, "\n"), replacement.new);
    const encoded = encode(inLineEnds(made, lineEnd), encoding);
    pieces.set(key, encoded);
    return encoded;
  };
}

function inLineEnds(text: string, lineEnd: LineEnd | undefined): string {
  return lineEnd === undefined ? text : text.replace(/\r?\n/g, lineEnd);
}

/** The line ends that a new text takes at each place; undefined if it stays as it is. */
function lineEndsFor(bytes: Buffer, encoding: Encoding, spans: Spans, { old, new: text }: Replacement): (index: number) => LineEnd | undefined {
  if (old.includes("\r") || !text.includes("\n")) return () => undefined;
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
    return kind === "\r\n" ? kind : undefined;
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
function linesOf(bytes: Buffer, encoding: Encoding, spans: Spans): { readonly lines: readonly number[]; readonly more: boolean } {
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
