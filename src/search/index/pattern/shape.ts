// What a pattern means on a line of ASCII text without its end, or on such a text: characters become sets, and much of the syntax is gone.
import { ALL, ASCII, type CharSet, folded, LETTERS, MARKS, NONE, OTHERS, setOf, widened } from "./char-set.ts";
import type { Place, Tree } from "./syntax.ts";

export type Shape =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "place"; readonly place: LinePlace }
  | { readonly kind: "row"; readonly parts: readonly Shape[] }
  | { readonly kind: "either"; readonly choices: readonly Shape[] }
  | Repeat
  /** Characters `through` up to the first that match `of`, and those: no other end is ever tried. */
  | { readonly kind: "first"; readonly through: CharSet; readonly of: Shape };

export interface Repeat {
  readonly kind: "repeat";
  readonly of: Shape;
  readonly min: number;
  readonly max: number;
  /** As few as possible; it only matters where a match ends. */
  readonly isLazy?: true;
}

/** The end of the text is none: ripgrep has it before \r\n and at the end of a file, but not before \n. */
export type LinePlace = Exclude<Place, "text end">;

/**
 * All that a class can match on a line: with --crlf ripgrep takes \r out of every class, as it does with \n. A \r alone is matched by nothing,
 * and is a line's end to ^ and $.
 */
export const LINE: CharSet = ASCII & ~(setOf(0x0a) | setOf(0x0d));
/** The same of a line of any text: there, what may be beyond ASCII in a class is taken for all that is. */
export const WIDE_LINE: CharSet = ALL & ~(setOf(0x0a) | setOf(0x0d));
/** The same of a line that has nothing but ASCII, common letters and common marks. */
export const COMMON_LINE: CharSet = LINE | LETTERS | MARKS;
/** All that is in a text of ASCII without \r. */
export const TEXT: CharSet = ASCII & ~setOf(0x0d);
/** The same of any text without \r and without those two letters that are ASCII ones without case. */
export const WIDE_TEXT: CharSet = TEXT | OTHERS;
const NUL: CharSet = setOf(0);
const NEVER: Shape = { kind: "set", set: NONE };
export const EMPTY: Shape = { kind: "row", parts: [] };

/** Undefined if the pattern has something in it that ripgrep may refuse, or that depends on more than the line, or the text. */
export function shapeOf(tree: Tree, within: CharSet = LINE): Shape | undefined {
  return shapedBy(tree, within, widened);
}

/** The same, with sets as they are: nothing is taken for all that is beyond ASCII. */
export function exactShapeOf(tree: Tree, within: CharSet = WIDE_LINE): Shape | undefined {
  return shapedBy(tree, within, (set) => set);
}

function shapedBy(tree: Tree, within: CharSet, widen: (set: CharSet) => CharSet): Shape | undefined {
  switch (tree.kind) {
    case "char":
      return oneOf(tree.folds ? folded(setOf(tree.code)) : setOf(tree.code), within, widen);
    case "any":
      return { kind: "set", set: within };
    case "class":
      return oneOf(tree.set, within, widen);
    case "place":
      return tree.place === "text end" ? undefined : { kind: "place", place: tree.place };
    case "row":
      return ofAll(tree.parts, rowOf);
    case "either":
      return ofAll(tree.choices, eitherOf);
    case "repeat":
      return ofAll([tree.of], ([of]) => repeatOf(of as Shape, tree.min, tree.max, tree.greedy));
  }

  function ofAll(trees: readonly Tree[], build: (shapes: readonly Shape[]) => Shape): Shape | undefined {
    const shapes = trees.map((each) => shapedBy(each, within, widen));
    return shapes.every((shape) => shape !== undefined) ? build(shapes) : undefined;
  }
}

/** Ends of lines, where they cannot be, and NUL are refused, unless other characters are in their class. */
function oneOf(set: CharSet, within: CharSet, widen: (set: CharSet) => CharSet): Shape | undefined {
  const possible = widen(set & within) & within;
  const isDoubtful = (possible & ~NUL) === NONE && (set & ASCII) !== NONE;
  return isDoubtful ? undefined : { kind: "set", set: possible };
}

