// Leaves out of a pattern what does not change whether a line matches, so that there is less to try, and less to try again.
//
// Next to `y*`, a repeat `x{m,n}` of nothing but such characters is as good as `x{m}`: the star can have the rest.
// A line matches if there is a match anywhere in it, so before and after a whole pattern there may be anything, too.
import { type CharSet, isWithin, NONE } from "./char-set.ts";
import { charsOf, EMPTY, eitherOf, isEmpty, isLoop, LINE, type Repeat, repeatOf, rowOf, type Shape } from "./shape.ts";

/** A shape that matches the same lines, which are of such characters. */
export function loosened(shape: Shape, line: CharSet = LINE): Shape {
  return loosen(shape, { before: line, after: line, depth: 0 });
}

/** A shape whose matches begin where those of this one do. */
export function loosenedAtEnd(shape: Shape, line: CharSet = LINE): Shape {
  return loosen(shape, { before: NONE, after: line, depth: 0 });
}

/** The characters of which any number may be beside a part. */
interface Beside {
  readonly before: CharSet;
  readonly after: CharSet;
  /** How deep in the pattern we are: with each level there is twice as much to do. */
  readonly depth: number;
}

const MAX_DEPTH = 6;

function loosen(shape: Shape, beside: Beside): Shape {
  if (beside.depth > MAX_DEPTH) return shape;
  const within = { ...beside, depth: beside.depth + 1 };
  switch (shape.kind) {
    case "row":
      return loosenRow(shape.parts, within);
    case "either":
      return eitherOf(shape.choices.map((choice) => loosen(choice, within)));
    case "repeat":
      return loosenRepeat(shape, within);
    default:
      return shape;
  }
}

function loosenRow(parts: readonly Shape[], { before, after, depth }: Beside): Shape {
  const forward: Shape[] = [];
  let open = before;
  for (const part of parts) {
    const loose = loosen(part, { before: open, after: NONE, depth });
    if (isEmpty(loose)) continue;
    forward.push(loose);
    open = starOf(loose);
  }
  const both: Shape[] = [];
  open = after;
  for (const part of forward.reverse()) {
    const loose = loosen(part, { before: NONE, after: open, depth });
    if (isEmpty(loose)) continue;
    both.push(loose);
    open = starOf(loose);
  }
  return rowOf(withOptionsJoined(both.reverse()));
}

/** Of `y*x?y*`, `y*(xy*)?` is the same; then it is never in doubt which star has a character. */
function withOptionsJoined(parts: readonly Shape[]): readonly Shape[] {
  const joined: Shape[] = [];
  /** Any number of these may end what is joined so far. */
  let open: CharSet = NONE;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Shape;
    const next = parts[i + 1];
    const star = next === undefined ? NONE : starOf(next);
    if (part.kind === "repeat" && part.min === 0 && part.max === 1 && next !== undefined && star !== NONE && isWithin(star, open)) {
      joined.push(repeatOf(rowOf([part.of, next]), 0, 1));
      open = star;
      i++;
    } else {
      joined.push(part);
      open = starOf(part);
    }
  }
  return joined;
}

function loosenRepeat(shape: Repeat, beside: Beside): Shape {
  const { before, after } = beside;
  const chars = charsOf(shape.of);
  const isFree = (before !== NONE && isWithin(chars, before)) || (after !== NONE && isWithin(chars, after));
  if (!isFree) return shape;
  if (shape.min === 0) return EMPTY;
  return shape.min === 1 ? loosen(shape.of, beside) : repeatOf(shape.of, shape.min, shape.min);
}

/** The characters of `y*`; none if it is something else. */
function starOf(shape: Shape): CharSet {
  return isLoop(shape) && shape.min === 0 ? shape.of.set : NONE;
}
