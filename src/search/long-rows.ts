// Rows of long lines become windows around their match: ripgrep finds the match in the line, we read the file around it.
import { ok, type Result } from "../failure.ts";
import { LONG_LINE_CHARS } from "./index/pattern/effort.ts";
import { firstMatchOf } from "./index/verify/first-match.ts";
import { type LineSource, lineInText, piecesOf, textAround } from "./line-source.ts";
import type { LineRow, SearchQuery } from "./query.ts";
import { type MatchQuery, matchArguments, STDIN } from "./ripgrep/arguments.ts";
import { readRecords } from "./ripgrep/listing.ts";
import { type Runs, runRipgrep } from "./ripgrep/run.ts";
import type { Line, RowCollector } from "./rows.ts";
import { type Window, windowAround } from "./window.ts";

/** A line is looked through in pieces of this size. A match that is cut by both of two pieces is longer than the overlap; then the line's beginning is shown. */
const PIECE_BYTES = 65_536;
const OVERLAP_BYTES = 4_096;
const PIECES_AT_A_TIME = 16;
/** So long, matches are looked for in process; what is left takes ripgrep about as long as one. */
const IN_PROCESS_MS = 20;
/** Of lines that were not printed, so much is read for that. */
const MAX_READ_BYTES = 1024 * 1024;
/** A match over several lines is looked for in this much of the file. */
const MAX_ACROSS_BYTES = 1024 * 1024;
/** Asks for `line:column:` of the first match of each line. Matches are told of as they are found, so that nothing more of their line is sent. */
const PLACES = ["--with-filename", "--null", "--line-number", "--column", "--max-columns=1", "--line-buffered", "--text"];

export type LinesQuery = MatchQuery & Pick<SearchQuery, "content">;
/** Opens the line of an entry that begins at an offset (see line-source.ts). */
export type OpenLine = (entry: number, offset: number) => Result<LineSource>;

/** Fills in the texts of the collector's long rows. */
export async function showLongRows(runs: Runs, query: LinesQuery, collector: RowCollector, open: OpenLine): Promise<void> {
  const longRows = collector.longRows.map((long) => ({ ...long, row: collector.rows[long.index] as LineRow }));
  const hits = query.content.onlyMatching ? [] : longRows.filter(({ line, isContinued }) => line.kind === "hit" && !isContinued);
  const find = textFinder(query);
  const opener =
    ({ row, line }: Pick<(typeof longRows)[number], "row" | "line">, needsEnd: boolean) =>
    () =>
      inMemory(query, line, needsEnd) ?? open(row.entry, line.offset);
  const places = placesInProcess(query, hits, (hit) => open(hit.row.entry, hit.line.offset));
  const others = hits.filter(({ index }) => !places.has(index));
  await findMatches(runs, query, find, new Map(others.map((hit) => [hit.index, opener(hit, find === undefined)])), places);
  for (const { index, row, line, isContinued } of longRows) {
    const { text, left, right } = isContinued ? UNKNOWN : windowOf(opener({ row, line }, false)(), places.get(index) ?? 0, query.content.columns);
    collector.rows[index] = { ...row, text, cut: { left, right } };
  }
}

/** A line that is not so long was printed, but for its end; a match that is more, or less, than a line is not all of it. */
function inMemory({ multiline, content }: LinesQuery, { raw }: Line, needsEnd: boolean): Result<LineSource> | undefined {
  return raw === undefined || needsEnd || multiline || content.onlyMatching ? undefined : ok(lineInText(Buffer.from(raw, "latin1"), 0));
}

/** Where the first match begins, as far as that can be told without ripgrep. */
function placesInProcess<T extends { readonly index: number; readonly line: Line }>(
  query: LinesQuery,
  hits: readonly T[],
  open: (hit: T) => Result<LineSource>,
): Map<number, number> {
  const places = new Map<number, number>();
  const firstMatch = hits.length === 0 ? undefined : firstMatchOf(query);
  if (firstMatch === undefined) return places;
  const end = performance.now() + IN_PROCESS_MS;
  let rest = MAX_READ_BYTES;
  for (const hit of hits) {
    if (performance.now() > end) break;
    const mostBytes = Math.min(rest, LONG_LINE_CHARS);
    const line = hit.line.raw ?? wholeLine(open(hit), mostBytes);
    if (hit.line.raw === undefined) rest -= line?.length ?? mostBytes;
    if (line === undefined) continue;
    const place = firstMatch(line);
    if (place !== undefined) places.set(hit.index, Math.max(0, place));
  }
  return places;
}

/** The line without its end, one character a byte; undefined if it is longer. */
function wholeLine(opened: Result<LineSource>, maxBytes: number): string | undefined {
  if (!opened.ok) return undefined;
  try {
    const bytes = opened.value.read(0, maxBytes);
    const end = bytes.indexOf("\n");
    if (end !== -1) return bytes.toString("latin1", 0, end).replace(/\r$/, "");
    return bytes.length < maxBytes ? bytes.toString("latin1") : undefined;
  } finally {
    opened.value.close();
  }
}

/** Nothing of the line, rather than something else. */
const UNKNOWN: Window = { text: "", left: true, right: true };

