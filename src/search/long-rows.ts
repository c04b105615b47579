// Rows of long lines become windows around their match: ripgrep finds the match in the line, we read the file around it.
import type { Result } from "../failure.ts";
import { type LineSource, piecesOf, textAround } from "./line-source.ts";
import type { LineRow, SearchQuery } from "./query.ts";
import { type MatchQuery, matchArguments } from "./ripgrep/arguments.ts";
import { type Runs, runRipgrep } from "./ripgrep/run.ts";
import type { LongRow, RowCollector } from "./rows.ts";
import { type Window, windowAround } from "./window.ts";

/** A line is looked through in pieces of this size. A match that is cut by both of two pieces is longer than the overlap; then the line's beginning is shown. */
const PIECE_BYTES = 65_536;
const OVERLAP_BYTES = 4_096;
/** A match over several lines is looked for in this much of the file. */
const MAX_ACROSS_BYTES = 1024 * 1024;
/** Asks for `line:column:` of the first match. */
const FIRST_PLACE = ["--no-filename", "--line-number", "--column", "--max-count=1"];

export type LinesQuery = MatchQuery & Pick<SearchQuery, "content">;
/** Opens the line of an entry that begins at an offset (see line-source.ts). */
export type OpenLine = (entry: number, offset: number) => Result<LineSource>;

/** Fills in the texts of the collector's long rows. */
export async function showLongRows(runs: Runs, query: LinesQuery, collector: RowCollector, open: OpenLine): Promise<void> {
  for (const { index, line, isContinued } of collector.longRows) {
    const row = collector.rows[index] as LineRow;
    const { text, left, right } = isContinued ? UNKNOWN : await windowOf(runs, query, open(row.entry, line.offset), line);
    collector.rows[index] = { ...row, text, cut: { left, right } };
  }
}

/** Nothing of the line, rather than something else. */
const UNKNOWN: Window = { text: "", left: true, right: true };

async function windowOf(runs: Runs, query: LinesQuery, opened: Result<LineSource>, line: LongRow["line"]): Promise<Window> {
  if (!opened.ok) return UNKNOWN; // gone, or out of the fence, since ripgrep read it
  const source = opened.value;
  try {
    const isWholeLine = line.kind === "hit" && !query.content.onlyMatching;
    const position = isWholeLine ? await findMatch(runs, query, source) : 0;
    const { before, after, isCutBefore, isCutAfter } = textAround(source, position, query.content.columns);
    const window = windowAround(before + after, [before.length, before.length], query.content.columns);
    return { text: window.text, left: window.left || isCutBefore, right: window.right || isCutAfter };
  } finally {
    source.close();
  }
}

/** Where in the line the first match begins, in bytes; 0 if it is in no piece. Each piece is a line of ripgrep's input, so memory is that of a piece. */
async function findMatch(runs: Runs, query: LinesQuery, source: LineSource): Promise<number> {
  let position = 0;
  if (query.multiline) return findMatchAcrossLines(runs, query, source);
  const args = [...matchArguments(query), ...FIRST_PLACE, "--only-matching", "--replace=", "--", "-"];
  const stdin = () => piecesOf(source, PIECE_BYTES, OVERLAP_BYTES);
  await runRipgrep({ ...runs, args, cwd: "/", stdin }, () => (chunk) => {
    const [line, column] = placeIn(chunk);
    position = (line - 1) * (PIECE_BYTES - OVERLAP_BYTES) + column - 1;
    return "stop";
  });
  return position;
}

/** The match may go on in the lines that follow; only one that begins on this line has a place in it. */
async function findMatchAcrossLines(runs: Runs, query: LinesQuery, source: LineSource): Promise<number> {
  let position = 0;
  const stdin = () => [source.read(0, MAX_ACROSS_BYTES)];
  await runRipgrep({ ...runs, args: [...matchArguments(query), ...FIRST_PLACE, "--", "-"], cwd: "/", stdin }, () => (chunk) => {
    const [line, column] = placeIn(chunk);
    if (line === 1) position = column - 1;
    return "stop";
  });
  return position;
}

/** ripgrep leaves the column out where a look at the line alone does not find the match again (`^\z`). */
function placeIn(chunk: Buffer): readonly [line: number, column: number] {
  const [line, column] = chunk.toString("latin1").split(":", 2) as [string, string];
  return [Number(line), /^\d+$/.test(column) ? Number(column) : 1];
}
