// The front of a result: where a page is asked for, what comes after it need not be looked at.
import type { SearchQuery } from "./query.ts";
import type { Scan } from "./scan.ts";

/** So much of a result, in its order, is enough. */
export interface Part extends Pick<SearchQuery, "order"> {
  /** What is counted: matching files or matching lines. */
  readonly unit: "entries" | "hits";
  readonly least: number;
  /** How much was found so far. */
  found(): number;
}

/** What a page needs: one more than it shows, to know that there is more. Each hit is at least one row. */
export function partOf({ mode, order, page, content, roots }: SearchQuery, found: () => number): Pick<Scan, "part"> {
  const least = page.skip + page.take + 1;
  const isOneRoot = roots.length === 1;
  const countsHits = mode === "content" && page.unit !== "entries";
  if (!isOneRoot || !Number.isFinite(least) || (page.unit !== "entries" && Number.isFinite(content.hitsPerFile))) return {};
  return { part: { order: mode === "content" ? "path" : order, unit: countsHits ? "hits" : "entries", least, found } };
}
