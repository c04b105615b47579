// Patterns as an automaton that goes through a text byte by byte and never back: for those that have no text in them that would be found sooner, and for those whose
// texts are on so many lines that to try an expression on each would take long. It says of each line whether it matches, unless a character beyond ASCII decides of
// which nobody knows whether it is in a set.
import { beginsAtStart } from "../firsts.ts";
import type { Row } from "../row.ts";
import { leavesOfShape, type Shape } from "../shape.ts";
import { type Alphabet, alphabetOf, BEYOND, TEXT_END } from "./alphabet.ts";
import { graphOf } from "./graph.ts";
import { type OnFewLines, onFewLines } from "./near.ts";
import { reversed } from "./reversed.ts";
import { isWorthSkipping, shareOf, stopsAt } from "./skip.ts";
import { States } from "./states.ts";
import { TooLarge, unlessTooLarge } from "./too-large.ts";

/** As scan.wat runs it: each state is a row of addresses, one for each class of bytes, of the row of the next state; behind them stands what can be skipped. */
export interface Automaton {
  /** For each byte, where in a row its class stands. */
  readonly classes: Uint8Array;
  /** Addresses count from the first row. What is said of a state is added to its address. */
  readonly rows: Uint32Array;
  /** Of a row, in bytes: all of it, and its addresses. */
  readonly rowBytes: number;
  readonly nextBytes: number;
  /** The state at the beginning of a line. */
  readonly start: number;
  /** Where in a row it stands what comes of the end of a text. */
  readonly end: number;
  /** It begins at the end of each line, and goes to its beginning. */
  readonly isFromEnd: boolean;
  /** Only lines that have such a row can match; undefined if that would be no help. */
  readonly near: Row | undefined;
}

/** What goes through a text, by what is in it. */
export interface Automata {
  /** Carriage returns may be in it. */
  readonly withReturns: Automaton;
  readonly withoutReturns: Automaton;
  /** Texts of which every matching line has one, if most lines have none. */
  readonly among: OnFewLines["among"];
}

export function automatonFor(hasReturns: boolean, { withReturns, withoutReturns }: Automata): Automaton {
  return hasReturns ? withReturns : withoutReturns;
}

/** What is said of a state: bytes that change nothing are many, or, from the end, all that are left. */
export const SKIPS = 1;
/** The bits in which that is, or, in place of an address, what is said of the line (states.ts). */
export const WHAT_IS_SAID = 3;

/** As much as there is room for beside what else is looked for (scanner.ts). */
const MAX_ROWS_BYTES = 60_000;
/** Of a larger pattern, with all that may be beyond ASCII, there would be too many states; then it knows less of lines where that matters. */
const MAX_PATIENT_NODES = 40;
/** What stands in a row is told by a byte. */
const MAX_CLASSES = 60;

type How = Pick<Automaton, "isFromEnd" | "near">;

/** Of a shape with exact sets; undefined if one would be too large, or if the pattern depends on more than the line. */
export function automataOf(shape: Shape, { near, among } = onFewLines(shape)): Automata | undefined {
  const withReturns = automatonOf(shape, { near, isFromEnd: false });
  if (withReturns === undefined) return undefined;
  const backwards = beginsAtStart(shape) ? undefined : reversed(shape);
  const fromEnd = backwards !== undefined && beginsAtStart(backwards) ? automatonOf(backwards, { near, isFromEnd: true }) : undefined;
  return { withReturns, withoutReturns: fromEnd ?? withReturns, among };
}

function automatonOf(shape: Shape, how: How): Automaton | undefined {
  const places = leavesOfShape(shape).flatMap((leaf) => (leaf.kind === "place" ? [leaf.place] : []));
  if (places.includes("text start")) return undefined;
  return unlessTooLarge(() => {
    const graph = graphOf(shape);
    const told = { lineStarts: places.includes("line start"), words: places.some((place) => place !== "line start" && place !== "line end") };
    const alphabet = alphabetOf(graph, told);
    if (alphabet.count > MAX_CLASSES) throw new TooLarge();
    const rules = { ...told, hasPlaces: places.length > 0, isAtStart: beginsAtStart(shape), isPatient: graph.nodes.length <= MAX_PATIENT_NODES };
    return laidOut(new States(graph, alphabet, rules), alphabet, how);
  });
}

/** Behind the addresses of a row. */
const SKIP_WORDS = 9;
const WORD_BYTES = 4;

function laidOut(states: States, { classOf, count }: Alphabet, { isFromEnd, near }: How): Automaton {
  const { next } = states;
  const rowWords = count + SKIP_WORDS;
  const rowBytes = rowWords * WORD_BYTES;
  if (rowBytes * next.length > MAX_ROWS_BYTES) throw new TooLarge();
  const codes = Array.from({ length: count }, (): number[] => []);
  for (const [byte, symbol] of classOf.entries()) if (byte < 128) codes[symbol]?.push(byte);
  const shares = codes.map(shareOf);
  const skips = next.map((all, number) => {
    if (isFromEnd) return states.isOver(number) ? [] : undefined;
    const stops = [...all.keys()].filter((symbol) => symbol !== TEXT_END && all[symbol] !== number);
    const share = stops.reduce((sum, symbol) => sum + (shares[symbol] as number), 0);
    return isWorthSkipping(share)
      ? stopsAt(
          stops.flatMap((symbol) => codes[symbol] as readonly number[]),
          stops.includes(BEYOND),
        )
      : undefined;
  });
  const addressOf = (number: number): number => (number < 0 ? -number : number * rowBytes + (skips[number] === undefined ? 0 : SKIPS));
  const rows = new Uint32Array(rowWords * next.length);
  for (const [number, all] of next.entries()) {
    rows.set(all.map(addressOf), number * rowWords);
    rows.set(skips[number] ?? [], number * rowWords + count);
  }
  return {
    classes: classOf.map((symbol) => symbol * WORD_BYTES),
    rows,
    rowBytes,
    nextBytes: count * WORD_BYTES,
    start: addressOf(0),
    end: TEXT_END * WORD_BYTES,
    isFromEnd,
    near,
  };
}
