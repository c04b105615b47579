// What ripgrep would print of a text, found in process. Only where that is proven equal: whatever is in doubt is left to ripgrep.
import { isAscii } from "node:buffer";
import type { RawPath } from "../../../workspace/raw-path.ts";
import type { AcrossLines } from "../pattern/across-lines.ts";
import type { Automata } from "../pattern/automaton/automaton.ts";
import type { Chain } from "../pattern/chain.ts";
import type { Edge } from "../pattern/edge.ts";
import type { Proven } from "../pattern/proven.ts";
import { CARRIAGE_RETURN } from "../segments/grams.ts";
import { isPlainUtf8, type Text } from "../texts/parts.ts";
import { needleOf, needleOfRow } from "../wasm/needle.ts";
import type { Scanner, SoughtChain } from "../wasm/scanner.ts";
import type { SoughtByAutomata } from "./automaton-places.ts";
import { CoveredLines, Matches, type SoughtAcross } from "./covered-lines.ts";
import { LinePrinter, type Lines } from "./line-printer.ts";
import { MatchingLines } from "./matching-lines.ts";
import { type SoughtEdge, type SoughtOnLines, sureIn, waysTo } from "./sure.ts";

/** What is printed of a file that matches: its name, its count of matching lines (or of matches across lines), or those lines with others around them. */
export type Shape = { readonly what: "names" } | { readonly what: "counts" } | Lines;

/** What a run prints: names, counts, or lines. */
export type What = Shape["what"];

/** What is looked for, and with what: on lines, or across their ends. */
export type Sought = SoughtOnLines | SoughtAcross;

/** `isForMany`: in so many files that it is worth making more for it. */
export function soughtOf(proven: Proven | AcrossLines, scanner: Scanner, { isForMany } = { isForMany: false }): Sought {
  if ("match" in proven) return { across: proven, starts: proven.starts.map((start) => needleOf(start, proven.foldsCase)), scanner };
  const needles = proven.needles.map((needle) => needleOf(needle, proven.foldsCase));
  const row = proven.row && { row: proven.row, needle: needleOfRow(proven.row) };
  const automata = proven.automata ?? (isForMany ? proven.automataForMany : undefined);
  const means = { needles, row, byAutomata: automata && soughtByAutomata(automata), scanner };
  return { proven, ...means, ways: waysTo(proven, means), chain: proven.chain && soughtChain(proven.chain), edge: proven.edge && soughtEdge(proven.edge) };
}

function soughtByAutomata(automata: Automata): SoughtByAutomata {
  const { among } = automata;
  return { automata, among: among && { links: among.texts.map((text) => needleOf(text, among.foldsCase)) } };
}

function soughtEdge({ texts, foldsCase, isIndented }: Edge): SoughtEdge {
  return { needles: texts.map((text) => needleOf(text, foldsCase)), isIndented };
}

/** The longest is the rarest, as a rule. */
function soughtChain({ texts, foldsCase }: Chain): SoughtChain {
  const lengths = texts.map(({ length }) => length);
  return { links: texts.map((text) => needleOf(text, foldsCase)), rarest: lengths.indexOf(Math.max(...lengths)) };
}

/** Whether texts tell where a pattern may match in them, or how often. */
export function canVerify(proven: Proven | AcrossLines, what: What): boolean {
  if ("match" in proven) return what !== "counts" || proven.isCountable;
  return (
    proven.needles.length > 0 ||
    proven.isLiteral ||
    proven.automata !== undefined ||
    (proven.row !== undefined && (proven.isRowBeyondAscii || what === "names"))
  );
}

/** What is printed, one character a byte, and how many lines of the file match, as far as they were counted. */
export interface Printed {
  readonly text: string;
  readonly hits: number;
  /** About so many characters of it are shown: names, or lines without what stands before them. */
  readonly shownChars: number;
  /** There may be more: it was enough. */
  readonly isCut?: true;
}

/** So many lines, or so much text, are enough, once so many characters are printed. */
export interface Enough {
  readonly hits: number;
  readonly shownChars: number;
  readonly chars: number;
}

