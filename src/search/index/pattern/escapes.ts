// What follows a backslash, in a pattern and in its classes.
import { type CharSet, DIGIT, folded, negated, propertyOf, SPACE, WORD } from "./char-set.ts";
import { type Cursor, NotRead } from "./cursor.ts";
import type { Place, Tree } from "./syntax.ts";

/** Reads an escape, after its backslash. */
export function readEscape(cursor: Cursor, folds: boolean): Tree {
  const place = cursor.take(PLACE);
  if (place !== undefined) return { kind: "place", place: PLACES[place[0]] as Place };
  const set = readSet(cursor, folds);
  return set === undefined ? { kind: "char", code: readChar(cursor), folds } : { kind: "class", set };
}

/** `\b{` is a place by name or a repeated place; the latter nobody writes. */
const PLACE = /b\{(?:start|end|start-half|end-half)\}|[bB](?!\{)|[Az<>]/y;
const PLACES: Readonly<Record<string, Place>> = {
  A: "text start",
  z: "text end",
  b: "word boundary",
  B: "no word boundary",
  "<": "word start",
  ">": "word end",
  "b{start}": "word start",
  "b{end}": "word end",
  "b{start-half}": "word start half",
  "b{end-half}": "word end half",
};

const PERL = /[dwsDWS]/y;
const PERL_SETS: Readonly<Record<string, CharSet>> = { d: DIGIT, w: WORD, s: SPACE, D: negated(DIGIT), W: negated(WORD), S: negated(SPACE) };
const PROPERTY = /([pP])(?:\{(\w+)\}|([A-Z]))/y;

function readSet(cursor: Cursor, folds: boolean): CharSet | undefined {
  const perl = cursor.take(PERL);
  if (perl !== undefined) return PERL_SETS[perl[0]];
  const property = cursor.take(PROPERTY);
  if (property === undefined) return undefined;
  const set = propertyOf((property[2] ?? property[3]) as string);
  if (set === undefined) throw new NotRead();
  const both = folds ? folded(set) : set;
  return property[1] === "P" ? negated(both) : both;
}

const CODE = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{([0-9A-Fa-f]{1,8})\}/y;
const CONTROL = /[ntrfva]/y;
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", a: "\x07" };
/** Every ASCII character that is no letter, digit or `<` and `>` stands for itself. */
const ITSELF = /[\0-/:;=?@[-`{-\x7f]/y;

function readChar(cursor: Cursor): number {
  const code = cursor.take(CODE);
  if (code !== undefined) return scalar(Number.parseInt(code.slice(1).find((digits) => digits !== undefined) as string, 16));
  const control = cursor.take(CONTROL);
  if (control !== undefined) return (CONTROLS[control[0]] as string).charCodeAt(0);
  const itself = cursor.take(ITSELF);
  if (itself === undefined) throw new NotRead();
  return itself[0].charCodeAt(0);
}

function scalar(code: number): number {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new NotRead();
  return code;
}
