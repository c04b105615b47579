// A shape read from its end: it matches what the shape matches, written backwards.
import { type LinePlace, rowOf, type Shape } from "../shape.ts";

/** What stood before a place stands behind it. */
const REVERSED: Readonly<Record<Exclude<LinePlace, "text start">, LinePlace>> = {
  "line start": "line end",
  "line end": "line start",
  "word boundary": "word boundary",
  "no word boundary": "no word boundary",
  "word start": "word end",
  "word end": "word start",
  "word start half": "word end half",
  "word end half": "word start half",
};

/** Undefined if it depends on the beginning of the text. */
export function reversed(shape: Shape): Shape | undefined {
  switch (shape.kind) {
    case "set":
      return shape;
    case "place":
      return shape.place === "text start" ? undefined : { kind: "place", place: REVERSED[shape.place] };
    case "row":
      return ofAll(shape.parts.toReversed(), rowOf);
    case "either":
      return ofAll(shape.choices, (choices) => ({ kind: "either", choices }));
    case "repeat":
      return ofAll([shape.of], ([of]) => ({ ...shape, of: of as Shape }));
    case "first":
      return undefined; // it is the first from the other end
  }
}

function ofAll(shapes: readonly Shape[], build: (shapes: readonly Shape[]) => Shape): Shape | undefined {
  const all = shapes.map(reversed);
  return all.every((shape) => shape !== undefined) ? build(all) : undefined;
}
