// The facts of a page.
import type { Page, Total } from "./query.ts";

/** There is more if the total says so; where counting ended early, there is more by definition. */
export function pageAt(first: number, shown: number, total: Total): Page {
  return { first, shown, total, more: first + shown < total.count || !total.exact };
}
