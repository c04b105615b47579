// The states of an automaton: at which nodes of the graph a match may go on, after what was read of a line.
import { codesOf, WORD } from "../char-set.ts";
import type { LinePlace } from "../shape.ts";
import { type Alphabet, BEYOND, NEWLINE, OTHERS, RETURN, TEXT_END, type Told, WITHIN } from "./alphabet.ts";
import { END, type Graph, reachedFrom, type SetNode } from "./graph.ts";
import { Steps, TooLarge } from "./too-large.ts";

/** What is said of a line in place of a state that comes next: it matches, or nobody knows. */
export const MATCHES = 2;
export const DOUBTS = 3;

/** So many nodes may be gone through to find all states, which takes a few milliseconds. */
const MAX_STEPS = 100_000;
const MAX_STATES = 400;

/**
 * `isAtStart`: a match begins where a line does, or nowhere. `isPatient`: beside what may match, what matches for sure is followed; otherwise, only from where
 * nothing may match any more.
 */
export interface Rules extends Told {
  readonly hasPlaces: boolean;
  readonly isAtStart: boolean;
  readonly isPatient: boolean;
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
export type Next = readonly number[];

const WORD_CODES: ReadonlySet<number> = new Set(codesOf(WORD));
const NOWHERE: Open = { sure: [], maybe: [] };

export class States {
  readonly #graph: Graph;
  readonly #rules: Rules;
  readonly #all: State[] = [];
  readonly #byKey = new Map<string, State>();
  readonly #first: Open;
  readonly #steps = new Steps(MAX_STEPS);
  /** Where single nodes lead. */
  readonly #reachedFromOne = new Map<number, readonly number[]>();
  /** Of each state, by class; the first is that at the beginning of a line. */
  readonly next: Next[] = [];

  /** Finds all of them; throws `TooLarge`. */
  constructor(graph: Graph, alphabet: Alphabet, rules: Rules) {
    this.#graph = graph;
    this.#rules = rules;
    this.#first = { sure: this.#reachedFrom([graph.start]), maybe: [] };
    this.#numberOf(this.#first, "edge");
    for (let number = 0; number < this.#all.length; number++) {
      const state = this.#all[number] as State;
      this.next.push(alphabet.samples.map((code, symbol) => this.#nextOf(state, symbol, code)));
    }
  }

  /** Nothing can match any more, before another line. */
  isOver(number: number): boolean {
    const { sure, maybe, isDoubtful } = this.#all[number] as State;
    return sure.length + maybe.length === 0 && !isDoubtful;
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
    const isMerged = maybe.length > 0 && !this.#rules.isPatient && !this.#reachedFrom(sure).includes(END);
    const surely = this.#reachedFrom(isMerged ? start : [...sure, ...start]);
    const perhaps = maybe.length === 0 ? maybe : this.#reachedFrom(isMerged ? [...maybe, ...sure] : maybe);
    return { sure: surely, maybe: perhaps.filter((id) => !surely.includes(id)) };
  }

  /** What is open once places are decided by what comes next. */
  #decided(state: State, after: Beside): Open {
    const { sure, maybe, before } = state;
    this.#steps.take(sure.length + maybe.length);
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
    if (node?.kind === "place" && answer !== "no") for (const next of this.#reachedFromOneNode(node.next)) to[answer].add(next);
  }

  #reachedFromOneNode(id: number): readonly number[] {
    const reached = this.#reachedFromOne.get(id) ?? this.#reachedFrom([id]);
    this.#reachedFromOne.set(id, reached);
    this.#steps.take(reached.length);
    return reached;
  }

  #reachedFrom(ids: readonly number[]): readonly number[] {
    return reachedFrom(ids, this.#graph, this.#steps);
  }

  #numberOf({ sure, maybe }: Open, beside: Beside, { isInLineEnd, isDoubtful } = { isInLineEnd: false, isDoubtful: false }): number {
    const isTold = this.#rules.words || (this.#rules.lineStarts && beside === "edge");
    const before = isTold ? beside : "no word";
    const key = `${sure.join()} ${maybe.join()} ${before} ${isInLineEnd} ${isDoubtful}`;
    const known = this.#byKey.get(key) ?? { number: this.#all.length, sure, maybe, before, isInLineEnd, isDoubtful };
    if (!this.#byKey.has(key)) this.#all.push(known);
    if (this.#all.length > MAX_STATES) throw new TooLarge();
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
