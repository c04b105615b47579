// Patterns as an automaton that goes through a text byte by byte and never back: for those that have no text in them that would be found sooner. It says of each
// line of ASCII whether it matches. At a byte beyond ASCII it does not know, unless the line matches by then, or cannot any more.
import { codesOf, WORD } from "./char-set.ts";
import { beginsAtStart } from "./firsts.ts";
import { CARRIAGE_RETURN, LINE_END } from "./grams.ts";
import { END, type Graph, graphOf, reachedFrom, type SetNode } from "./graph.ts";
import { reversed } from "./reversed.ts";
import { type LinePlace, leavesOfShape, type Shape } from "./shape.ts";
import { isWorthSkipping, shareOf, stopsAt } from "./skip.ts";

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
}

/** What goes through a text, by what is in it. */
export interface Automata {
  /** Carriage returns may be in it. */
  readonly withReturns: Automaton;
  readonly withoutReturns: Automaton;
}

export function automatonFor(bytes: Buffer, { withReturns, withoutReturns }: Automata): Automaton {
  return withReturns !== withoutReturns && bytes.includes(CARRIAGE_RETURN) ? withReturns : withoutReturns;
}

/** What is said of a state: bytes that change nothing are many, or, from the end, all that are left; or of the line, in place of an address: it matches, or nobody knows. */
export const SKIPS = 1;
const MATCHES = 2;
const DOUBTS = 3;
/** The bits in which that is. */
export const WHAT_IS_SAID = 3;

/** As much as there is room for beside what else is looked for (scanner.ts). */
const MAX_ROWS_BYTES = 60_000;
/** It is made anew for each search, and should not take longer than a millisecond or two. */
const MAX_STATES = 400;
const MAX_STEPS = 20_000;
/** Of a larger pattern, with all that may be beyond ASCII, there would be too many states; then it knows less of lines where that matters. */
const MAX_PATIENT_NODES = 40;
/** What stands in a row is told by a byte. */
const MAX_CLASSES = 60;

/** Of a shape with exact sets; undefined if one would be too large, or if the pattern depends on more than the line. */
export function automataOf(shape: Shape): Automata | undefined {
  const backwards = beginsAtStart(shape) ? undefined : reversed(shape);
  const withReturns = automatonOf(shape, false);
  if (withReturns === undefined) return undefined;
  const fromEnd = backwards !== undefined && beginsAtStart(backwards) ? automatonOf(backwards, true) : undefined;
  return { withReturns, withoutReturns: fromEnd ?? withReturns };
}

function automatonOf(shape: Shape, isFromEnd: boolean): Automaton | undefined {
  const places = leavesOfShape(shape).flatMap((leaf) => (leaf.kind === "place" ? [leaf.place] : []));
  const graph = places.includes("text start") ? undefined : graphOf(shape);
  if (graph === undefined) return undefined;
  const told = { lineStarts: places.includes("line start"), words: places.some((place) => place !== "line start" && place !== "line end") };
  const alphabet = alphabetOf(graph, told);
  if (alphabet.count > MAX_CLASSES) return undefined;
  const rules = { ...told, hasPlaces: places.length > 0, isAtStart: beginsAtStart(shape), isPatient: graph.nodes.length <= MAX_PATIENT_NODES };
  const states = new States(graph, alphabet, rules);
  return states.areAll() ? laidOut(states, alphabet, isFromEnd) : undefined;
}

/** What a pattern tells apart of what stands before a place. */
interface Told {
  readonly lineStarts: boolean;
  readonly words: boolean;
}

/**
 * `isAtStart`: a match begins where a line does, or nowhere. `isPatient`: beside what may match, what matches for sure is followed; otherwise, only from where
 * nothing may match any more.
 */
interface Rules extends Told {
  readonly hasPlaces: boolean;
  readonly isAtStart: boolean;
  readonly isPatient: boolean;
}

/** Classes of bytes between which a pattern makes no difference, by number: these five, and then those of other characters of ASCII. */
const NEWLINE = 0;
const RETURN = 1;
const TEXT_END = 2;
/** The first byte of a character beyond ASCII, and the others. */
const BEYOND = 3;
const WITHIN = 4;
const OTHERS = 5;
const FIRST_BYTES = 0xc0;

interface Alphabet {
  readonly classOf: Uint8Array;
  readonly count: number;
  /** One character of each class, as far as there is one. */
  readonly samples: readonly number[];
}

