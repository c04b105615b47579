// Finds the lines of a text that match without running an expression, where bytes tell.
import { isAscii, isUtf8 } from "node:buffer";
import { NeedlePlaces } from "./needle-places.ts";
import type { Proven } from "./proven.ts";
import type { Needle } from "./wasm/needle.ts";
import type { Links, Scanner, SoughtChain, SoughtRow } from "./wasm/scanner.ts";

/** What is looked for on lines, and with what. */
export interface SoughtOnLines {
  readonly proven: Proven;
  readonly needles: readonly Needle[];
  /** The needles, if they are several. */
  readonly any: Links | undefined;
  readonly row: SoughtRow | undefined;
  readonly chain: SoughtChain | undefined;
  readonly edge: SoughtEdge | undefined;
  readonly scanner: Scanner;
}

export interface SoughtEdge {
  readonly needles: readonly Needle[];
  readonly isIndented: boolean;
}

export interface Sure {
  /** A place on the next matching line, from the beginning of a line on; -1 if there is none. */
  find(from: number): number;
  /** Whether there is any. */
  has(): boolean;
  /** How many there are. */
  count(): number;
}

/** Undefined if an expression is needed. */
export function sureIn(bytes: Buffer, { proven, needles, any, row, chain, scanner }: SoughtOnLines): Sure | undefined {
  const [needle] = needles;
  if (proven.isLiteral && needle !== undefined && (proven.isBeyondAscii || isAscii(bytes)))
    return any === undefined
      ? sure(
          (from) => scanner.find(bytes, from, needle),
          () => scanner.count(bytes, needle),
        )
      : sureOfAny(bytes, needles, any, scanner);
  if (row !== undefined && (proven.isRowBeyondAscii || isAscii(bytes)))
    return sure(
      (from) => scanner.findRow(bytes, from, row),
      () => scanner.countRow(bytes, row),
    );
  // Where the links are nowhere, nothing else matters.
  if (chain !== undefined && scanner.findChain(bytes, 0, chain) === -1) return NOWHERE;
  if (chain !== undefined && proven.chain?.isExact && !bytes.includes(CARRIAGE_RETURN) && isUtf8(bytes))
    return sure(
      (from) => scanner.findChain(bytes, from, chain),
      () => scanner.countChain(bytes, chain),
    );
  return undefined;
}

export const CARRIAGE_RETURN = 0x0d;
const NOWHERE: Sure = { find: () => -1, has: () => false, count: () => 0 };

function sure(find: Sure["find"], count: Sure["count"]): Sure {
  return { find, has: () => find(0) !== -1, count };
}

function sureOfAny(bytes: Buffer, needles: readonly Needle[], any: Links, scanner: Scanner): Sure {
  let places: NeedlePlaces | undefined;
  const find = (from: number): number => {
    places ??= new NeedlePlaces(bytes, needles, scanner);
    return places.find(from);
  };
  return { find, has: () => scanner.countAny(bytes, any, 1) > 0, count: () => scanner.countAny(bytes, any, bytes.length) };
}
