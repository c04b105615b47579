// Texts of which every matching line has at least one: those that are found fastest and say most.
import { type CharSet, codesOf, folded, NONE, OTHERS, WORD } from "./char-set.ts";
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
  const cost = costOf(exact.texts);
  if (cost < CASELESS_COST + TEXT_COST) return exact;
  const caseless = chosen(shape, true);
  return costOf(caseless.texts) + CASELESS_COST < cost ? caseless : exact;
}

const MAX_TEXTS = 8;
/** A class of more is as good as any character. */
const MAX_CLASS = 4;
/** More rounds of a repeat say no more. */
const MAX_ROUNDS = 8;
/** What it takes to look for a text in 50 kB, in microseconds; without case; and for a text of one letter, which is nearly everywhere. */
const TEXT_COST = 8;
const CASELESS_COST = 50;
const LETTER_COST = 2_500;
/** With each letter more, a text is so much rarer. */
const RARER = 8;

/** What is known of a part. */
interface Part {
  /** All the texts it matches. */
  readonly texts?: readonly string[];
  /** Of these, every match has one. */
  readonly best: Choice;
  /** Wherever one of `texts` is, the part matches. */
  readonly isExact: boolean;
}

/** Texts, and what it takes to find them; none, if none are known. */
interface Choice {
  readonly texts: readonly string[];
  readonly cost: number;
}

const NO_CHOICE: Choice = { texts: [], cost: Number.POSITIVE_INFINITY };
const UNKNOWN: Part = { best: NO_CHOICE, isExact: false };

function chosen(shape: Shape, foldsCase: boolean): Needles {
  const { texts = [], best, isExact } = partOf(shape, foldsCase);
  const isLiteral = isExact && isUsable(texts);
  return { texts: shortest(isLiteral ? texts : orThese(best, texts).texts), foldsCase, isLiteral };
}

function partOf(shape: Shape, foldsCase: boolean): Part {
  switch (shape.kind) {
    case "set":
      return partOfSet(shape.set, foldsCase);
    case "place":
      return { texts: [""], best: NO_CHOICE, isExact: false };
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
  if ((set & OTHERS) !== NONE) return UNKNOWN;
  const chars = codesOf(set).map((code) => String.fromCharCode(code));
  const texts = foldsCase ? [...new Set(chars.map((char) => char.toLowerCase()))] : chars;
  if (texts.length > MAX_CLASS) return UNKNOWN;
  return { texts, best: NO_CHOICE, isExact: !foldsCase || (folded(set) & LINE) === set };
}

/** One part after the other: texts grow together as long as they stay few. A single text in between may do better than many long ones. */
function inARow(parts: readonly Part[]): Part {
  let best = NO_CHOICE;
  let texts: readonly string[] = [""];
  let single = "";
  let isWhole = true;
  for (const part of parts) {
    const isSingle = part.texts?.length === 1;
    const grown = part.texts === undefined ? undefined : crossed(texts, part.texts);
    if (!isSingle) best = orThese(best, [single]);
    if (grown === undefined) best = orThese(best, texts);
    if (part.best.cost < best.cost) best = part.best;
    single = isSingle ? single + part.texts[0] : "";
    texts = grown ?? part.texts ?? [""];
    isWhole &&= grown !== undefined;
  }
  best = orThese(best, [single]);
  return isWhole ? { texts, best, isExact: parts.every((part) => part.isExact) } : { best: orThese(best, texts), isExact: false };
}

function crossed(heads: readonly string[], tails: readonly string[]): readonly string[] | undefined {
  if (heads.length * tails.length > MAX_TEXTS) return undefined;
  if (tails.length === 1) return heads.map((head) => head + tails[0]);
  return [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
}

function either(parts: readonly Part[]): Part {
  const texts = parts.every((part) => part.texts !== undefined) ? [...new Set(parts.flatMap((part) => part.texts as readonly string[]))] : undefined;
  if (texts !== undefined && texts.length <= MAX_TEXTS) return { texts, best: NO_CHOICE, isExact: parts.every((part) => part.isExact) };
  const bests = parts.map((part) => orThese(part.best, part.texts ?? []).texts);
  const all = [...new Set(bests.flat())];
  return bests.every(isUsable) && all.length <= MAX_TEXTS ? { best: orThese(NO_CHOICE, all), isExact: false } : UNKNOWN;
}

function repeated(part: Part, min: number, max: number): Part {
  if (min === 0 && max === 1) return either([{ texts: [""], best: NO_CHOICE, isExact: true }, part]);
  const rounds = Array.from({ length: Math.min(min, MAX_ROUNDS) }, () => part);
  return inARow(min === max && min <= MAX_ROUNDS ? rounds : [...rounds, UNKNOWN]);
}

function isUsable(texts: readonly string[]): boolean {
  return texts.length > 0 && !texts.includes("");
}

function orThese(choice: Choice, texts: readonly string[]): Choice {
  const cost = costOf(texts);
  return cost < choice.cost ? { texts, cost } : choice;
}

/** To look for all the texts, and then at all the lines that have one. */
function costOf(texts: readonly string[]): number {
  if (!isUsable(texts)) return Number.POSITIVE_INFINITY;
  return texts.reduce((sum, text) => sum + TEXT_COST + LETTER_COST * RARER ** (1 - weightOf(text)), 0);
}

const WORD_CODES: ReadonlySet<number> = new Set(codesOf(WORD));
/** Words that are on every page of some language; they count as short ones. */
const COMMON_WORDS = /^\W*(?:import|from|export|return|function|class|const|static|struct|public|private|interface|async|await|self|this|func|void|type)\W*$/i;
const COMMON_WEIGHT = 3;

/** Letters and digits say twice as much as blanks and marks. */
function weightOf(text: string): number {
  if (COMMON_WORDS.test(text)) return COMMON_WEIGHT;
  let weight = 0;
  for (let i = 0; i < text.length; i++) weight += WORD_CODES.has(text.charCodeAt(i)) ? 1 : 0.5;
  return weight;
}

/** Where a text is, all that are within it are, too. */
function shortest(texts: readonly string[]): readonly string[] {
  if (!isUsable(texts)) return [];
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}