function alphabetOf({ nodes }: Graph, { words }: Told): Alphabet {
  const sets = [...new Set([...nodes.flatMap((node) => (node.kind === "set" ? [node.set] : [])), ...(words ? [WORD] : [])])].map(codesOf);
  const marks = Array.from({ length: 128 }, () => "");
  for (const [index, codes] of sets.entries()) for (const code of codes) marks[code] += ` ${index}`;
  const classOf = new Uint8Array(256).fill(WITHIN).fill(BEYOND, FIRST_BYTES);
  const samples = [LINE_END, CARRIAGE_RETURN, -1, -1, -1];
  const numbers = new Map<string, number>();
  for (const [code, mark] of marks.entries()) {
    const number = numbers.get(mark) ?? OTHERS + numbers.size;
    if (!numbers.has(mark)) samples.push(code);
    numbers.set(mark, number);
    classOf[code] = number;
  }
  classOf[LINE_END] = NEWLINE;
  classOf[CARRIAGE_RETURN] = RETURN;
  return { classOf, count: samples.length, samples };
}

/** What stands beside a place. To patterns a carriage return is a line's edge, wherever it stands. */
type Beside = "edge" | "word" | "no word" | "unknown";

/** Nodes at which a match may go on: what the next character may be, and places of which that decides whether they are there. */
interface Open {
  readonly sure: readonly number[];
  /** Those that were reached by what nobody knows. */
  readonly maybe: readonly number[];
}

interface State extends Open {
  readonly number: number;
  readonly before: Beside;
  /** Behind a carriage return: the line has ended already if a line end comes. */
  readonly isInLineEnd: boolean;
  /** There may have been a match on the line. */
  readonly isDoubtful: boolean;
}

/** Numbers of states; below zero, what is said of the line. */
type Next = readonly number[];

const WORD_CODES: ReadonlySet<number> = new Set(codesOf(WORD));
const NOWHERE: Open = { sure: [], maybe: [] };

class States {
  readonly #graph: Graph;
  readonly #alphabet: Alphabet;
  readonly #rules: Rules;
  readonly #all: State[] = [];
  readonly #byKey = new Map<string, State>();
  readonly #first: Open;
  #steps = 0;
  /** Of each state, by class; the first is that at the beginning of a line. */
  readonly next: Next[] = [];

  constructor(graph: Graph, alphabet: Alphabet, rules: Rules) {
    this.#graph = graph;
    this.#alphabet = alphabet;
    this.#rules = rules;
    this.#first = { sure: reachedFrom([graph.start], graph), maybe: [] };
    this.#numberOf(this.#first, "edge");
  }

  /** Finds all of them; false if there are too many. */
  areAll(): boolean {
    for (let number = 0; number < this.#all.length && !this.#areTooMany; number++) {
      const state = this.#all[number] as State;
      this.next.push(this.#alphabet.samples.map((code, symbol) => this.#nextOf(state, symbol, code)));
    }
    return !this.#areTooMany;
  }

  /** Nothing can match any more, before another line. */
  isOver(number: number): boolean {
    const { sure, maybe, isDoubtful } = this.#all[number] as State;
    return sure.length + maybe.length === 0 && !isDoubtful;
  }

  get #areTooMany(): boolean {
    return this.#steps > MAX_STEPS || this.#all.length > MAX_STATES;
  }

