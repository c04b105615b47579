// Finds the lines of a text that match without running an expression, where bytes tell.
import { isAscii, isUtf8 } from "node:buffer";
import { automatonFor } from "../pattern/automaton/automaton.ts";
import type { Proven } from "../pattern/proven.ts";
import { CARRIAGE_RETURN } from "../segments/grams.ts";
import type { Kept } from "../texts/contents.ts";
import { isPlainUtf8 } from "../texts/parts.ts";
import { type Needle, needleOfRow } from "../wasm/needle.ts";
import type { Links, Scanner, SoughtChain, SoughtRow } from "../wasm/scanner.ts";
import { AutomatonPlaces, type SoughtByAutomata } from "./automaton-places.ts";
import { NeedlePlaces } from "./needle-places.ts";

/** What is looked for on lines, and with what. */
export interface SoughtOnLines {
  readonly proven: Proven;
  readonly needles: readonly Needle[];
  /** What tells for sure in texts that are not too odd for it, the simplest first. */
  readonly ways: readonly Way[];
  readonly row: SoughtRow | undefined;
  readonly chain: SoughtChain | undefined;
  readonly edge: SoughtEdge | undefined;
  readonly byAutomata: SoughtByAutomata | undefined;
  readonly scanner: Scanner;
}

export interface SoughtEdge {
  readonly needles: readonly Needle[];
  readonly isIndented: boolean;
}

/** Where a text is, and what it is. */
export type TextSpan = Readonly<Omit<Kept, "version">>;

/** A way to find the lines that match. */
interface Way {
  /** It tells of any text, not of ASCII alone. */
  readonly isForAll: boolean;
  /** See `Sure`. */
  finderIn(bytes: Buffer): Sure["find"];
  /** Undefined if there is no telling, as it may be in texts that it is not for. */
  hitsIn(text: TextSpan, isAnyEnough: boolean): number | undefined;
}

export interface Sure {
  /** A place on the next matching line, from the beginning of a line on; -1 if there is none. */
  find(from: number): number;
  /** How many there are; 1 if any is enough and there is one. */
  hits(isAnyEnough: boolean): number | undefined;
}

export function waysTo(
  proven: Proven,
  { needles, row, byAutomata, scanner }: Pick<SoughtOnLines, "needles" | "row" | "byAutomata" | "scanner">,
): readonly Way[] {
  const [needle] = needles;
  const ways: Way[] = [];
  if (proven.isLiteral && needle !== undefined) ways.push(needles.length > 1 ? wayToAny(proven, needles, scanner) : wayToOne(proven, needle, scanner));
  if (row !== undefined) ways.push(wayToRow(proven, row, scanner));
  if (byAutomata !== undefined) ways.push(wayByAutomata(byAutomata, scanner));
  return ways;
}

function wayToOne({ isBeyondAscii }: Proven, needle: Needle, scanner: Scanner): Way {
  return {
    isForAll: isBeyondAscii,
    finderIn: (bytes) => (from) => scanner.find(bytes, from, needle),
    hitsIn: (text, isAnyEnough) => (isBeyondAscii || text.isAscii ? scanner.hits(text, needle, isAnyEnough) : undefined),
  };
}

function wayToAny({ isBeyondAscii }: Proven, needles: readonly Needle[], scanner: Scanner): Way {
  const any: Links = { links: needles };
  return {
    isForAll: isBeyondAscii,
    finderIn: (bytes) => {
      const places = new NeedlePlaces(bytes, needles, scanner);
      return (from) => places.find(from);
    },
    hitsIn: (text, isAnyEnough) => (isBeyondAscii || text.isAscii ? scanner.hitsOfAny(text, any, isAnyEnough) : undefined),
  };
}

function wayToRow({ isRowBeyondAscii, widestRow }: Proven, row: SoughtRow, scanner: Scanner): Way {
  const widest = widestRow && { row: widestRow, needle: needleOfRow(widestRow) };
  return {
    isForAll: isRowBeyondAscii,
    finderIn: (bytes) => (from) => scanner.findRow(bytes, from, row),
    hitsIn: (text, isAnyEnough) => {
      const hits = scanner.hitsOfRow(text, row, isAnyEnough);
      if (isRowBeyondAscii || text.isAscii || (isAnyEnough && hits > 0)) return hits;
      return widest !== undefined && scanner.hitsOfRow(text, widest, isAnyEnough) === hits ? hits : undefined;
    },
  };
}

function wayByAutomata(sought: SoughtByAutomata, scanner: Scanner): Way {
  const { automata, among } = sought;
  return {
    isForAll: false,
    finderIn: (bytes) => {
      const places = new AutomatonPlaces(bytes, sought, scanner);
      return (from) => places.find(from);
    },
    hitsIn: (text, isAnyEnough) => (text.isUtf8 ? scanner.hitsOfAutomaton(text, automatonFor(text.hasReturns, automata), isAnyEnough, among) : undefined),
  };
}

/** Undefined if an expression is needed. */
export function sureIn(bytes: Buffer, sought: SoughtOnLines): Sure | undefined {
  const { proven, ways, chain, scanner } = sought;
  const way = ways.find(({ isForAll }) => isForAll || isAscii(bytes));
  if (way !== undefined) return { find: lazily(() => way.finderIn(bytes)), hits: (isAnyEnough) => way.hitsIn(textIn(bytes, scanner), isAnyEnough) };
  if (chain === undefined) return undefined;
  // Where the links are nowhere, nothing else matters.
  if (scanner.findChain(bytes, 0, chain) === -1) return NOWHERE;
  if (!proven.chain?.isExact || bytes.includes(CARRIAGE_RETURN) || !isUtf8(bytes)) return undefined;
  return {
    find: (from) => scanner.findChain(bytes, from, chain),
    hits: (isAnyEnough) => scanner.hitsOfChain(scanner.spanOf(bytes), chain, isAnyEnough),
  };
}

/** Where it is in the memory; what it is, is found out when it is asked for. */
function textIn(bytes: Buffer, scanner: Scanner): TextSpan {
  return {
    ...scanner.spanOf(bytes),
    get isAscii() {
      return isAscii(bytes);
    },
    get isUtf8() {
      return isPlainUtf8(bytes);
    },
    get hasReturns() {
      return bytes.includes(CARRIAGE_RETURN);
    },
  };
}

/**
 * The same as `hits` of what is sure in a text, for one that is in the memory; undefined if there is no telling so easily. It takes a fraction of the time, which is
 * what counts where thousands of texts are looked at.
 */
export function hitsAt(text: TextSpan, { proven, ways, chain, scanner }: SoughtOnLines, isAnyEnough: boolean): number | undefined {
  for (const way of ways) {
    const hits = way.hitsIn(text, isAnyEnough);
    if (hits !== undefined) return hits;
  }
  if (chain === undefined) return undefined;
  const hits = scanner.hitsOfChain(text, chain, isAnyEnough);
  return hits === 0 || (text.isUtf8 && !text.hasReturns && proven.chain?.isExact) ? hits : undefined;
}

const NOWHERE: Sure = { find: () => -1, hits: () => 0 };

/** Who counts has no use for a finder. */
function lazily(make: () => Sure["find"]): Sure["find"] {
  let made: Sure["find"] | undefined;
  return (from) => {
    made ??= make();
    return made(from);
  };
}
