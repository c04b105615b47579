// Leaves out of a pattern what does not change whether a line matches, so that there is less to try, and less to try again.
//
// Next to `y*`, a repeat `x{m,n}` of nothing but such characters is as good as `x{m}`: the star can have the rest.
// A line matches if there is a match anywhere in it, so before and after a whole pattern there may be anything, too.
import { type CharSet, NONE } from "./char-set.ts";
import { charsOf, EMPTY, eitherOf, isEmpty, LINE, type Repeat, repeatOf, rowOf, type Shape, widthOf } from "./shape.ts";

/** A shape that matches the same lines. */
export function loosened(shape: Shape): Shape {
  const loose = loosen(shape, LINE, LINE);
  return loose.kind === "either" ? eitherOf(loose.choices.map(withFirsts)) : withFirsts(loose);
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
  return rowOf(both.reverse());
}

function loosenRepeat(shape: Repeat, before: CharSet, after: CharSet): Shape {
  const chars = charsOf(shape.of);
  const isFree = isWithin(chars, before) || isWithin(chars, after);
  if (!isFree) return shape;
  if (shape.min === 0) return EMPTY;
  return shape.min === 1 ? loosen(shape.of, before, after) : repeatOf(shape.of, shape.min, shape.min);
}

function isWithin(inner: CharSet, outer: CharSet): boolean {
  return outer !== NONE && (inner & ~outer) === NONE;
}

/** The characters of `y*`; none if it is something else. */
function starOf(shape: Shape): CharSet {
  return shape.kind === "repeat" && shape.min === 0 && shape.max === Number.POSITIVE_INFINITY && shape.of.kind === "set" ? shape.of.set : NONE;
}

/**
 * Of a `.*foo.*` the first foo is as good as any: what follows can begin anywhere after it. Going back to others would take time for nothing.
 * That holds if all matches of foo are of one length, so that the first to begin is the first to end.
 */
function withFirsts(shape: Shape): Shape {
  if (shape.kind !== "row") return shape;
  const pieces = splitAtAny(shape.parts);
  if (pieces.length === 1) return shape;
  const parts: Shape[] = [];
  for (const [i, piece] of pieces.entries()) {
    const whole = rowOf(piece);
    if (i < pieces.length - 1 && widthOf(whole) !== undefined && !isEmpty(whole)) parts.push(...firstOf(whole, i === 0));
    else parts.push(...(i === 0 ? [] : [ANY_NUMBER]), whole);
  }
  return rowOf(parts);
}

const ANY_NUMBER: Shape = { kind: "repeat", of: { kind: "set", set: LINE }, min: 0, max: Number.POSITIVE_INFINITY };
const LINE_START: Shape = { kind: "place", place: "line start" };

function firstOf(piece: Shape, isAtStart: boolean): readonly Shape[] {
  if (!isAtStart) return [{ kind: "first", of: piece }];
  return beginsAtStart(piece) ? [piece] : [LINE_START, { kind: "first", of: piece }];
}

/** There is at most one match per line. */
export function beginsAtStart(shape: Shape): boolean {
  switch (shape.kind) {
    case "place":
      return shape.place === "line start" || shape.place === "text start";
    case "row":
      return shape.parts[0] !== undefined && beginsAtStart(shape.parts[0]);
    case "either":
      return shape.choices.every(beginsAtStart);
    default:
      return false;
  }
}

/** The pieces between `.*` and `.*`. */
function splitAtAny(parts: readonly Shape[]): readonly (readonly Shape[])[] {
  const pieces: Shape[][] = [[]];
  for (const part of parts) {
    // What is at least once any character is one, and then any number.
    const least = part.kind === "repeat" && part.max === Number.POSITIVE_INFINITY && part.of.kind === "set" && part.of.set === LINE ? part.min : undefined;
    if (least === undefined) pieces.at(-1)?.push(part);
    else {
      if (least > 0) pieces.at(-1)?.push(repeatOf({ kind: "set", set: LINE }, least, least));
      pieces.push([]);
    }
  }
  return pieces;
}
