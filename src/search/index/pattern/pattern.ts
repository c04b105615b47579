// From a pattern in Rust's syntax to what every match must contain. Only what is surely understood is: at anything else the
// answer is undefined, and ripgrep does the work alone. Saying too little costs time, saying too much would lose matches.
import { foursOf } from "../segments/fours.ts";
import { CLASS_OF, LINE_END, trigramsOf } from "../segments/grams.ts";
import { type CharSet, codesOf, OTHERS } from "./char-set.ts";
import { type Char, parseRegex, type RegexQuery, type Tree } from "./syntax.ts";
import { allOf, anyOf, type Wanted } from "./wanted.ts";

/** What every match contains; undefined if the pattern has something in it that we do not read. */
export function wantedOf(query: RegexQuery): Wanted | undefined {
  const tree = query.pattern.length > MAX_PATTERN_CHARS ? undefined : parseRegex(query);
  return tree === undefined ? undefined : wantedOfPart(partOf(tree));
}

const MAX_PATTERN_CHARS = 2_000;
/** A part of a pattern that matches at most so many texts is carried as those texts. */
const MAX_TEXTS = 16;
const MAX_TEXT_CHARS = 256;
/** A class of more is as good as any character. */
const MAX_CLASS = 4;

/** So many fours of a text say all that they can. */
const MAX_FOURS = 16;
/** In a text, a byte stands for itself, and a class of bytes for any of them: by numbers that no byte has. */
const FIRST_CLASS = 256;

/** What is known of a part: all the texts it matches, or only what they contain. */
interface Part {
  readonly texts?: readonly string[];
  readonly contains: Wanted;
}

const EMPTY: Part = { texts: [""], contains: "anything" };
const UNKNOWN: Part = { contains: "anything" };

function partOf(tree: Tree): Part {
  switch (tree.kind) {
    case "char":
      return literal(tree);
    case "any":
      return UNKNOWN;
    case "class":
      return oneOf(tree.set);
    case "place":
      return EMPTY;
    case "row":
      return inARow(tree.parts.map(partOf));
    case "either":
      return either(tree.choices.map(partOf));
    case "repeat":
      return repeated(partOf(tree.of), tree.min, tree.max);
  }
}

function wantedOfPart({ texts, contains }: Part): Wanted {
  return texts === undefined ? contains : allOf([contains, anyOf(texts.map((text) => allOf([...trigramsIn(text), ...foursIn(text)])))]);
}

function trigramsIn(text: string): readonly number[] {
  const classes = Array.from(text, (char) => {
    const code = char.charCodeAt(0);
    return String.fromCharCode(code < FIRST_CLASS ? (CLASS_OF[code] as number) : code - FIRST_CLASS);
  });
  return trigramsOf(classes.join(""));
}

function foursIn(text: string): readonly number[] {
  const runs = text.split(ANY_CLASS).map((run) => Array.from(run, (char) => char.charCodeAt(0)));
  return runs.flatMap(foursOf).slice(0, MAX_FOURS);
}

const ANY_CLASS = /[\u0100-\uffff]/;

function classOf(code: number): string {
  return String.fromCharCode(FIRST_CLASS + (CLASS_OF[code] as number));
}

/** One part after the other: texts grow together as long as they stay few. */
function inARow(parts: readonly Part[]): Part {
  const contains: Wanted[] = [];
  let texts: readonly string[] = [""];
  let isWhole = true;
  const flush = (): void => {
    contains.push(wantedOfPart({ texts, contains: "anything" }));
    isWhole = false;
  };
  for (const part of parts) {
    contains.push(part.contains);
    const grown: readonly string[] | undefined = part.texts === undefined ? undefined : crossed(texts, part.texts);
    if (grown !== undefined) texts = grown;
    else {
      flush();
      texts = part.texts ?? [""];
    }
  }
  if (isWhole) return { texts, contains: allOf(contains) };
  flush();
  return { contains: allOf(contains) };
}

function crossed(heads: readonly string[], tails: readonly string[]): readonly string[] | undefined {
  if (heads.length * tails.length > MAX_TEXTS) return undefined;
  const texts = tails.length === 1 ? heads.map((head) => head + tails[0]) : [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
  return texts.some((text) => text.length > MAX_TEXT_CHARS) ? undefined : texts;
}

function either(parts: readonly Part[]): Part {
  const texts = parts.every((part) => part.texts !== undefined && part.contains === "anything")
    ? [...new Set(parts.flatMap((part) => part.texts as readonly string[]))]
    : undefined;
  return texts !== undefined && texts.length <= MAX_TEXTS ? { texts, contains: "anything" } : { contains: anyOf(parts.map(wantedOfPart)) };
}

function repeated(part: Part, min: number, max: number): Part {
  if (min === 1 && max === 1) return part;
  if (min === 0 && max === 1) return either([EMPTY, part]);
  return min === 0 ? UNKNOWN : { contains: wantedOfPart(part) };
}

const PARTNERS: ReadonlySet<number> = new Set([0x17f, 0x212a]);

/**
 * A character under -i may have partners of other lengths; of ASCII those are U+017F and U+212A alone, and files with them have the trigrams of both cases:
 * but not of texts in which some of them are taken for s or k, and others are meant themselves.
 */
function literal({ code, folds }: Char): Part {
  if (code === LINE_END || (code > 127 && folds) || PARTNERS.has(code)) return UNKNOWN;
  const char = String.fromCodePoint(code);
  const isEitherCase = folds && /[a-z]/i.test(char);
  return { texts: [isEitherCase ? classOf(code) : code < 128 ? char : Buffer.from(char, "utf8").toString("latin1")], contains: "anything" };
}

function oneOf(set: CharSet): Part {
  if ((set & OTHERS) !== 0n) return UNKNOWN;
  const codes = codesOf(set);
  const texts = codes.length === 1 ? [String.fromCharCode(codes[0] as number)] : [...new Set(codes.map(classOf))];
  return codes.includes(LINE_END) || texts.length > MAX_CLASS || texts.length === 0 ? UNKNOWN : { texts, contains: "anything" };
}
