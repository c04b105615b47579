// Sets of characters, exact for ASCII, for the two other letters that are ASCII ones without case, and for common letters of many languages and common marks, which
// are in a set together or not at all; of all others only whether there may be any. One bit each: 0 to 127 for ASCII, then LONG_S, KELVIN, OTHERS, LETTERS, MARKS, and
// one that says that of common letters or marks some may be in it and some not, and one that says that all beyond ASCII are.

export type CharSet = bigint;

const LONG_S = 0x17f;
const KELVIN = 0x212a;
const BIT_OF_OTHERS = 130n;

export const NONE: CharSet = 0n;
export const ASCII: CharSet = (1n << 128n) - 1n;
/** Characters beyond ASCII may be in the set. Where this is set, nothing is said of which. */
export const OTHERS: CharSet = 1n << BIT_OF_OTHERS;
/** All common letters are in the set; if not, none is, unless it divides them. */
export const LETTERS: CharSet = OTHERS << 1n;
/** The same of common marks. */
export const MARKS: CharSet = LETTERS << 1n;
const DIVIDES: CharSet = MARKS << 1n;
/** All characters beyond ASCII are in the set; if not, nothing is said. */
const EVERY_OTHER: CharSet = DIVIDES << 1n;
export const ALL: CharSet = (EVERY_OTHER << 1n) - 1n;

/** Common letters, as a class of JavaScript has them: none of these was ever anything else, and no ASCII letter is one of them in another case. */
export const COMMON_LETTERS =
  "\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u017e\\u0180-\\u024f" + // Latin
  "\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce\\u0400-\\u0481\\u048a-\\u052f" + // Greek, Cyrillic
  "\\u0531-\\u0556\\u0561-\\u0587\\u05d0-\\u05ea\\u0621-\\u063a\\u0641-\\u064a" + // Armenian, Hebrew, Arabic
  "\\u0904-\\u0939\\u0e01-\\u0e30\\u10d0-\\u10f0\\u1e00-\\u1eff" + // Devanagari, Thai, Georgian, more Latin
  "\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3"; // Japanese, Chinese, Korean

/** Common characters that are none of words, blanks or digits, and have no case: punctuation, symbols, arrows, frames, pictures. */
export const COMMON_MARKS =
  "\\xa1-\\xa9\\xab\\xac\\xae-\\xb1\\xb4\\xb6\\xb7\\xbb\\xbf\\xd7\\xf7" + // Latin
  "\\u2010-\\u2027\\u2030-\\u203e\\u20a0-\\u20bf\\u2190-\\u23ff" + // quotes and dashes, currencies, arrows, mathematics
  "\\u2500-\\u2775\\u2794-\\u27bf" + // frames, shapes, dingbats
  "\\u3001-\\u3003\\u3008-\\u3020\\uff01-\\uff0f\\uff1a-\\uff20" + // Chinese and Japanese
  "\\u{1f300}-\\u{1f5ff}\\u{1f600}-\\u{1f64f}\\u{1f680}-\\u{1f6c5}"; // pictures

export function setOf(code: number): CharSet {
  if (code < 128) return 1n << BigInt(code);
  return bitBeyond(code) | OTHERS | DIVIDES;
}

export function rangeOf(from: number, to: number): CharSet {
  const ascii = from > 127 ? NONE : (1n << BigInt(Math.min(to, 127) + 1)) - (1n << BigInt(from));
  if (to < 128) return ascii;
  const others = OTHERS | DIVIDES | (from <= 128 && to === LAST_CODE ? EVERY_OTHER : NONE);
  return [LONG_S, KELVIN].filter((code) => from <= code && code <= to).reduce((set, code) => set | bitBeyond(code), ascii | others);
}

const LAST_CODE = 0x10ffff;

/** Whether characters beyond ASCII are in a set: all of them, none, or nobody knows. */
export function othersIn(set: CharSet): "all" | "none" | "some" {
  if ((set & EVERY_OTHER) !== NONE) return "all";
  return isWithin(set, ASCII) ? "none" : "some";
}

/** Whether common letters are all in a set, or none is; and common marks likewise. */
export function keepsTogether(set: CharSet): boolean {
  return (set & DIVIDES) === NONE;
}

/** At most that set: with all characters beyond ASCII if it may have any. */
export function widened(set: CharSet): CharSet {
  return (set & ~ASCII) === NONE ? set : set | (ALL & ~ASCII);
}

function bitBeyond(code: number): CharSet {
  return code === LONG_S ? 1n << 128n : code === KELVIN ? 1n << 129n : NONE;
}

export function negated(set: CharSet): CharSet {
  const every = isWithin(set, ASCII) ? EVERY_OTHER : NONE;
  return (ALL & ~set & ~DIVIDES & ~EVERY_OTHER) | OTHERS | (set & DIVIDES) | every;
}

