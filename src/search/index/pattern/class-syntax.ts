// Classes like `[^a-z\d&&[^x]]`: what they hold. They nest, and are joined, cut and taken from each other.
import { type CharSet, common, differing, folded, NONE, negated, POSIX, rangeOf, setOf, without } from "./char-set.ts";
import { type Cursor, NotRead } from "./cursor.ts";
import { readEscape } from "./escapes.ts";

const MAX_DEPTH = 10;
const POSIX_CLASS = /\[:(\^?)([a-z]+):\]/y;
const HYPHENS = /-+/y;
const OPERATOR = /&&|--|~~/y;
/** A hyphen that makes a range: not the last one, nor half an operator. */
const RANGE = /-(?![\]-])/y;

/** Reads a class, after its opening bracket. */
export function readClass(cursor: Cursor, folds: boolean, depth = 0): CharSet {
  if (depth > MAX_DEPTH) throw new NotRead();
  const fold = (set: CharSet): CharSet => (folds ? folded(set) : set);
  const isNegated = cursor.takes("^");
  let union = readFirst(cursor);
  let join: ((right: CharSet) => CharSet) | undefined;
  const joined = (): CharSet => (join === undefined ? union : join(fold(union)));
  while (!cursor.takes("]")) {
    const operator = cursor.take(OPERATOR);
    if (operator === undefined) union |= readItem(cursor, folds, depth);
    else {
      // Operators are of one strength and go from left to right.
      const left = fold(joined());
      join = (right) => combined(left, operator[0], right);
      union = NONE;
    }
  }
  const set = fold(joined());
  return isNegated ? negated(set) : set;
}

/** Hyphens at the start, or a closing bracket there, stand for themselves. */
function readFirst(cursor: Cursor): CharSet {
  if (cursor.take(HYPHENS) !== undefined) return setOf(0x2d);
  return cursor.takes("]") ? setOf(0x5d) : NONE;
}

function combined(left: CharSet, operator: string, right: CharSet): CharSet {
  if (operator === "&&") return common(left, right);
  return operator === "--" ? without(left, right) : differing(left, right);
}

function readItem(cursor: Cursor, folds: boolean, depth: number): CharSet {
  const posix = cursor.take(POSIX_CLASS);
  if (posix !== undefined) return posixSet(posix, folds);
  if (cursor.takes("[")) return readClass(cursor, folds, depth + 1);
  const first = readOne(cursor, folds);
  if (cursor.take(RANGE) === undefined) return typeof first === "number" ? setOf(first) : first;
  const last = readOne(cursor, folds);
  if (typeof first !== "number" || typeof last !== "number" || first > last) throw new NotRead();
  return rangeOf(first, last);
}

/** A character, or a class that is an escape. */
function readOne(cursor: Cursor, folds: boolean): number | CharSet {
  if (!cursor.takes("\\")) return cursor.next();
  const escaped = readEscape(cursor, folds);
  if (escaped.kind === "char") return escaped.code;
  if (escaped.kind === "class") return escaped.set;
  throw new NotRead();
}

/** ripgrep takes `[:other:]` for a class in a class; nobody means that. */
function posixSet([, negation, name]: readonly (string | undefined)[], folds: boolean): CharSet {
  const set = POSIX.get(name as string);
  if (set === undefined) throw new NotRead();
  const both = folds ? folded(set) : set;
  return negation === "^" ? negated(both) : both;
}
