// Which lines of a text changed: what is alike at both ends goes, then lines that occur once on either side are matched (patience
// diff), then the same between those. Linear but for a sort; where nothing stands out, or too much changed, a whole part counts as changed.
import type { TextLines } from "./text-lines.ts";

/** Lines `start` up to `end` (exclusive) became `newStart` up to `newEnd`. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** More lines than this on a side are not matched any more. */
const MAX_LINES = 200_000;
/** So often is looked between matched lines again. */
const MAX_DEPTH = 12;

/** The changes in order; between two of them is at least one line that stayed. */
export function diffLines(old: TextLines, made: TextLines): readonly LineChange[] {
  const changes: LineChange[] = [];
  compare({ start: 0, end: old.count, newStart: 0, newEnd: made.count }, 0, { old, made }, changes);
  return changes;
}

interface Texts {
  readonly old: TextLines;
  readonly made: TextLines;
}

function compare(whole: LineChange, depth: number, texts: Texts, changes: LineChange[]): void {
  const part = withoutEqualEnds(whole, texts);
  const [oldCount, newCount] = [part.end - part.start, part.newEnd - part.newStart];
  if (oldCount === 0 && newCount === 0) return;
  const isPlain = oldCount === 0 || newCount === 0 || depth === MAX_DEPTH || oldCount > MAX_LINES || newCount > MAX_LINES;
  const matches = isPlain ? [] : matchesIn(part, texts);
  if (matches.length === 0) {
    changes.push(part);
    return;
  }
  let { start, newStart } = part;
  for (const { line, newLine } of matches) {
    compare({ start, end: line, newStart, newEnd: newLine }, depth + 1, texts, changes);
    [start, newStart] = [line + 1, newLine + 1];
  }
  compare({ start, end: part.end, newStart, newEnd: part.newEnd }, depth + 1, texts, changes);
}

function withoutEqualEnds({ start, end, newStart, newEnd }: LineChange, { old, made }: Texts): LineChange {
  const room = Math.min(end - start, newEnd - newStart);
  let before = 0;
  while (before < room && old.isSame(start + before, made, newStart + before)) before++;
  let after = 0;
  while (after < room - before && old.isSame(end - 1 - after, made, newEnd - 1 - after)) after++;
  return { start: start + before, end: end - after, newStart: newStart + before, newEnd: newEnd - after };
}

interface Match {
  readonly line: number;
  readonly newLine: number;
}

/** Lines that occur once on either side and keep their order: as many as possible. */
function matchesIn({ start, end, newStart, newEnd }: LineChange, { old, made }: Texts): readonly Match[] {
  const places = new Map<number, { line: number; newLine: number }>();
  for (let line = start; line < end; line++) {
    const hash = hashOf(old, line);
    const place = places.get(hash);
    if (place === undefined) places.set(hash, { line, newLine: NOWHERE });
    else place.line = SEVERAL;
  }
  for (let newLine = newStart; newLine < newEnd; newLine++) {
    const place = places.get(hashOf(made, newLine));
    if (place !== undefined) place.newLine = place.newLine === NOWHERE ? newLine : SEVERAL;
  }
  return longestRising([...places.values()].filter(({ line, newLine }) => line >= 0 && newLine >= 0 && old.isSame(line, made, newLine)));
}

const NOWHERE = -1;
const SEVERAL = -2;

/** The longest sequence in which both numbers rise; the old ones do already. */
function longestRising(matches: readonly Match[]): readonly Match[] {
  const ends: number[] = []; // of the best sequence of each length, the index of its last match
  const before = new Int32Array(matches.length);
  for (const [index, { newLine }] of matches.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[ends[middle] as number] as Match).newLine < newLine) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? NOWHERE : (ends[low - 1] as number);
    ends[low] = index;
  }
  const longest: Match[] = [];
  for (let index = ends.at(-1) ?? NOWHERE; index !== NOWHERE; index = before[index] as number) longest.push(matches[index] as Match);
  return longest.reverse();
}

/** FNV-1a over the bytes of a line: only to find candidates, which are compared. */
function hashOf(lines: TextLines, line: number): number {
  let hash = 0x811c9dc5;
  const end = lines.end(line);
  for (let at = lines.start(line); at < end; at++) hash = Math.imul(hash ^ (lines.bytes[at] as number), 0x01000193);
  return hash;
}
