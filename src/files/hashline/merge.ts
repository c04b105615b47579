// The three-way merge: hunks made for one version of a text, moved to where the same lines stand in another.
import type { Hunk } from "./apply.ts";
import { diffLines, type LineChange } from "./diff-lines.ts";
import type { TextLines } from "./text-lines.ts";

/** The hunks, made for `shown`, as they apply to `now`; undefined if what changed in between may be the same lines. */
export function moveHunks(hunks: readonly Hunk[], shown: TextLines, now: TextLines): readonly Hunk[] | undefined {
  const changes = diffLines(shown, now).map((change) => ({ ...change, reach: reachOf(change, shown, now) }));
  const moved: Hunk[] = [];
  let next = 0;
  let shift = 0;
  for (const hunk of hunks) {
    for (let change = changes[next]; change !== undefined && isBefore(change, hunk); change = changes[++next]) {
      shift = change.newEnd - change.end;
    }
    const change = changes[next];
    if (change !== undefined && !isBehind(change, hunk)) return undefined;
    const { start, end, lines, anchors } = hunk;
    moved.push({ start: start + shift, end: end + shift, lines, anchors: { start: anchors.start + shift, end: anchors.end + shift } });
  }
  return moved;
}

interface Reach {
  readonly start: number;
  readonly end: number;
}

interface ReachingChange extends LineChange {
  readonly reach: Reach;
}

/** Repetitions longer than this are not followed. */
const MAX_REACH = 10_000;

/** Where a change may as well have been, because lines repeat: of two that are alike, nobody can tell which one was added or removed. */
function reachOf({ start, end, newStart, newEnd }: LineChange, shown: TextLines, now: TextLines): Reach {
  const removed = end - start - (newEnd - newStart);
  if (removed === 0) return { start, end };
  // A line beside the change could be another one if it is the same as the line that would take its place.
  const [lines, before, behind] = removed > 0 ? [shown, start + removed, end - removed] : [now, newStart - removed, newEnd + removed];
  let up = 0;
  while (up < Math.min(MAX_REACH, start) && shown.isSame(start - 1 - up, lines, before - 1 - up)) up++;
  let down = 0;
  while (down < Math.min(MAX_REACH, shown.count - end) && shown.isSame(end + down, lines, behind + down)) down++;
  return { start: start - up, end: end + down };
}

/** Ends before all that the hunk is about. Two insertions at one place have no order: neither is before the other. */
function isBefore(change: ReachingChange, hunk: Hunk): boolean {
  return change.reach.end <= Math.min(hunk.start, hunk.anchors.start) && !isSamePlace(change, hunk);
}

function isBehind(change: ReachingChange, hunk: Hunk): boolean {
  return change.reach.start >= Math.max(hunk.end, hunk.anchors.end) && !isSamePlace(change, hunk);
}

function isSamePlace({ start, end, reach }: ReachingChange, hunk: Hunk): boolean {
  return start === end && hunk.start === hunk.end && reach.start <= hunk.start && hunk.start <= reach.end;
}
