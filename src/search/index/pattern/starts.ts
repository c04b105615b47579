// Texts of which every match begins with one: only where they stand need it be tried.
import { ASCII, type CharSet, codesOf, isWithin } from "./char-set.ts";
import type { Shape } from "./shape.ts";

export interface Starts {
  /** ASCII; lower-cased if `foldsCase`. */
  readonly starts: readonly string[];
  readonly foldsCase: boolean;
}

const MAX_TEXTS = 8;
const MAX_TEXT_CHARS = 32;
/** Each text is looked for on its own: where they have so many characters, fewer texts are better than longer ones. */
const MIN_TEXT_CHARS = 2;
/** More rounds of a repeat say no more. */
const MAX_ROUNDS = 8;

/** Undefined if there are too many, or a match may begin with anything. */
export function startsOf(shape: Shape): Starts | undefined {
  const [exact, caseless] = [false, true].map((foldsCase) => ({ starts: withoutLonger(headsOf(shape, foldsCase).texts), foldsCase })) as [Starts, Starts];
  if (caseless.starts.includes("")) return undefined;
  return exact.starts.includes("") || exact.starts.length >= DEARER * caseless.starts.length ? caseless : exact;
}

/** To look for a text without regard to case takes about so many times as long. */
const DEARER = 4;

/** What a part begins with. */
interface Heads {
  readonly texts: readonly string[];
  /** That is all of it, each time: what follows comes right after. */
  readonly isWhole: boolean;
}

const ANYTHING: Heads = { texts: [""], isWhole: false };
const NOTHING: Heads = { texts: [""], isWhole: true };

function headsOf(shape: Shape, foldsCase: boolean): Heads {
  switch (shape.kind) {
    case "set":
      return headsOfSet(shape.set, foldsCase);
    case "place":
      return NOTHING;
    case "row":
      return inARow(shape.parts.map((part) => headsOf(part, foldsCase)));
    case "either":
      return either(shape.choices.map((choice) => headsOf(choice, foldsCase)));
    case "repeat": {
      const { of, min, max } = shape;
      if (min === 0) return ANYTHING;
      const rounds = inARow(Array.from({ length: Math.min(min, MAX_ROUNDS) }, () => headsOf(of, foldsCase)));
      return { ...rounds, isWhole: rounds.isWhole && min === max && min <= MAX_ROUNDS };
    }
    case "first":
      return ANYTHING;
  }
}

function headsOfSet(set: CharSet, foldsCase: boolean): Heads {
  const chars = codesOf(set).map((code) => String.fromCharCode(code));
  const texts = foldsCase ? [...new Set(chars.map((char) => char.toLowerCase()))] : chars;
  return texts.length > MAX_TEXTS || texts.length === 0 || !isWithin(set, ASCII) ? ANYTHING : { texts, isWhole: true };
}

function inARow(parts: readonly Heads[]): Heads {
  let texts: readonly string[] = [""];
  for (const part of parts) {
    const longer = texts.flatMap((text) => part.texts.map((more) => text + more));
    const areEnough = longer.length > texts.length && texts.every(({ length }) => length >= MIN_TEXT_CHARS);
    if (areEnough || longer.length > MAX_TEXTS || longer.some((text) => text.length > MAX_TEXT_CHARS)) return { texts, isWhole: false };
    texts = longer;
    if (!part.isWhole) return { texts, isWhole: false };
  }
  return { texts, isWhole: true };
}

function either(choices: readonly Heads[]): Heads {
  const texts = [...new Set(choices.flatMap((choice) => choice.texts))];
  return texts.length > MAX_TEXTS ? ANYTHING : { texts, isWhole: choices.every(({ isWhole }) => isWhole) };
}

/** Where a text begins, one that it begins with does, too. */
function withoutLonger(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other)));
}
