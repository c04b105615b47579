// What tells whether a line matches, where bytes do not: JavaScript expressions for lines of ASCII, for lines of any text, and for those of common characters.
import { keepsTogether } from "./char-set.ts";
import { MAX_WIDE_STEPS, maxLineCharsOf } from "./effort.ts";
import { commonJavascriptOf, javascriptOf, widestJavascriptOf } from "./javascript.ts";
import { loosened } from "./loosen.ts";
import { once } from "./once.ts";
import { COMMON_LINE, exactShapeOf, leavesOfShape, type Shape, shapeOf, WIDE_LINE } from "./shape.ts";
import { everyLeaf, type Tree } from "./syntax.ts";

/** No g or y flag; stateless. */
interface Expression {
  readonly line: RegExp;
  /** Longer lines may take too long. */
  readonly maxChars: number;
}

/** Tests one line, given as a latin1 string without \n and without a \r before it. */
export interface LineTest extends Expression {
  /** A line of any text, decoded, has no match if this has none; undefined if that would not be known in time. */
  readonly atMost: Expression | undefined;
  /** A line of ASCII, common letters and common marks, decoded, matches if and only if this does; undefined if that is not known, or not in time. */
  readonly common: CommonExpression | undefined;
}

interface CommonExpression extends Expression {
  /** A line matches if this does, whatever else is on it: nothing beside a match matters. */
  readonly isEnough: boolean;
}

/** Of what is left of a shape; undefined if it could take too long. Expressions are made when they are needed first: often bytes tell enough. */
export function testOf(tree: Tree, loose: Shape): LineTest | undefined {
  const maxChars = maxLineCharsOf(loose);
  if (maxChars === undefined) return undefined;
  const [line, atMost, common] = [once(() => javascriptOf(loose)), once(() => atMostOf(tree)), once(() => commonOf(tree))];
  return {
    maxChars,
    get line() {
      return line();
    },
    get atMost() {
      return atMost();
    },
    get common() {
      return common();
    },
  };
}

function atMostOf(tree: Tree): Expression | undefined {
  const shape = shapeOf(tree, WIDE_LINE);
  const loose = shape && loosened(shape, WIDE_LINE);
  const maxChars = loose && maxLineCharsOf(loose, MAX_WIDE_STEPS);
  return loose === undefined || maxChars === undefined ? undefined : { line: widestJavascriptOf(loose), maxChars };
}

function commonOf(tree: Tree): CommonExpression | undefined {
  const isTold = everyLeaf(tree, (leaf) => (leaf.kind === "char" ? leaf.code < 128 : leaf.kind !== "class" || keepsTogether(leaf.set)));
  const shape = isTold ? exactShapeOf(tree, COMMON_LINE) : undefined;
  const loose = shape && loosened(shape, COMMON_LINE);
  const maxChars = loose && maxLineCharsOf(loose, MAX_WIDE_STEPS);
  if (loose === undefined || maxChars === undefined) return undefined;
  return { line: commonJavascriptOf(loose), maxChars, isEnough: leavesOfShape(shape as Shape).every(({ kind }) => kind === "set") };
}
