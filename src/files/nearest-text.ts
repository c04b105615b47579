// The part of a file that is most like a text which is not in it: usually indentation or one word differs.
import { decode, type Encoding } from "./encoding.ts";

export interface NearText {
  /** 1-based line of the first of `lines`. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** The work is bounded by these; what stands further down is not compared. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_LINES = 100_000;
const MAX_COLUMNS = 200;
const MAX_LINES_SHOWN = 10;
/** Below this, nothing in the file is worth showing. */
const MIN_LIKENESS = 0.45;
const CANDIDATES = 8;
const PAIR_TABLE = 4096;

export function nearestText(bytes: Buffer, encoding: Encoding, wanted: string): NearText | undefined {
  const lines = decode(bytes.subarray(encoding.markBytes, MAX_BYTES), encoding).split("\n", MAX_LINES).map(prepared);
  const wantedLines = wanted.split("\n", 100).map(prepared);
  const anchor = anchorOf(wantedLines);
  const compare = likenessTo(wantedLines[anchor] as string);
  const best = lines
    .map((line, index) => ({ start: index - anchor, likeness: compare(line) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.start - b.start)
    .slice(0, CANDIDATES)
    .map(({ start, likeness }) => ({ start, likeness: (likeness + likenessOf(lines, start, wantedLines)) / 2 }))
    .sort((a, b) => b.likeness - a.likeness || a.start - b.start)[0];
  if (best === undefined) return undefined;
  const first = Math.max(0, best.start);
  const count = Math.min(MAX_LINES_SHOWN, best.start + wantedLines.length - first);
  return { line: first + 1, lines: lines.slice(first, first + Math.max(1, count)) };
}

function prepared(line: string): string {
  return (line.length > MAX_COLUMNS ? `${line.slice(0, MAX_COLUMNS)}…` : line).replace(/\r$/, "");
}

/** The longest line says most. */
function anchorOf(lines: readonly string[]): number {
  const lengths = lines.map((line) => line.trim().length);
  return lengths.indexOf(Math.max(...lengths));
}

function likenessOf(lines: readonly string[], start: number, wanted: readonly string[]): number {
  let sum = 0;
  for (const [index, line] of wanted.entries()) sum += likenessTo(line)(lines[start + index] ?? "");
  return sum / wanted.length;
}

/** How alike two lines are, 0 to 1: the pairs of characters they share (Dice), white space at the ends aside. */
function likenessTo(wanted: string): (line: string) => number {
  const text = wanted.trim().toLowerCase();
  const counts = new Uint16Array(PAIR_TABLE);
  for (let i = 0; i + 1 < text.length; i++) add(counts, pairAt(text, i), 1);
  return (line) => {
    const other = line.trim().toLowerCase();
    if (other === text) return 1;
    if (other.length < 2 || text.length < 2) return 0;
    const taken: number[] = [];
    for (let i = 0; i + 1 < other.length; i++) {
      const pair = pairAt(other, i);
      if (counts[pair] === 0) continue;
      add(counts, pair, -1);
      taken.push(pair);
    }
    for (const pair of taken) add(counts, pair, 1);
    return (2 * taken.length) / (text.length + other.length - 2);
  };
}

function add(counts: Uint16Array, pair: number, by: number): void {
  counts[pair] = (counts[pair] as number) + by;
}

function pairAt(text: string, index: number): number {
  return (text.charCodeAt(index) * 31 + text.charCodeAt(index + 1)) % PAIR_TABLE;
}
