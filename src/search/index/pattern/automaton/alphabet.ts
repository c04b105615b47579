// The bytes between which a pattern makes no difference, as classes: a state has a way on for each class, not for each byte.
import { CARRIAGE_RETURN, LINE_END } from "../../segments/grams.ts";
import { codesOf, WORD } from "../char-set.ts";
import type { Graph } from "./graph.ts";

/** What a pattern tells apart of what stands before a place. */
export interface Told {
  readonly lineStarts: boolean;
  readonly words: boolean;
}

/** Classes of bytes between which a pattern makes no difference, by number: these five, and then those of other characters of ASCII. */
export const NEWLINE = 0;
export const RETURN = 1;
export const TEXT_END = 2;
/** The first byte of a character beyond ASCII, and the others. */
export const BEYOND = 3;
export const WITHIN = 4;
export const OTHERS = 5;
const FIRST_BYTES = 0xc0;

export interface Alphabet {
  readonly classOf: Uint8Array;
  readonly count: number;
  /** One character of each class, as far as there is one. */
  readonly samples: readonly number[];
}

export function alphabetOf({ nodes }: Graph, { words }: Told): Alphabet {
  const sets = [...new Set([...nodes.flatMap((node) => (node.kind === "set" ? [node.set] : [])), ...(words ? [WORD] : [])])].map(codesOf);
  const marks = Array.from({ length: 128 }, () => "");
  for (const [index, codes] of sets.entries()) for (const code of codes) marks[code] += ` ${index}`;
  const classOf = new Uint8Array(256).fill(WITHIN).fill(BEYOND, FIRST_BYTES);
  const samples = [LINE_END, CARRIAGE_RETURN, -1, -1, -1];
  const numbers = new Map<string, number>();
  for (const [code, mark] of marks.entries()) {
    if (code === LINE_END || code === CARRIAGE_RETURN) continue;
    const number = numbers.get(mark) ?? OTHERS + numbers.size;
    if (!numbers.has(mark)) samples.push(code);
    numbers.set(mark, number);
    classOf[code] = number;
  }
  classOf[LINE_END] = NEWLINE;
  classOf[CARRIAGE_RETURN] = RETURN;
  return { classOf, count: samples.length, samples };
}