const ALL: Enough = { hits: Number.POSITIVE_INFINITY, shownChars: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY };
export const NOTHING: Printed = { text: "", hits: 0, shownChars: 0 };

/** Undefined if only ripgrep can say. */
export function printedOf(name: RawPath, texts: readonly Text[], sought: Sought, shape: Shape, enough?: Enough): Printed | undefined {
  if (shape.what === "names" && texts.some((text) => hasRow(text, sought))) return printedAs("names", name, 1);
  if (!texts.every((text) => isUnderstood(text, sought))) return undefined;
  if (shape.what === "lines") return linesOf(name, texts, sought, shape, enough);
  const hits = countOf(texts, sought, shape.what === "names" ? 1 : Number.POSITIVE_INFINITY);
  if (hits === undefined || hits === 0) return hits === 0 ? NOTHING : undefined;
  return printedAs(shape.what, name, hits);
}

function printedAs(what: "names" | "counts", name: RawPath, hits: number): Printed {
  const text = what === "names" ? `${name}\0` : `${name}\0${hits}\n`;
  return { text, hits, shownChars: text.length };
}

/** Whether a row stands in a text, in ASCII: then it matches, whatever else is in it. */
function hasRow({ bytes }: Text, sought: Sought): boolean {
  return "proven" in sought && sought.row !== undefined && sought.scanner.findRow(bytes, 0, sought.row) !== -1;
}

/** Whether it can be told of a text where the pattern may begin to match in it. */
function isUnderstood({ bytes }: Text, sought: Sought): boolean {
  if ("across" in sought) return (sought.across.wide !== undefined || isAscii(bytes)) && !bytes.includes(CARRIAGE_RETURN);
  const { isLiteral, needles, isBeyondAscii } = sought.proven;
  if (sought.byAutomata !== undefined && isPlainUtf8(bytes)) return true;
  if ((isBeyondAscii && (isLiteral || needles.length > 0)) || sureIn(bytes, sought) !== undefined || isAscii(bytes)) return true;
  return sought.edge !== undefined && !bytes.includes(CARRIAGE_RETURN);
}

/** Matching lines, or matches where these run across lines; no more than needed. */
function countOf(texts: readonly Text[], sought: Sought, most: number): number | undefined {
  let count = 0;
  for (const text of texts) {
    const more = countIn(text, sought, most - count);
    if (more === undefined) return undefined;
    count += more;
    if (count >= most) break;
  }
  return count;
}

function countIn(text: Text, sought: Sought, most: number): number | undefined {
  if ("across" in sought) return countOfAll(new Matches(text.bytes, sought), most);
  const sure = sureIn(text.bytes, sought);
  if (sure !== undefined) return sure.hits(most === 1);
  return countOfAll(new MatchingLines(text.bytes, sought), most);
}

function countOfAll(all: MatchingLines | Matches, most: number): number | undefined {
  let count = 0;
  while (count < most && all.next() !== undefined) count++;
  return all.isUndecided ? undefined : count;
}

function linesOf(name: RawPath, texts: readonly Text[], sought: Sought, shape: Lines, enough: Enough = ALL): Printed | undefined {
  let [printed, hits, shownChars] = ["", 0, 0];
  for (const text of texts) {
    const lines = "across" in sought ? new CoveredLines(text.bytes, new Matches(text.bytes, sought)) : new MatchingLines(text.bytes, sought);
    const printer = new LinePrinter(name, text, shape, sought.scanner);
    for (let hit = lines.next(); hit !== undefined; hit = lines.next()) {
      const isMuch = printed.length + printer.text.length > enough.chars;
      if (isMuch && (hits >= enough.hits || shownChars + printer.shownChars >= enough.shownChars))
        return { text: printed + printer.text, hits, shownChars: shownChars + printer.shownChars, isCut: true };
      if (!printer.hit(hit)) return undefined;
      hits++;
    }
    const more = printer.end();
    if (more === undefined || lines.isUndecided) return undefined;
    printed += more;
    shownChars += printer.shownChars;
  }
  return { text: printed, hits, shownChars };
}
