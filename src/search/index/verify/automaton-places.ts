// Lines of which an automaton says that they match, or that it does not know.
import { type Automata, type Automaton, automatonFor } from "../pattern/automaton/automaton.ts";
import { CARRIAGE_RETURN, LINE_END } from "../segments/grams.ts";
import type { Found, Links, Scanner } from "../wasm/scanner.ts";
import { NeedlePlaces } from "./needle-places.ts";

/** Automata, and texts of which every matching line has one, if they need only go through these. */
export interface SoughtByAutomata {
  readonly automata: Automata;
  readonly among: Links | undefined;
}

export class AutomatonPlaces {
  readonly #bytes: Buffer;
  readonly #automaton: Automaton;
  readonly #among: NeedlePlaces | undefined;
  readonly #scanner: Scanner;
  /** The line that was found last matches. */
  isSure = false;

  /** In UTF-8 without a mark. */
  constructor(bytes: Buffer, { automata, among }: SoughtByAutomata, scanner: Scanner) {
    this.#bytes = bytes;
    this.#automaton = automatonFor(bytes.includes(CARRIAGE_RETURN), automata);
    this.#among = among && new NeedlePlaces(bytes, among.links, scanner);
    this.#scanner = scanner;
  }

  /** A place on the next of them, from the beginning of a line on; -1 if there is none. */
  find(from: number): number {
    const found = this.#among === undefined ? this.#scanner.findByAutomaton(this.#bytes, from, this.#automaton) : this.#findAmong(from, this.#among);
    this.isSure = found?.isSure === true;
    return found?.at ?? -1;
  }

  #findAmong(from: number, among: NeedlePlaces): Found | undefined {
    for (let place = among.find(from); place !== -1; ) {
      const newline = this.#bytes.indexOf(LINE_END, place);
      const next = newline === -1 ? this.#bytes.length : newline + 1;
      const start = place === 0 ? 0 : this.#bytes.lastIndexOf(LINE_END, place - 1) + 1;
      const found = this.#scanner.findByAutomaton(this.#bytes, start, this.#automaton, next);
      if (found.at !== -1) return found;
      place = among.find(next);
    }
    return undefined;
  }
}
