// What few lines have, and all that match: an automaton need only go through these.
import { ASCII, type CharSet, codesOf, isWithin } from "../char-set.ts";
import { type Needles, needlesOf } from "../needles.ts";
import { type Row, widestRowOf } from "../row.ts";
import type { Repeat, Shape } from "../shape.ts";
import { shareOf } from "./skip.ts";

/** One of both, or nothing. */
export interface OnFewLines {
  readonly near: Row | undefined;
  /** Texts of which a matching line has one, in files that have no letters which are others without case, if case does not count. */
  readonly among: Pick<Needles, "texts" | "foldsCase"> | undefined;
}

/** Of a shape with exact sets. */
export function onFewLines(shape: Shape): OnFewLines {
  const near = nearOf(shape);
  return { near, among: near === undefined ? amongOf(shape) : undefined };
}

/** A single letter that is more common than this, in a thousand, is on most lines. */
const COMMON_LETTER = 15;

function amongOf(shape: Shape): OnFewLines["among"] {
  const { texts, foldsCase } = needlesOf(shape);
  const areRare = texts.every((text) => text.length > 1 || shareOf([text.charCodeAt(0)]) <= COMMON_LETTER);
  return texts.length > 0 && areRare ? { texts, foldsCase } : undefined;
}

/** More would tell little more. */
const MAX_LENGTH = 8;
/** If they stand at more places than one of so many, as a rule, most of the time would go into what is around them. */
const RARE = 1 / 1_000;
/** The share of what is beyond ASCII, in a thousand. */
const SHARE_BEYOND = 5;

/** Characters that stand beside each other in every match, each of some set. Undefined if there is nothing rare, or nothing that is looked for by a single byte. */
function nearOf(shape: Shape): Row | undefined {
  const [rarest] = runsIn(piecesOf(shape))
    .map((sets) => ({ sets, share: sets.reduce((share, set) => share * shareOfSet(set), 1) }))
    .filter(({ share }) => share <= RARE)
    .sort((a, b) => a.share - b.share);
  const row = rarest && widestRowOf(rarest.sets);
  return row !== undefined && row.letters.length > 0 ? row : undefined;
}

function shareOfSet(set: CharSet): number {
  return (shareOf(codesOf(set)) + (isWithin(set, ASCII) ? 0 : SHARE_BEYOND)) / 1_000;
}

/** A character of a set, or anything, or nothing. */
type Piece = CharSet | "gap";

/** Of what every match consists. */
function piecesOf(shape: Shape): readonly Piece[] {
  switch (shape.kind) {
    case "set":
      return [shape.set];
    case "place":
      return []; // it takes no room
    case "row":
      return shape.parts.flatMap(piecesOf);
    case "repeat":
      return piecesOfRepeat(shape);
    default:
      return ["gap"];
  }
}

function piecesOfRepeat({ of, min, max }: Repeat): readonly Piece[] {
  const once = piecesOf(of);
  const least = Array.from({ length: Math.min(min, MAX_LENGTH) }, () => once).flat();
  if (min === max && min <= MAX_LENGTH) return least;
  return [...least, "gap", ...(min > 0 && of.kind === "set" ? once : [])]; // its last one stands beside what comes next
}

/** Sets of which a character each stands beside the next. Of a character that has several bytes, only one stands beside another. */
function runsIn(pieces: readonly Piece[]): readonly (readonly CharSet[])[] {
  const runs: CharSet[][] = [[]];
  for (const piece of pieces) {
    if (piece !== "gap") runs.at(-1)?.push(piece);
    if (piece === "gap" || runs.at(-1)?.length === MAX_LENGTH) runs.push([]);
    else if (!isWithin(piece, ASCII)) runs.push([piece]);
  }
  return runs;
}
