// The facts of a page.
import type { Found } from "./found.ts";
import type { Entry, Page, Row, Total } from "./query.ts";
import type { Scanned } from "./tally.ts";

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
  readonly binaryRoots: readonly Found<unknown>[];
}

/** There is more if the total says so; where counting ended early, there is more by definition. */
export function pageAt(first: number, shown: number, total: Total): Page {
  return { first, shown, total, more: first + shown < total.count || !total.exact };
}
