// Takes the first where any will do, so that an engine does not go back for others: that is what makes `a.*b.*c` slow.
import { type CharSet, isWithin, NONE } from "./char-set.ts";
import { charsOf, eitherOf, isEmpty, isLoop, LINE, repeatOf, rowOf, type Shape, widthOf } from "./shape.ts";

/**
 * Of a `.*foo.*` the first foo is as good as any: what follows can begin anywhere after it. Going back to others would take time for nothing.
 * That holds for `y*xz*` if z has all that is in x and y, and if all matches of x are of one length, so that the first to begin is the first to end.
 */
export function withFirsts(shape: Shape): Shape {
  if (shape.kind === "either") return eitherOf(shape.choices.map(withFirsts));
  if (shape.kind !== "row") return shape;
  const parts: Shape[] = [];
  /** The star before a piece; before the first there may be anything, without it being written. */
  let star = LINE;
  for (const { piece, next } of splitAtLoops(shape.parts)) {
    const isAtStart = parts.length === 0;
    const isFirstEnough = next !== NONE && !isEmpty(piece) && widthOf(piece) !== undefined && isWithin(star | charsOf(piece), next);
    if (!isFirstEnough) parts.push(...(isAtStart ? [] : [starWith(star)]), piece);
    else if (isAtStart && beginsAtStart(piece)) parts.push(piece);
    else parts.push(...(isAtStart ? [LINE_START] : []), { kind: "first", through: star, of: piece });
    star = next;
  }
  return parts.some(({ kind }) => kind === "first") ? rowOf(parts) : shape;
}

const LINE_START: Shape = { kind: "place", place: "line start" };

function starWith(set: CharSet): Shape {
  return { kind: "repeat", of: { kind: "set", set }, min: 0, max: Number.POSITIVE_INFINITY };
}

/** The pieces between stars, and the characters of the star that is next; at least one `y` is `y`, then any number. */
function splitAtLoops(parts: readonly Shape[]): readonly { readonly piece: Shape; readonly next: CharSet }[] {
  const pieces: { piece: Shape; next: CharSet }[] = [];
  let piece: Shape[] = [];
  for (const part of parts) {
    if (!isLoop(part)) piece.push(part);
    else {
      pieces.push({ piece: rowOf([...piece, repeatOf(part.of, part.min, part.min)]), next: part.of.set });
      piece = [];
    }
  }
  return [...pieces, { piece: rowOf(piece), next: NONE }];
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
