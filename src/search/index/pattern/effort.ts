// How long a backtracking engine may take for a line or a text, at worst. Patterns that could take too long are left to ripgrep, which never goes back.
import { ALL, type CharSet, NONE } from "./char-set.ts";
import { beginsAtStart } from "./firsts.ts";
import { charsOf, isNullable, type Repeat, type Shape, widthOf } from "./shape.ts";

/** Nearly all lines are no longer than this; what cannot be verified on them in time is not verified in process. */
export const LINE_CHARS = 4_096;
/** No line of more characters is, whatever the pattern. */
export const LONG_LINE_CHARS = 262_144;

/** More may take too long. Measured, at worst 40 ms for a line that is made to be slow: steps are counted generously. */
export const MAX_STEPS = 40 * LINE_CHARS ** 2;

/** The same of expressions for any text, whose steps take longer: measured, at worst 90 ms. */
export const MAX_WIDE_STEPS = MAX_STEPS / 128;

/** How many characters a line may have so that there are no more steps; undefined if most lines have more. */
export function maxLineCharsOf(shape: Shape, maxSteps: number = MAX_STEPS): number | undefined {
  return [LONG_LINE_CHARS, LINE_CHARS].find((chars) => stepsOf(shape, chars) <= maxSteps);
}

/** Steps on a line of `chars` characters: more than there ever are, not how many there are. */
export function stepsOf(shape: Shape, chars: number): number {
  if (shape.kind === "either") return shape.choices.reduce((sum, choice) => sum + stepsOf(choice, chars), 0);
  const { steps } = effort(shape, DONE, chars);
  if (beginsAtStart(shape)) return steps;
  if (!isKeptApart(shape)) return chars * steps;
  return chars * effort(shape, DONE, 1).steps + (fixedCharsOf(shape) + 1) * steps;
}

/** Steps to find out whether there is a match at one place of a text of so many characters. */
export function stepsOfAttempt(shape: Shape, chars: number): number {
  return effort(shape, DONE, chars).steps;
}

/** Before its first loop each match has a character that no loop runs over: then each character of a line is met by few attempts. */
function isKeptApart(shape: Shape): boolean {
  const looping = loopCharsOf(shape);
  if (looping === NONE) return false;
  for (const part of shape.kind === "row" ? shape.parts : [shape]) {
    if (widthOf(part) === undefined) return false;
    if (part.kind === "set" && (part.set & looping) === NONE) return true;
  }
  return false;
}

/** What is still to be done: how long that may take, and with which characters it can go on. */
interface Rest {
  readonly steps: number;
  readonly first: CharSet;
}

const DONE: Rest = { steps: 1, first: ALL };

function effort(shape: Shape, rest: Rest, chars: number): Rest {
  switch (shape.kind) {
    case "set":
      return { steps: 1 + rest.steps, first: shape.set };
    case "place":
      return { steps: 1 + rest.steps, first: rest.first };
    case "row":
      return shape.parts.reduceRight((then, part) => effort(part, then, chars), rest);
    case "either":
      return shape.choices.map((choice) => effort(choice, rest, chars)).reduce(tried);
    case "repeat":
      return effortOfRepeat(shape, rest, chars);
    case "first":
      return { steps: chars * effort(shape.of, DONE, chars).steps + rest.steps, first: shape.through | effort(shape.of, DONE, 1).first };
  }
}

/** One after the other, if the next character does not already say which. */
function tried(one: Rest, other: Rest): Rest {
  const steps = isApart(one, other) ? 1 + Math.max(one.steps, other.steps) : one.steps + other.steps;
  return { steps, first: one.first | other.first };
}

function isApart(one: Rest, other: Rest): boolean {
  return (one.first & other.first) === NONE;
}

function effortOfRepeat({ of, min, max }: Repeat, rest: Rest, chars: number): Rest {
  let then = rest;
  if (max === Number.POSITIVE_INFINITY) then = effortOfLoop(of, rest, chars);
  else for (let i = min; i < max; i++) then = tried(effort(of, then, chars), rest);
  for (let i = 0; i < min; i++) then = effort(of, then, chars);
  return then;
}

/** After every round the rest is tried; only if it cannot begin as a round does, all but one of these end at once. */
function effortOfLoop(of: Shape, rest: Rest, chars: number): Rest {
  if (!hasOneWay(of) || isNullable(of)) return { steps: Number.POSITIVE_INFINITY, first: ALL };
  const round = effort(of, DONE, chars);
  const steps = chars * round.steps + (isApart(round, rest) ? chars + rest.steps : chars * rest.steps);
  return { steps, first: round.first | rest.first };
}

/** From a place there is at most one match. */
function hasOneWay(shape: Shape): boolean {
  switch (shape.kind) {
    case "set":
    case "place":
      return true;
    case "row":
      return shape.parts.every(hasOneWay);
    case "either":
      return shape.choices.every((choice) => hasOneWay(choice) && !isNullable(choice)) && areApart(shape.choices);
    case "repeat":
      return shape.min === shape.max && hasOneWay(shape.of);
    case "first":
      return false;
  }
}

function areApart(choices: readonly Shape[]): boolean {
  const firsts = choices.map((choice) => effort(choice, DONE, 1));
  return firsts.every((one, i) => firsts.slice(i + 1).every((other) => isApart(one, other)));
}

/** The characters of all endless repeats. */
function loopCharsOf(shape: Shape): CharSet {
  switch (shape.kind) {
    case "row":
      return shape.parts.reduce((set, part) => set | loopCharsOf(part), NONE);
    case "either":
      return shape.choices.reduce((set, choice) => set | loopCharsOf(choice), NONE);
    case "repeat":
      return shape.max === Number.POSITIVE_INFINITY ? charsOf(shape.of) : loopCharsOf(shape.of);
    case "first":
      return shape.through;
    default:
      return NONE;
  }
}

/** How many characters a match can have at most outside of endless repeats. */
function fixedCharsOf(shape: Shape): number {
  switch (shape.kind) {
    case "set":
      return 1;
    case "row":
      return shape.parts.reduce((sum, part) => sum + fixedCharsOf(part), 0);
    case "either":
      return Math.max(...shape.choices.map(fixedCharsOf));
    case "repeat":
      return fixedCharsOf(shape.of) * (shape.max === Number.POSITIVE_INFINITY ? shape.min : shape.max);
    case "first":
      return fixedCharsOf(shape.of);
    case "place":
      return 0;
  }
}