/** What is in both. */
export function common(one: CharSet, other: CharSet): CharSet {
  return (one & other) | ((one | other) & DIVIDES);
}

/** What is in one and not in the other. */
export function without(set: CharSet, removed: CharSet): CharSet {
  const left = (set & ~(removed & ~OTHERS)) | ((set | removed) & DIVIDES);
  return isWithin(removed, ASCII) ? left : left & ~EVERY_OTHER;
}

/** What is in one of both only. */
export function differing(one: CharSet, other: CharSet): CharSet {
  const either = (one ^ other) | ((one | other) & (OTHERS | DIVIDES));
  return isWithin(one, ASCII) || isWithin(other, ASCII) ? either : either & ~EVERY_OTHER;
}

export function isWithin(inner: CharSet, outer: CharSet): boolean {
  return (inner & ~outer) === NONE;
}

const UPPER = rangeOf(0x41, 0x5a);
const LOWER = rangeOf(0x61, 0x7a);
const LETTERS_S = setOf(0x53) | setOf(0x73) | bitBeyond(LONG_S);
const LETTERS_K = setOf(0x4b) | setOf(0x6b) | bitBeyond(KELVIN);
const CASE_DISTANCE = 32n;

/** With the partners of each letter. Others of others are others: `OTHERS` says enough. */
export function folded(set: CharSet): CharSet {
  const cased = set | ((set & UPPER) << CASE_DISTANCE) | ((set & LOWER) >> CASE_DISTANCE);
  return cased | ((set & LETTERS_S) === NONE ? NONE : LETTERS_S) | ((set & LETTERS_K) === NONE ? NONE : LETTERS_K);
}

/** The ASCII characters of a set, in order. */
export function codesOf(set: CharSet): readonly number[] {
  const codes: number[] = [];
  for (let from = 0; from < 128; from += 32) {
    for (let word = Number(BigInt.asUintN(32, set >> BigInt(from))); word !== 0; word &= word - 1) codes.push(from + 31 - Math.clz32(word & -word));
  }
  return codes;
}

/** A set from a class as JavaScript writes it: about ASCII and the two letters, both languages agree on the names we use. */
function fromJavaScript(source: string, letters: CharSet = DIVIDES): CharSet {
  const matching = new RegExp(source, "u");
  let set: CharSet = OTHERS | letters;
  for (let code = 0; code < 128; code++) if (matching.test(String.fromCharCode(code))) set |= setOf(code);
  for (const code of [LONG_S, KELVIN]) if (matching.test(String.fromCharCode(code))) set |= bitBeyond(code);
  return set;
}

/** ASCII digits; beyond ASCII there are others. */
export const DIGIT: CharSet = fromJavaScript("\\p{Nd}", NONE);
export const WORD: CharSet = fromJavaScript("[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}]", LETTERS);
export const SPACE: CharSet = fromJavaScript("\\p{White_Space}", NONE);

const ascii = (source: string): CharSet => fromJavaScript(`(?=[\\0-\\x7f])${source}`) & ASCII;

/** Classes like `[:alpha:]`. They are of ASCII only. */
export const POSIX: ReadonlyMap<string, CharSet> = new Map([
  ["alnum", ascii("[0-9A-Za-z]")],
  ["alpha", ascii("[A-Za-z]")],
  ["ascii", ASCII],
  ["blank", ascii("[\\t ]")],
  ["cntrl", ascii("[\\0-\\x1f\\x7f]")],
  ["digit", ascii("[0-9]")],
  ["graph", ascii("[!-~]")],
  ["lower", LOWER],
  ["print", ascii("[ -~]")],
  ["punct", ascii("[!-\\/:-@\\[-`\\{-~]")],
  ["space", ascii("[\\t\\n\\v\\f\\r ]")],
  ["upper", UPPER],
  ["word", ascii("[0-9A-Za-z_]")],
  ["xdigit", ascii("[0-9A-Fa-f]")],
]);

const CATEGORIES = "L Lu Ll Lt Lm Lo M N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Letter Number Punctuation Symbol Alphabetic Uppercase Lowercase";
const SCRIPTS = "Latin Greek Cyrillic Han Hiragana Katakana Hangul Arabic Hebrew Thai Devanagari";
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ...CATEGORIES.split(" ").map((name) => [name, name] as const),
  ...SCRIPTS.split(" ").map((name) => [name, `Script=${name}`] as const),
]);

/** The class `\p{name}`; undefined if we do not know it. */
export function propertyOf(name: string): CharSet | undefined {
  const property = PROPERTIES.get(name);
  return property === undefined ? undefined : fromJavaScript(`\\p{${property}}`);
}
