// How a page is told: Claude Code's `limit: 2, offset: 4`, and where the next one begins.
import type { Page } from "../../search/query.ts";
import { amount } from "../wording/receipt.ts";

/** The limit only if it cut something, the offset only if there is one. */
export function pageWords({ first, shown, more }: Page): string {
  const isCut = more && shown > 0;
  return [...(isCut ? [`limit: ${shown}`] : []), ...(first > 0 ? [`offset: ${first}`] : [])].join(", ");
}

export function nextPage({ first, shown, total, more }: Page): readonly string[] {
  return more && shown > 0 ? [`${amount(total)} in all; next page: offset=${first + shown}`] : [];
}
