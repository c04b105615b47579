// Texts of which every matching line has at least one: those that are found fastest and say most.
import { type CharSet, codesOf, folded } from "./char-set.ts";
import { isNever, LINE, type Shape } from "./shape.ts";

export interface Needles {
  /** Lower-cased if `foldsCase`. */
  readonly texts: readonly string[];
  readonly foldsCase: boolean;
  /** A line matches if and only if it has one of the texts. */
  readonly isLiteral: boolean;
}

export function needlesOf(shape: Shape): Needles {
  if (isNever(shape)) return { texts: [], foldsCase: false, isLiteral: true };
  const exact = chosen(shape, false);
  const caseless = chosen(shape, true);
  // Texts in one case are found much faster.
  return scoreOf(caseless.texts) > scoreOf(exact.texts) + CASELESS_COSTS ? caseless : exact;
}

const MAX_TEXTS = 8;
/** A class of more is as good as any character. */
const MAX_CLASS = 4;
/** More rounds of a repeat say no more. */
const MAX_ROUNDS = 8;
const CASELESS_COSTS = 3;

/** What is known of a part. */
interface Part {
  /** All the texts it matches. */
  readonly texts?: readonly string[];
  /** Of these, every match has one; none if there are none. */
  readonly best: readonly string[];
  /** Wherever one of `texts` is, the part matches. */
  readonly isExact: boolean;
}

const UNKNOWN: Part = { best: [], isExact: false };

function chosen(shape: Shape, foldsCase: boolean): Needles {
  const { texts, best, isExact } = partOf(shape, foldsCase);
  const needles = shortest(texts === undefined ? best : better(texts, best));
  return { texts: needles, foldsCase, isLiteral: isExact && texts !== undefined && isUsable(texts) };
}

function partOf(shape: Shape, foldsCase: boolean): Part {
  switch (shape.kind) {
    case "set":
      return partOfSet(shape.set, foldsCase);
    case "place":
      return { texts: [""], best: [], isExact: false };
    case "row":
      return inARow(shape.parts.map((part) => partOf(part, foldsCase)));
    case "either":
      return either(shape.choices.map((choice) => partOf(choice, foldsCase)));
    case "repeat":
      return repeated(partOf(shape.of, foldsCase), shape.min, shape.max);
    case "first":
      return inARow([UNKNOWN, partOf(shape.of, foldsCase)]);
  }
}

function partOfSet(set: CharSet, foldsCase: boolean): Part {
  const chars = codesOf(set).map((code) => String.fromCharCode(code));
  const texts = foldsCase ? [...new Set(chars.map((char) => char.toLowerCase()))] : chars;
  if (texts.length > MAX_CLASS) return UNKNOWN;
  return { texts, best: [], isExact: !foldsCase || (folded(set) & LINE) === set };
}

/** One part after the other: texts grow together as long as they stay few. */
function inARow(parts: readonly Part[]): Part {
  let best: readonly string[] = [];
  let texts: readonly string[] = [""];
  let isWhole = true;
  for (const part of parts) {
    best = better(best, part.best);
    const grown = part.texts === undefined ? undefined : crossed(texts, part.texts);
    if (grown === undefined) {
      best = better(best, texts);
      isWhole = false;
    }
    texts = grown ?? part.texts ?? [""];
  }
  return isWhole ? { texts, best, isExact: parts.every((part) => part.isExact) } : { best: better(best, texts), isExact: false };
}

function crossed(heads: readonly string[], tails: readonly string[]): readonly string[] | undefined {
  if (heads.length * tails.length > MAX_TEXTS) return undefined;
  return [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
}

function either(parts: readonly Part[]): Part {
  const texts = parts.every((part) => part.texts !== undefined) ? [...new Set(parts.flatMap((part) => part.texts as readonly string[]))] : undefined;
  if (texts !== undefined && texts.length <= MAX_TEXTS) return { texts, best: [], isExact: parts.every((part) => part.isExact) };
  const bests = parts.map((part) => better(part.best, part.texts ?? []));
  const all = [...new Set(bests.flat())];
  return bests.every(isUsable) && all.length <= MAX_TEXTS ? { best: all, isExact: false } : UNKNOWN;
}

function repeated(part: Part, min: number, max: number): Part {
  if (min === 0 && max === 1) return either([{ texts: [""], best: [], isExact: true }, part]);
  const rounds = Array.from({ length: Math.min(min, MAX_ROUNDS) }, () => part);
  return inARow(min === max && min <= MAX_ROUNDS ? rounds : [...rounds, UNKNOWN]);
}

function isUsable(texts: readonly string[]): boolean {
  return texts.length > 0 && !texts.includes("");
}

function better(one: readonly string[], other: readonly string[]): readonly string[] {
  return scoreOf(other) > scoreOf(one) ? other : one;
}

/** The shortest text finds the most lines, and each one more has to be looked for. */
function scoreOf(texts: readonly string[]): number {
  return isUsable(texts) ? 2 * Math.min(...texts.map(weightOf)) - texts.length : Number.NEGATIVE_INFINITY;
}

/** Letters and digits say twice as much as blanks and marks. */
function weightOf(text: string): number {
  return text.length - 0.5 * (text.match(/\W/g)?.length ?? 0);
}

/** Where a text is, all that are within it are, too. */
function shortest(texts: readonly string[]): readonly string[] {
  if (!isUsable(texts)) return [];
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}