function windowOf(opened: Result<LineSource>, position: number, columns: number): Window {
  if (!opened.ok) return UNKNOWN; // gone, or out of the fence, since ripgrep read it
  const source = opened.value;
  try {
    const { before, after, isCutBefore, isCutAfter } = textAround(source, position, columns);
    const window = windowAround(before + after, [before.length, before.length], columns);
    return { text: window.text, left: window.left || isCutBefore, right: window.right || isCutAfter };
  } finally {
    source.close();
  }
}

/** Lines to look at, each by a key. */
type Lines = ReadonlyMap<number, () => Result<LineSource>>;

/** Notes where in each line the first match begins, in bytes; nothing of those where it is in no piece. */
async function findMatches(runs: Runs, query: LinesQuery, find: TextFinder | undefined, lines: Lines, places: Map<number, number>): Promise<void> {
  if (find !== undefined) for (const [key, open] of lines) places.set(key, await findInPieces(find, open(), runs));
  else if (query.multiline) for (const [key, open] of lines) places.set(key, await findMatchAcrossLines(runs, query, open()));
  else if (lines.size > 0) await findByRipgrep(runs, query, lines, places);
}

/** Where something begins in a piece of text; -1 = nowhere. */
type TextFinder = (piece: Buffer) => number;

/** Finds the first of the texts that the pattern consists of; undefined if it is more than that. */
function textFinder({ pattern, caseInsensitive }: LinesQuery): TextFinder | undefined {
  const texts = pattern.split("|");
  if (texts.some((text) => !PLAIN.test(text) || (caseInsensitive && !ASCII.test(text)))) return undefined;
  if (!caseInsensitive) return (piece) => firstOf(texts.map((text) => piece.indexOf(text)));
  const anyCase = new RegExp(texts.map(inAnyCase).join("|"));
  return (piece) => piece.toString("latin1").search(anyCase);
}

/** A text that means itself. */
const PLAIN = /^[^\\.+*?()|[\]{}^$\r\n\0]+$/;
const ASCII = /^[\x20-\x7e]*$/;
/** Letters that are k and s without case, byte by byte. */
const PARTNERS: ReadonlyMap<string, string> = new Map([
  ["k", "\\xe2\\x84\\xaa"],
  ["s", "\\xc5\\xbf"],
]);

/** An expression for a plain text of ASCII. */
function inAnyCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const lower = letter.toLowerCase();
    return `(?:[${lower}${letter.toUpperCase()}]${PARTNERS.has(lower) ? `|${PARTNERS.get(lower)}` : ""})`;
  });
}

function firstOf(places: readonly number[]): number {
  const found = places.filter((place) => place !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** A line can be very long, and others wait: in between they have their turn. */
async function findInPieces(find: TextFinder, opened: Result<LineSource>, { signal, deadline }: Runs): Promise<number> {
  let position = 0;
  let pieces = 0;
  for (const piece of piecesIn(opened)) {
    const found = find(piece);
    if (found !== -1) return position + found;
    position += PIECE_BYTES - OVERLAP_BYTES;
    if (++pieces % PIECES_AT_A_TIME !== 0) continue;
    await new Promise(setImmediate);
    signal.throwIfAborted();
    if (performance.now() > deadline) break;
  }
  return 0;
}

/** One run for all: each piece is a line of ripgrep's input, so memory is that of a piece. */
async function findByRipgrep(runs: Runs, query: LinesQuery, lines: Lines, places: Map<number, number>): Promise<void> {
  /** What each line of the input is. */
  let sent: { readonly key: number; readonly position: number }[] = [];
  function* input(): Generator<Buffer> {
    sent = [];
    for (const [key, open] of lines) {
      let position = 0;
      for (const piece of piecesIn(open())) {
        if (places.has(key)) break;
        sent.push({ key, position });
        yield piece;
        position += PIECE_BYTES - OVERLAP_BYTES;
      }
    }
  }
  await runRipgrep({ ...runs, args: [...matchArguments(query), ...PLACES, ...STDIN], cwd: "/", stdin: input }, () =>
    readRecords((_, place) => {
      const [line, column] = placeIn(place);
      const piece = sent[line - 1];
      if (piece !== undefined && !places.has(piece.key)) places.set(piece.key, piece.position + column - 1);
      return undefined;
    }),
  );
}

function* piecesIn(opened: Result<LineSource>): Generator<Buffer> {
  if (!opened.ok) return;
  try {
    yield* piecesOf(opened.value, PIECE_BYTES, OVERLAP_BYTES);
  } finally {
    opened.value.close();
  }
}

/** The match may go on in the lines that follow; only one that begins on this line has a place in it. */
async function findMatchAcrossLines(runs: Runs, query: LinesQuery, opened: Result<LineSource>): Promise<number> {
  if (!opened.ok) return 0;
  let position = 0;
  const stdin = () => [opened.value.read(0, MAX_ACROSS_BYTES)];
  await runRipgrep({ ...runs, args: [...matchArguments(query), ...PLACES, "--max-count=1", ...STDIN], cwd: "/", stdin }, () =>
    readRecords((_, place) => {
      const [line, column] = placeIn(place);
      if (line === 1) position = column - 1;
      return "stop";
    }),
  ).finally(() => opened.value.close());
  return position;
}

/** ripgrep leaves the column out where a look at the line alone does not find the match again (`^\z`). */
function placeIn(place: string): readonly [line: number, column: number] {
  const [line, column = ""] = place.split(":", 2) as [string, string?];
  return [Number(line), /^\d+$/.test(column) ? Number(column) : 1];
}
