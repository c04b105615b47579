// Patterns of which a JavaScript expression finds the same matches as ripgrep, also where these run over the ends of lines.
import { LINE_END } from "../segments/grams.ts";
import { type CharSet, NONE, setOf } from "./char-set.ts";
import { LONG_LINE_CHARS, stepsOfAttempt } from "./effort.ts";
import { javascriptAt, widestJavascriptAt } from "./javascript.ts";
import { type ProvenQuery, treeOf } from "./proven.ts";
import { isNullable, type LinePlace, leavesOfShape, type Shape, shapeOf, TEXT, WIDE_TEXT } from "./shape.ts";
import { type Starts, startsOf } from "./starts.ts";
import type { Tree } from "./syntax.ts";

/** Finds matches in texts of at most so many characters. */
export interface Finder {
  /** Matches at its `lastIndex`, or not at all. */
  readonly match: RegExp;
  /** In longer texts, a single attempt may take too long. */
  readonly maxChars: number;
}

/** A pattern whose matches can be found in process, in texts of pure ASCII without NUL and without \r. */
export interface AcrossLines extends Finder, Starts {
  /** For texts beyond ASCII, if these can be told of, too; where a match that it finds has more than ASCII in it, ripgrep has to say. */
  readonly wide?: Finder;
  /** ripgrep counts matches in some lines and a little text behind them: what looks at the next character may match otherwise at its end. */
  readonly isCountable: boolean;
}

/** Of longer texts, ripgrep tells sooner: they take long as strings, and one thread has each of them alone. */
const LENGTHS: readonly number[] = [LONG_LINE_CHARS, LONG_LINE_CHARS / 4, LONG_LINE_CHARS / 16];
/** Some ten milliseconds; after a few attempts, there is a look at the clock. */
const MAX_STEPS = 20_000_000;
/** A flag that says whether `.` is a line's end, too; it may be found where it is not meant. */
const SETS_DOT = /\(\?[a-zA-Z-]*s/;
/** A character beyond ASCII may have several bytes, and be tried as more of them. */
const MAX_STEPS_BEYOND_ASCII = MAX_STEPS / 4;

/** Undefined if ripgrep has to say. */
export function acrossLinesOf(query: ProvenQuery): AcrossLines | undefined {
  const tree = query.multiline && !SETS_DOT.test(query.pattern) ? treeOf(query) : undefined;
  const shape = tree && clearShapeOf(tree, TEXT);
  const starts = shape && startsOf(shape);
  const finder = shape && finderOf(shape, javascriptAt, MAX_STEPS);
  if (tree === undefined || shape === undefined || starts === undefined || finder === undefined) return undefined;
  return { ...starts, ...finder, ...wideOf(tree), isCountable: !minds(shape, PLACES_AHEAD) };
}

/** For texts beyond ASCII, too, where a match may begin with less. */
function wideOf(tree: Tree): Partial<Pick<AcrossLines, "wide"> & Starts> {
  const shape = clearShapeOf(tree, WIDE_TEXT);
  if (shape === undefined || minds(shape, WORD_PLACES)) return {};
  const starts = startsOf(shape);
  const wide = finderOf(shape, widestJavascriptAt, MAX_STEPS_BEYOND_ASCII);
  return starts === undefined || wide === undefined ? {} : { ...starts, wide };
}

/** Undefined if it is not clear what it matches: where there are matches without characters depends on more than on the text. */
function clearShapeOf(tree: Tree, within: CharSet): Shape | undefined {
  const shape = shapeOf(tree, within);
  return shape === undefined || isNullable(shape) || hasEmptyRounds(shape) || !mindsLineEnds(shape) ? undefined : shape;
}

function finderOf(shape: Shape, expressionOf: (shape: Shape) => RegExp, maxSteps: number): Finder | undefined {
  const maxChars = LENGTHS.find((chars) => stepsOfAttempt(shape, chars) <= maxSteps);
  return maxChars === undefined ? undefined : { match: expressionOf(shape), maxChars };
}

/** Whether the ends of lines play a part; if not, because what does cannot match, ripgrep counts lines and not matches. */
function mindsLineEnds(shape: Shape): boolean {
  return minds(shape, LINE_PLACES) || leavesOfShape(shape).some((leaf) => leaf.kind === "set" && (leaf.set & LINE_FEED) !== NONE);
}

function minds(shape: Shape, places: readonly LinePlace[]): boolean {
  return leavesOfShape(shape).some((leaf) => leaf.kind === "place" && places.includes(leaf.place));
}

const LINE_PLACES: readonly LinePlace[] = ["line start", "line end"];
/** What is a word beyond ASCII is not known. */
const WORD_PLACES: readonly LinePlace[] = ["word boundary", "no word boundary", "word start", "word end", "word start half", "word end half"];
const PLACES_AHEAD: readonly LinePlace[] = ["line end", ...WORD_PLACES];
const LINE_FEED = setOf(LINE_END);

/** The two languages do not agree on when to end a repeat of nothing. */
function hasEmptyRounds(shape: Shape): boolean {
  switch (shape.kind) {
    case "row":
      return shape.parts.some(hasEmptyRounds);
    case "either":
      return shape.choices.some(hasEmptyRounds);
    case "repeat":
      return isNullable(shape.of) || hasEmptyRounds(shape.of);
    default:
      return false;
  }
}
