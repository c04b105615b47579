// Rows of long lines become windows around their match: ripgrep finds the match in the line, we read the file around it.
import { Readable } from "node:stream";
import type { RawPath } from "../workspace/raw-path.ts";
import { type LineSource, openLine, piecesOf, textAround } from "./line-source.ts";
import type { Plan } from "./plan.ts";
import type { LineRow, SearchQuery } from "./query.ts";
import { matchArguments } from "./ripgrep/arguments.ts";
import { runRipgrep } from "./ripgrep/run.ts";
import type { LongRow, RowCollector } from "./rows.ts";
import { type Window, windowAround } from "./window.ts";

/** A line is looked through in pieces of this size. A match that is cut by both of two pieces is longer than the overlap; then the line's beginning is shown. */
const PIECE_BYTES = 65_536;
const OVERLAP_BYTES = 4_096;
/** A match over several lines is looked for in this much of the file. */
const MAX_ACROSS_BYTES = 1024 * 1024;
/** Asks for `line:column:` of the first match. */
const FIRST_PLACE = ["--no-filename", "--line-number", "--column", "--max-count=1"];

/** Fills in the texts of the collector's long rows. `fileOf` names the file of an entry. */
export async function showLongRows(plan: Plan, query: SearchQuery, collector: RowCollector, fileOf: (entry: number) => RawPath): Promise<void> {
  for (const { index, line } of collector.longRows) {
    const row = collector.rows[index] as LineRow;
    const { text, left, right } = await windowOf(plan, query, fileOf(row.entry), line);
    collector.rows[index] = { ...row, text, cut: { left, right } };
  }
}

async function windowOf(plan: Plan, query: SearchQuery, file: RawPath, line: LongRow["line"]): Promise<Window> {
  const opened = openLine(file, line.offset, plan.workspace);
  if (!opened.ok) return { text: "", left: true, right: true }; // gone, or out of the fence, since ripgrep read it
  const source = opened.value;
  try {
    const isWholeLine = line.kind === "hit" && !query.content.onlyMatching;
    const position = isWholeLine ? await findMatch(plan, query, source) : 0;
    const { before, after, isCutBefore, isCutAfter } = textAround(source, position, query.content.columns);
    const window = windowAround(before + after, [before.length, before.length], query.content.columns);
    return { text: window.text, left: window.left || isCutBefore, right: window.right || isCutAfter };
  } finally {
    source.close();
  }
}

/** Where in the line the first match begins, in bytes; 0 if it is in no piece. Each piece is a line of ripgrep's input, so memory is that of a piece. */
async function findMatch(plan: Plan, query: SearchQuery, source: LineSource): Promise<number> {
  let position = 0;
  if (query.multiline) return findMatchAcrossLines(plan, query, source);
  const args = [...matchArguments(query), ...FIRST_PLACE, "--only-matching", "--replace=", "--", "-"];
  const stdin = Readable.from(piecesOf(source, PIECE_BYTES, OVERLAP_BYTES));
  await runRipgrep({ ...plan, args, cwd: "/", stdin }, () => (chunk) => {
    const [line, column] = placeIn(chunk);
    position = (line - 1) * (PIECE_BYTES - OVERLAP_BYTES) + column - 1;
    return "stop";
  });
  return position;
}

/** The match may go on in the lines that follow; only one that begins on this line has a place in it. */
async function findMatchAcrossLines(plan: Plan, query: SearchQuery, source: LineSource): Promise<number> {
  let position = 0;
  const stdin = Readable.from([source.read(0, MAX_ACROSS_BYTES)]);
  await runRipgrep({ ...plan, args: [...matchArguments(query), ...FIRST_PLACE, "--", "-"], cwd: "/", stdin }, () => (chunk) => {
    const [line, column] = placeIn(chunk);
    if (line === 1) position = column - 1;
    return "stop";
  });
  return position;
}

function placeIn(chunk: Buffer): readonly [line: number, column: number] {
  return chunk.toString("latin1").split(":", 2).map(Number) as [number, number];
}