  #nextOf(state: State, symbol: number, code: number): number {
    if (symbol === WITHIN) return state.number;
    const beside = besideOf(symbol, code);
    const decided = symbol === NEWLINE && state.isInLineEnd ? NOWHERE : this.#decided(state, beside);
    if (decided.sure.includes(END)) return -MATCHES;
    const isDoubtful = state.isDoubtful || decided.maybe.includes(END);
    if (symbol === NEWLINE) return isDoubtful ? -DOUBTS : this.#numberOf(this.#first, "edge");
    if (symbol === TEXT_END) return isDoubtful ? -DOUBTS : state.number;
    if (symbol === RETURN) return this.#numberOf(this.#first, "edge", { isInLineEnd: true, isDoubtful });
    const next = this.#after(decided, symbol, code);
    if (next.sure.includes(END)) return -MATCHES;
    return this.#numberOf(next, beside, { isInLineEnd: false, isDoubtful: isDoubtful || next.maybe.includes(END) });
  }

  /** Where a character leads, and where another match may begin. */
  #after({ sure, maybe }: Open, symbol: number, code: number): Open {
    const takes = (id: number, isTaken: (node: SetNode) => boolean): readonly number[] => {
      const node = this.#graph.nodes[id];
      return node?.kind === "set" && isTaken(node) ? [node.next] : [];
    };
    const isSure = (node: SetNode): boolean => (symbol === BEYOND ? node.others === "all" : node.codes.has(code));
    const isMaybe = (node: SetNode): boolean => symbol === BEYOND && node.others === "some";
    const surely = sure.flatMap((id) => takes(id, isSure));
    const perhaps = [...sure.flatMap((id) => takes(id, isMaybe)), ...maybe.flatMap((id) => takes(id, (node) => isSure(node) || isMaybe(node)))];
    return this.#reached(surely, perhaps);
  }

  #reached(sure: readonly number[], maybe: readonly number[]): Open {
    const start = this.#rules.isAtStart ? [] : [this.#graph.start];
    const isMerged = maybe.length > 0 && !this.#rules.isPatient && !reachedFrom(sure, this.#graph).includes(END);
    const surely = reachedFrom(isMerged ? start : [...sure, ...start], this.#graph);
    const perhaps = maybe.length === 0 ? maybe : reachedFrom(isMerged ? [...maybe, ...sure] : maybe, this.#graph);
    return { sure: surely, maybe: perhaps.filter((id) => !surely.includes(id)) };
  }

  /** What is open once places are decided by what comes next. */
  #decided(state: State, after: Beside): Open {
    const { sure, maybe, before } = state;
    this.#steps += sure.length + maybe.length;
    if (!this.#rules.hasPlaces) return state;
    const surely = new Set(sure);
    const perhaps = new Set(maybe);
    for (const id of surely) this.#pass(id, before, after, { yes: surely, unknown: perhaps });
    for (const id of perhaps) this.#pass(id, before, after, { yes: perhaps, unknown: perhaps });
    return { sure: [...surely], maybe: [...perhaps].filter((id) => !surely.has(id)) };
  }

  #pass(id: number, before: Beside, after: Beside, to: Readonly<Record<"yes" | "unknown", Set<number>>>): void {
    const node = this.#graph.nodes[id];
    const answer = node?.kind === "place" ? isThere(node.place, before, after) : "no";
    if (node?.kind === "place" && answer !== "no") for (const next of reachedFrom([node.next], this.#graph)) to[answer].add(next);
  }

  #numberOf({ sure, maybe }: Open, beside: Beside, { isInLineEnd, isDoubtful } = { isInLineEnd: false, isDoubtful: false }): number {
    const isTold = this.#rules.words || (this.#rules.lineStarts && beside === "edge");
    const before = isTold ? beside : "no word";
    const key = `${sure.join()} ${maybe.join()} ${before} ${isInLineEnd} ${isDoubtful}`;
    const known = this.#byKey.get(key) ?? { number: this.#all.length, sure, maybe, before, isInLineEnd, isDoubtful };
    if (!this.#byKey.has(key)) this.#all.push(known);
    this.#byKey.set(key, known);
    return known.number;
  }
}

function besideOf(symbol: number, code: number): Beside {
  if (symbol === BEYOND) return "unknown";
  if (symbol < OTHERS) return "edge";
  return WORD_CODES.has(code) ? "word" : "no word";
}

function isThere(place: LinePlace, before: Beside, after: Beside): "yes" | "no" | "unknown" {
  if (place === "text start") return "no";
  if (place === "line start") return before === "edge" ? "yes" : "no";
  if (place === "line end") return after === "edge" ? "yes" : "no";
  if (before === "unknown" || after === "unknown") return "unknown";
  return isBoundary(place, before === "word", after === "word") ? "yes" : "no";
}

function isBoundary(place: Exclude<LinePlace, "text start" | "line start" | "line end">, was: boolean, is: boolean): boolean {
  switch (place) {
    case "word boundary":
      return was !== is;
    case "no word boundary":
      return was === is;
    case "word start":
      return !was && is;
    case "word end":
      return was && !is;
    case "word start half":
      return !was;
    case "word end half":
      return !is;
  }
}

/** Behind the addresses of a row. */
const SKIP_WORDS = 9;
const WORD_BYTES = 4;

/** Undefined if it would be too large. */
function laidOut(states: States, { classOf, count }: Alphabet, isFromEnd: boolean): Automaton | undefined {
  const { next } = states;
  const rowWords = count + SKIP_WORDS;
  const rowBytes = rowWords * WORD_BYTES;
  if (rowBytes * next.length > MAX_ROWS_BYTES) return undefined;
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
  };
}