export function rowOf(parts: readonly Shape[]): Shape {
  const flat = parts.some((part) => part.kind === "row") ? parts.flatMap((part) => (part.kind === "row" ? part.parts : [part])) : parts;
  if (flat.some(isNever)) return NEVER;
  return flat.length === 1 ? (flat[0] as Shape) : { kind: "row", parts: flat };
}

export function eitherOf(choices: readonly Shape[]): Shape {
  const possible = choices.filter((choice) => !isNever(choice));
  if (possible.length < 2) return possible[0] ?? NEVER;
  // One of several characters is a class.
  if (possible.every((choice) => choice.kind === "set")) return { kind: "set", set: possible.reduce((set, choice) => set | choice.set, NONE) };
  return { kind: "either", choices: possible };
}

export function repeatOf(of: Shape, min: number, max: number, isGreedy = true): Shape {
  if (max === 0 || isEmpty(of) || (min === 0 && isNever(of))) return EMPTY;
  if (isNever(of)) return NEVER;
  return min === 1 && max === 1 ? of : { kind: "repeat", of, min, max, ...(isGreedy ? {} : { isLazy: true }) };
}

export function isEmpty(shape: Shape): boolean {
  return shape.kind === "row" && shape.parts.length === 0;
}

/** Matches on no line of ASCII. */
export function isNever(shape: Shape): boolean {
  return shape.kind === "set" && shape.set === NONE;
}

/** A character of a set, at least so often. */
export function isLoop(shape: Shape): shape is Repeat & { readonly of: { readonly kind: "set"; readonly set: CharSet } } {
  return shape.kind === "repeat" && shape.max === Number.POSITIVE_INFINITY && shape.of.kind === "set";
}

/** Whether there can be a match without characters. */
export function isNullable(shape: Shape): boolean {
  switch (shape.kind) {
    case "set":
      return false;
    case "place":
      return true;
    case "row":
      return shape.parts.every(isNullable);
    case "either":
      return shape.choices.some(isNullable);
    case "repeat":
      return shape.min === 0 || isNullable(shape.of);
    case "first":
      return isNullable(shape.of);
  }
}

/** How many characters every match has; undefined if that differs. */
export function widthOf(shape: Shape): number | undefined {
  switch (shape.kind) {
    case "set":
      return 1;
    case "place":
      return 0;
    case "row":
      return shape.parts.reduce<number | undefined>((sum, part) => added(sum, widthOf(part)), 0);
    case "either": {
      const [first, ...others] = shape.choices.map(widthOf);
      return others.every((width) => width === first) ? first : undefined;
    }
    case "repeat": {
      const width = shape.min === shape.max ? widthOf(shape.of) : undefined;
      return width === undefined ? undefined : width * shape.min;
    }
    case "first":
      return undefined;
  }
}

function added(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

/** A shape that has no others in it. */
export type LeafShape = Extract<Shape, { readonly kind: "set" | "place" }>;

/** All that a shape is made of, but for what a `first` passes over. */
export function leavesOfShape(shape: Shape): readonly LeafShape[] {
  switch (shape.kind) {
    case "row":
      return shape.parts.flatMap(leavesOfShape);
    case "either":
      return shape.choices.flatMap(leavesOfShape);
    case "repeat":
    case "first":
      return leavesOfShape(shape.of);
    default:
      return [shape];
  }
}

/** The characters that can be in a match. */
export function charsOf(shape: Shape): CharSet {
  switch (shape.kind) {
    case "set":
      return shape.set;
    case "place":
      return NONE;
    case "row":
      return shape.parts.reduce((set, part) => set | charsOf(part), NONE);
    case "either":
      return shape.choices.reduce((set, choice) => set | charsOf(choice), NONE);
    case "repeat":
      return charsOf(shape.of);
    case "first":
      return shape.through | charsOf(shape.of);
  }
}
