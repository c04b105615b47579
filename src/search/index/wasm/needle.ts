// Texts as they are looked for: by the two of their bytes that are rarest in sources.
import type { Letter, Row } from "../pattern/row.ts";

/** A text to look for: the two of its bytes that are rarest in sources are looked for first. */
export interface Needle {
  readonly bytes: Buffer;
  /** What may differ from these bytes: the case of letters, or all that the sets of a row allow. */
  readonly folds: keyof typeof FOLDS;
  readonly first: number;
  readonly second: number;
  /** Bits in which these two may differ. */
  readonly firstMask: number;
  readonly secondMask: number;
}

/** As scan.wat has it. */
export const FOLDS = { nothing: 0, case: 1, row: 2 } as const;

/** With `foldsCase`, the text is in lower case. */
export function needleOf(text: string, foldsCase: boolean): Needle {
  const bytes = Buffer.from(text, "latin1");
  const letters = Array.from(bytes, (byte, place) => ({ place, byte, isEitherCase: foldsCase && isLetter(byte) }));
  return { bytes, folds: foldsCase ? "case" : "nothing", ...rarest(letters) };
}

/** Looks for a row by its letters; undefined if it has none. */
export function needleOfRow({ length, letters }: Row): Needle | undefined {
  if (letters.length === 0) return undefined;
  const bytes = Buffer.alloc(length);
  for (const { place, byte } of letters) bytes[place] = byte;
  return { bytes, folds: "row", ...rarest(letters) };
}

function rarest(letters: readonly Letter[]): Pick<Needle, "first" | "second" | "firstMask" | "secondMask"> {
  const byRarity = [...letters].sort((a, b) => commonness(a.byte) - commonness(b.byte));
  const [first = NO_LETTER, second = first] = byRarity;
  const maskOf = ({ isEitherCase }: Letter): number => (isEitherCase ? LETTER_CASE : 0);
  return { first: first.place, second: second.place, firstMask: maskOf(first), secondMask: maskOf(second) };
}

const NO_LETTER: Letter = { place: 0, byte: 0, isEitherCase: false };

/** From the most common byte to one that is still common; others are rare. */
const COMMON = Buffer.from(" etr_ainsodlcpufm,()gh;-b*>v=y.x0kw/S1EITRC2\tA");

function commonness(byte: number): number {
  const place = COMMON.indexOf(byte);
  return place === -1 ? 0 : COMMON.length - place;
}

const LETTER_CASE = 32;

function isLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}
