// A shape as a JavaScript expression with the flag m. On lines of ASCII, and on texts of it, both say the same.
import { ASCII, type CharSet, codesOf, DIGIT, NONE, WORD } from "./char-set.ts";
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

/** Finds the match that ripgrep finds, at its `lastIndex`. */
export function javascriptAt(shape: Shape): RegExp {
  return new RegExp(written(shape, { firsts: 0, isAnyEnd: false, places: PLACES }), "my");
}

interface Writing {
  firsts: number;
  /** It does not matter where a match ends. */
  readonly isAnyEnd: boolean;
  readonly places: typeof PLACES;
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

function written(shape: Shape, writing: Writing): string {
  switch (shape.kind) {
    case "set":
      return writtenSet(shape.set);
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
      return `(?=(?<${name}>${writtenSet(shape.through)}*?${written(shape.of, writing)}))\\k<${name}>`;
    }
  }
}

/** The fewest first if it does not matter: what follows is often near. */
function writtenRepeat({ of, min, max, isLazy }: Repeat, writing: Writing): string {
  const inner = written(of, writing);
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

function writtenSet(set: CharSet): string {
  const named = NAMED.get(set);
  if (named !== undefined) return named;
  const ranges = rangesOf(codesOf(set));
  if (ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1] && (set & ~ASCII) === NONE) return writtenChar(ranges[0]?.[0] as number);
  const beyond = (set & ~ASCII) === NONE ? "" : "\\x80-\\u{10ffff}";
  return `[${ranges.map(([from, to]) => (from === to ? writtenChar(from) : `${writtenChar(from)}-${writtenChar(to)}`)).join("")}${beyond}]`;
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
