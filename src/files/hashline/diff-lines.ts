// Which lines of a text changed: what is alike at both ends goes, then lines that occur once on either side are matched (patience
// diff), then the same between those. Linear but for sorts; where nothing stands out, or too much changed, a whole part counts as changed.
import type { TextLines } from "./text-lines.ts";

/** Lines `start` up to `end` (exclusive) became `newStart` up to `newEnd`. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

interface Texts {
  readonly old: TextLines;
  readonly made: TextLines;
}

/** More lines than this on a side are not matched any more. */
const MAX_LINES = 1_000_000;
/** So often is looked between matched lines again. */
const MAX_DEPTH = 12;

/** The changes in order; between two of them is at least one line that stayed. */
export function diffLines(old: TextLines, made: TextLines): readonly LineChange[] {
  const changes: LineChange[] = [];
  compare({ start: 0, end: old.count, newStart: 0, newEnd: made.count }, 0, { old, made }, changes);
  return changes;
}

function compare(whole: LineChange, depth: number, texts: Texts, changes: LineChange[]): void {
  const part = withoutEqualEnds(whole, texts);
  const [oldCount, newCount] = [part.end - part.start, part.newEnd - part.newStart];
  if (oldCount === 0 && newCount === 0) return;
  const isPlain = oldCount === 0 || newCount === 0 || depth === MAX_DEPTH || Math.max(oldCount, newCount) > MAX_LINES;
  const matches = isPlain ? NO_PAIRS : matchesIn(part, texts);
  if (matches.length === 0) {
    changes.push(part);
    return;
  }
  let { start, newStart } = part;
  for (const match of matches) {
    const [line, newLine] = [part.start + firstOf(match), part.newStart + secondOf(match)];
    if (line > start || newLine > newStart) compare({ start, end: line, newStart, newEnd: newLine }, depth + 1, texts, changes);
    [start, newStart] = [line + 1, newLine + 1];
  }
  compare({ start, end: part.end, newStart, newEnd: part.newEnd }, depth + 1, texts, changes);
}

/** The part of a change that is one: lines at its ends that stayed are left out. */
export function withoutEqualEnds({ start, end, newStart, newEnd }: LineChange, { old, made }: Texts): LineChange {
  const room = Math.min(end - start, newEnd - newStart);
  let before = Math.min(room, old.lineAt(old.start(start) + equalBytes(old, start, made, newStart, room)) - start);
  while (before < room && old.isSame(start + before, made, newStart + before)) before++;
  let after = 0;
  while (after < room - before && old.isSame(end - 1 - after, made, newEnd - 1 - after)) after++;
  return { start: start + before, end: end - after, newStart: newStart + before, newEnd: newEnd - after };
}

/** How many bytes from the beginnings of two lines are the same, within so many lines: much faster to find than equal lines. */
function equalBytes(old: TextLines, line: number, made: TextLines, newLine: number, count: number): number {
  const [start, newStart] = [old.start(line), made.start(newLine)];
  const room = Math.min(old.start(line + count) - start, made.start(newLine + count) - newStart);
  let equal = 0;
  while (equal < room && old.bytes[start + equal] === made.bytes[newStart + equal]) equal++;
  return equal;
}

/** Two numbers below 2^22 in one, so that millions of pairs can be kept and sorted cheaply. */
const SECOND = 2 ** 22;
const NO_PAIRS = new Float64Array(0);

function firstOf(pair: number): number {
  return Math.floor(pair / SECOND);
}

function secondOf(pair: number): number {
  return pair % SECOND;
}

/** Lines that occur once on either side and keep their order: as many as possible, as pairs of line numbers within the part. */
function matchesIn({ start, end, newStart, newEnd }: LineChange, { old, made }: Texts): Float64Array {
  const [hashes, newHashes] = [sortedHashes(old, start, end), sortedHashes(made, newStart, newEnd)];
  const pairs = new Float64Array(Math.min(hashes.length, newHashes.length));
  let count = 0;
  for (let at = 0, newAt = 0; at < hashes.length && newAt < newHashes.length; ) {
    const [hash, newHash] = [firstOf(hashes[at] as number), firstOf(newHashes[newAt] as number)];
    const [next, newNext] = [hash <= newHash ? behind(hashes, at) : at, newHash <= hash ? behind(newHashes, newAt) : newAt];
    if (next === at + 1 && newNext === newAt + 1) {
      const [line, newLine] = [secondOf(hashes[at] as number), secondOf(newHashes[newAt] as number)];
      if (old.isSame(start + line, made, newStart + newLine)) pairs[count++] = line * SECOND + newLine;
    }
    [at, newAt] = [next, newNext];
  }
  return longestRising(pairs.subarray(0, count).sort());
}

/** Where the hashes that are the same as the one at an index end. */
function behind(hashes: Float64Array, at: number): number {
  const hash = firstOf(hashes[at] as number);
  let next = at + 1;
  while (next < hashes.length && firstOf(hashes[next] as number) === hash) next++;
  return next;
}

/** Pairs of a line's hash and its number in the part, in order. */
function sortedHashes(lines: TextLines, start: number, end: number): Float64Array {
  const hashes = new Float64Array(end - start);
  for (let line = start; line < end; line++) hashes[line - start] = hashOf(lines, line) * SECOND + (line - start);
  return hashes.sort();
}

/** FNV-1a over the bytes of a line, in 31 bits: only to find candidates, which are compared. */
function hashOf(lines: TextLines, line: number): number {
  let hash = 0x811c9dc5;
  const end = lines.end(line);
  for (let at = lines.start(line); at < end; at++) hash = Math.imul(hash ^ (lines.bytes[at] as number), 0x01000193);
  return hash >>> 1;
}

/** The longest sequence of pairs whose second numbers rise, too. */
function longestRising(pairs: Float64Array): Float64Array {
  const ends = new Int32Array(pairs.length); // of the best sequence of each length, the index of its last pair
  const before = new Int32Array(pairs.length);
  let length = 0;
  for (let index = 0; index < pairs.length; index++) {
    const second = secondOf(pairs[index] as number);
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (secondOf(pairs[ends[middle] as number] as number) < second) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = index;
    length = Math.max(length, low + 1);
  }
  const longest = new Float64Array(length);
  for (let index = length === 0 ? -1 : (ends[length - 1] as number); index !== -1; index = before[index] as number) {
    longest[--length] = pairs[index] as number;
  }
  return longest;
}
