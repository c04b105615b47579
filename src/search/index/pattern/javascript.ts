// A shape as a JavaScript expression with the flag m. On lines of ASCII, and on texts of it, both say the same.
import { ASCII, type CharSet, COMMON_LETTERS, COMMON_MARKS, codesOf, DIGIT, isWithin, LETTERS, MARKS, NONE, WORD } from "./char-set.ts";
import { LINE, type LinePlace, type Repeat, type Shape } from "./shape.ts";

/** Says whether a line matches. */
export function javascriptOf(shape: Shape): RegExp {
  // With m, ^ and $ are also beside a \r, as in ripgrep with --crlf.
  return new RegExp(written(shape, { firsts: 0, isAnyEnd: true, places: PLACES }), "m");
}

/** Finds the first place of a line of any text, decoded, where there may be a match: what is beyond ASCII is any character, and of a word or not. */
export function widestJavascriptOf(shape: Shape): RegExp {
  return new RegExp(written(shape, { firsts: 0, isAnyEnd: true, places: WIDE_PLACES }), "mu");
}

/** Says whether a line of ASCII, common letters and common marks, decoded, matches. */
export function commonJavascriptOf(shape: Shape): RegExp {
  return new RegExp(written(shape, { firsts: 0, isAnyEnd: true, places: COMMON_PLACES, beyond: commonIn }), "mu");
}

/** Finds the match that ripgrep finds, at its `lastIndex`. */
export function javascriptAt(shape: Shape): RegExp {
  return new RegExp(written(shape, { firsts: 0, isAnyEnd: false, places: PLACES }), "my");
}

/**
 * The same in the bytes of any text, one character each: what may match beyond ASCII is taken to do. So there is no match where it finds none; and one
 * of ASCII alone is what ripgrep finds, since every way to match that would be tried before it is tried here, too.
 */
export function widestJavascriptAt(shape: Shape): RegExp {
  return new RegExp(written(shape, { firsts: 0, isAnyEnd: false, places: PLACES, areBytes: true }), "my");
}

interface Writing {
  firsts: number;
  /** It does not matter where a match ends. */
  readonly isAnyEnd: boolean;
  readonly places: typeof PLACES;
  /** What is beyond ASCII has several characters. */
  readonly areBytes?: true;
  /** What is beyond ASCII in a set is this; otherwise anything. */
  readonly beyond?: (set: CharSet) => string;
}

const PLACES: Readonly<Record<LinePlace, string>> = {
  "line start": "^",
  "line end": "$",
  "text start": "(?<![^])",
  "word boundary": "\\b",
  "no word boundary": "\\B",
  "word start": "\\b(?=\\w)",
  "word end": "\\b(?<=\\w)",
  "word start half": "(?<!\\w)",
  "word end half": "(?!\\w)",
};

const BEYOND = "[^\\0-\\x7f]";
const BESIDE_OTHERS = `(?<=${BEYOND})|${BEYOND}`;
/** Within a look-ahead it is decided once: an engine never goes back for another reason to be at a place. */
const WIDE_PLACES: typeof PLACES = {
  ...PLACES,
  "word boundary": `(?=\\b|${BESIDE_OTHERS})`,
  "no word boundary": `(?=\\B|${BESIDE_OTHERS})`,
  "word start": `(?<!\\w)(?=\\w|${BEYOND})`,
  "word end": `(?<=\\w|${BEYOND})(?!\\w)`,
};

const LETTER = `[\\w${COMMON_LETTERS}]`;
const COMMON_PLACES: typeof PLACES = {
  ...PLACES,
  "word boundary": `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`,
  "no word boundary": `(?:(?<=${LETTER})(?=${LETTER})|(?<!${LETTER})(?!${LETTER}))`,
  "word start": `(?<!${LETTER})(?=${LETTER})`,
  "word end": `(?<=${LETTER})(?!${LETTER})`,
  "word start half": `(?<!${LETTER})`,
  "word end half": `(?!${LETTER})`,
};

function written(shape: Shape, writing: Writing): string {
  switch (shape.kind) {
    case "set":
      return writing.areBytes ? writtenBytes(shape.set) : writtenSet(shape.set, writing.beyond);
    case "place":
      return writing.places[shape.place];
    case "row":
      return shape.parts.map((part) => written(part, writing)).join("");
    case "either":
      return `(?:${shape.choices.map((choice) => written(choice, writing)).join("|")})`;
    case "repeat":
      return writtenRepeat(shape, writing);
    case "first": {
      // What a look-ahead has found is not looked for again; the name then takes it.
      const name = `first${writing.firsts++}`;
      return `(?=(?<${name}>${writtenSet(shape.through, writing.beyond)}*?${written(shape.of, writing)}))\\k<${name}>`;
    }
  }
}

/** The fewest first if it does not matter: what follows is often near. */
function writtenRepeat({ of, min, max, isLazy }: Repeat, writing: Writing): string {
  // However many bytes characters have, an endless repeat of bytes runs over them.
  const isOfBytes = of.kind === "set" && max === Number.POSITIVE_INFINITY && writing.areBytes;
  const inner = isOfBytes ? writtenSet(of.set, bytesIn) : written(of, writing);
  const one = of.kind === "set" ? inner : `(?:${inner})`;
  return one + (min === max ? `{${min}}` : timesOf(min, max) + (writing.isAnyEnd || isLazy ? "?" : ""));
}

function timesOf(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === 0 && max === 1 ? "?" : `{${min},${max}}`;
}

const NAMED: ReadonlyMap<CharSet, string> = new Map([
  [LINE, "."],
  [WORD & LINE, "\\w"],
  [DIGIT & LINE, "\\d"],
]);

const ANY_BEYOND = "\\x80-\\u{10ffff}";
const ANY_BYTE = "\\x80-\\xff";
const BYTES_BEYOND = "[\\xc2-\\xf4][\\x80-\\xbf]{1,3}";

/** One character, as bytes. */
function writtenBytes(set: CharSet): string {
  const ascii = set & ASCII;
  return ascii === set ? writtenSet(set) : `(?:${ascii === NONE ? "" : `${writtenSet(ascii)}|`}${BYTES_BEYOND})`;
}

/** Of a line of such characters. */
function commonIn(set: CharSet): string {
  return ((set & LETTERS) === NONE ? "" : COMMON_LETTERS) + ((set & MARKS) === NONE ? "" : COMMON_MARKS);
}

function anyIn(set: CharSet): string {
  return isWithin(set, ASCII) ? "" : ANY_BEYOND;
}

function bytesIn(set: CharSet): string {
  return isWithin(set, ASCII) ? "" : ANY_BYTE;
}

function writtenSet(set: CharSet, beyond = anyIn): string {
  const named = NAMED.get(set);
  if (named !== undefined && beyond !== commonIn) return named; // a point is more than ASCII there
  const ranges = rangesOf(codesOf(set));
  const others = beyond(set);
  if (ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1] && others === "") return writtenChar(ranges[0]?.[0] as number);
  return `[${ranges.map(([from, to]) => (from === to ? writtenChar(from) : `${writtenChar(from)}-${writtenChar(to)}`)).join("")}${others}]`;
}

function rangesOf(codes: readonly number[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

function writtenChar(code: number): string {
  const char = String.fromCharCode(code);
  return /[\w !"#%&',:;<=>@`~]/.test(char) ? char : `\\x${code.toString(16).padStart(2, "0")}`;
}
