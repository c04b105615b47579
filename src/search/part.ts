// The front of a result: where a page is asked for, what comes after it need not be looked at.
import type { SearchQuery } from "./query.ts";
import { areRowsHits } from "./rows.ts";
import type { Scan } from "./scan.ts";

/** A part of a result, in its order, that is enough. */
export interface Part extends Pick<SearchQuery, "order"> {
  /** What is counted: matching files or matching lines. */
  readonly unit: "entries" | "hits";
  /** So many will do, as far as can be said before. */
  readonly least: number;
  /** More than so many are not shown. */
  readonly most: number;
  /** What was found so far, after so many that come before it and were counted. */
  found(before?: number): Extent;
  /** So many characters of what is shown fill a page, too. */
  readonly fullChars: number;
  /** So many come before it. */
  readonly skip: number;
  /** What comes before it, and after it, need only be counted. */
  readonly isFrontCounted: boolean;
  readonly isRestCounted: boolean;
}

/** How much was found. */
export interface Extent {
  readonly count: number;
  /** About so many characters would be shown of it; undefined if that is not known. */
  readonly chars: number | undefined;
}

/** Few names and lines have fewer characters than this. */
const SHORT = 20;
/** More is not a part: nearly always, it is all there is. */
const MAX_LEAST = 100_000;
/** A line that is shown has at least its end. */
const SHORTEST = 1;

/** What a page needs: one more than it shows, to know that there is more. Each hit is at least one row. */
export function partOf({ mode, order, page, content, roots, limits }: SearchQuery, found: Part["found"]): Pick<Scan, "part"> {
  const isContent = mode === "content";
  const countsHits = isContent && page.unit !== "entries";
  const fits = Math.ceil(limits.textChars / (found().chars === undefined ? SHORTEST : SHORT));
  const least = page.skip + Math.min(page.take, fits) + 1;
  const most = page.skip + Math.min(page.take, Math.ceil(limits.textChars / SHORTEST));
  const isOneRoot = roots.length === 1;
  if (!isOneRoot || least > MAX_LEAST || (page.unit !== "entries" && Number.isFinite(content.hitsPerFile))) return {};
  const isRestCounted = page.unit !== "rows" || areRowsHits({ content });
  const isFrontCounted = isContent && page.unit === "hits";
  const fixed = { least, most, fullChars: limits.textChars, skip: page.skip, isFrontCounted, isRestCounted };
  return { part: { order: isContent ? "path" : order, unit: countsHits ? "hits" : "entries", ...fixed, found } };
}

/** Whether there is enough for the page, and for knowing that there is more. */
export function isEnough({ most, found, fullChars }: Part, before: number): boolean {
  const { count, chars = 0 } = found(before);
  return count > most || chars > fullChars;
}
