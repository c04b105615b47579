// The facts of a page.
import type { Entry, Page, Row, SearchQuery, Total } from "./query.ts";
import type { Scanned } from "./tally.ts";
import type { Place } from "./walk-run.ts";

/** A page of matching lines. */
export interface ContentFound {
  readonly entries: readonly Entry[];
  readonly rows: readonly Row[];
  readonly hitsShown: number;
  /** Of everything, not of the page. */
  readonly totals: { readonly entries: Total; readonly hits: Total; readonly rows: Total };
  readonly scanned: Scanned;
  /** The rows were read by the index, which reads nothing outside. */
  readonly isReadByIndex: boolean;
  /** Files that were named, of which ripgrep stopped to show lines at a NUL. */
  readonly binaryRoots: readonly Place[];
}

/** There is more if the total says so; where counting ended early, there is more by definition. */
export function pageAt(first: number, shown: number, total: Total): Page {
  return { first, shown, total, more: first + shown < total.count || !total.exact };
}

/** What a file with so many hits counts for on a page, at least: with context, there are more rows. */
export function unitsOf({ page: { unit }, content }: SearchQuery, hits: number): number {
  return Math.min(unit === "entries" ? 1 : unit === "rows" ? content.hitsPerFile : hits, hits);
}
