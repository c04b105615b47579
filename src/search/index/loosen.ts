// Leaves out of a pattern what does not change whether a line matches, so that there is less to try, and less to try again.
//
// Next to `y*`, a repeat `x{m,n}` of nothing but such characters is as good as `x{m}`: the star can have the rest.
// A line matches if there is a match anywhere in it, so before and after a whole pattern there may be anything, too.
import { type CharSet, isWithin, NONE } from "./char-set.ts";
import { charsOf, EMPTY, eitherOf, isEmpty, isLoop, LINE, type Repeat, repeatOf, rowOf, type Shape } from "./shape.ts";

/** A shape that matches the same lines. */
export function loosened(shape: Shape): Shape {
  return loosen(shape, LINE, LINE);
}

/** `before` and `after`: the characters of which any number may be there. */
function loosen(shape: Shape, before: CharSet, after: CharSet): Shape {
  switch (shape.kind) {
    case "row":
      return loosenRow(shape.parts, before, after);
    case "either":
      return eitherOf(shape.choices.map((choice) => loosen(choice, before, after)));
    case "repeat":
      return loosenRepeat(shape, before, after);
    default:
      return shape;
  }
}

function loosenRow(parts: readonly Shape[], before: CharSet, after: CharSet): Shape {
  const forward: Shape[] = [];
  let open = before;
  for (const part of parts) {
    const loose = loosen(part, open, NONE);
    if (isEmpty(loose)) continue;
    forward.push(loose);
    open = starOf(loose);
  }
  const both: Shape[] = [];
  open = after;
  for (const part of forward.reverse()) {
    const loose = loosen(part, NONE, open);
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

function loosenRepeat(shape: Repeat, before: CharSet, after: CharSet): Shape {
  const chars = charsOf(shape.of);
  const isFree = (before !== NONE && isWithin(chars, before)) || (after !== NONE && isWithin(chars, after));
  if (!isFree) return shape;
  if (shape.min === 0) return EMPTY;
  return shape.min === 1 ? loosen(shape.of, before, after) : repeatOf(shape.of, shape.min, shape.min);
}

/** The characters of `y*`; none if it is something else. */
function starOf(shape: Shape): CharSet {
  return isLoop(shape) && shape.min === 0 ? shape.of.set : NONE;
}
