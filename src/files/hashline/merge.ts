// The three-way merge: hunks made for one version of a text, moved to where the same lines stand in another.
import type { Hunk } from "./apply.ts";
import type { LineChange } from "./diff-lines.ts";

/**
 * The hunks as they apply to the text that the changes made of theirs; undefined if a change is about the same lines. Both lists are in order.
 */
export function moveHunks(hunks: readonly Hunk[], changes: readonly LineChange[]): readonly Hunk[] | undefined {
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

/** Ends at or before all that the hunk is about. Two insertions at one place have no order: neither is before the other. */
function isBefore(change: LineChange, hunk: Hunk): boolean {
  return change.end <= Math.min(hunk.start, hunk.anchors.start) && !isSamePlace(change, hunk);
}

function isBehind(change: LineChange, hunk: Hunk): boolean {
  return change.start >= Math.max(hunk.end, hunk.anchors.end) && !isSamePlace(change, hunk);
}

function isSamePlace(change: LineChange, hunk: Hunk): boolean {
  return change.start === change.end && hunk.start === hunk.end && change.start === hunk.start;
}
