// Patterns of which a JavaScript expression finds the same matches as ripgrep, also where these run over the ends of lines.
import { NONE, setOf } from "./char-set.ts";
import { LONG_LINE_CHARS, stepsOfAttempt } from "./effort.ts";
import { LINE_END } from "./grams.ts";
import { javascriptAt } from "./javascript.ts";
import { type ProvenQuery, treeOf } from "./proven.ts";
import { isNullable, type LinePlace, leavesOfShape, type Shape, shapeOf, TEXT } from "./shape.ts";
import { type Starts, startsOf } from "./starts.ts";

/** A pattern whose matches can be found in process, in texts of pure ASCII without NUL and without \r, of at most so many characters. */
export interface AcrossLines extends Starts {
  /** Matches at its `lastIndex`, or not at all. */
  readonly match: RegExp;
  /** In longer texts, a single attempt may take too long. */
  readonly maxChars: number;
  /** ripgrep counts matches in some lines and a little text behind them: what looks at the next character may match otherwise at its end. */
  readonly isCountable: boolean;
}

const LENGTHS: readonly number[] = [LONG_LINE_CHARS, LONG_LINE_CHARS / 4, LONG_LINE_CHARS / 16];
/** Some ten milliseconds; after each attempt, there is a look at the clock. */
const MAX_STEPS = 20_000_000;
/** A flag that says whether `.` is a line's end, too; it may be found where it is not meant. */
const SETS_DOT = /\(\?[a-zA-Z-]*s/;

/** Undefined if ripgrep has to say. */
export function acrossLinesOf(query: ProvenQuery): AcrossLines | undefined {
  const tree = query.multiline && !SETS_DOT.test(query.pattern) ? treeOf(query) : undefined;
  const shape = tree && shapeOf(tree, TEXT);
  // Where there are matches without characters depends on more than on the text.
  if (shape === undefined || isNullable(shape) || hasEmptyRounds(shape) || !mindsLineEnds(shape)) return undefined;
  const starts = startsOf(shape);
  const maxChars = LENGTHS.find((chars) => stepsOfAttempt(shape, chars) <= MAX_STEPS);
  return starts === undefined || maxChars === undefined ? undefined : { ...starts, match: javascriptAt(shape), maxChars, isCountable: !looksAhead(shape) };
}

/** Whether the ends of lines play a part; if not, because what does cannot match, ripgrep counts lines and not matches. */
function mindsLineEnds(shape: Shape): boolean {
  return leavesOfShape(shape).some((leaf) => (leaf.kind === "set" ? (leaf.set & LINE_FEED) !== NONE : LINE_PLACES.includes(leaf.place)));
}

const LINE_PLACES: readonly LinePlace[] = ["line start", "line end"];
const LINE_FEED = setOf(LINE_END);

function looksAhead(shape: Shape): boolean {
  return leavesOfShape(shape).some((leaf) => leaf.kind === "place" && leaf.place !== "line start" && leaf.place !== "text start");
}

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
