// The rows of a search, file by file.
import type { Entry, Row, SearchResult } from "../query.ts";
import type { Group, GroupPlace } from "./query.ts";

/** The groups of a content result, in its order. */
export function groupsOf({ entries, rows }: Pick<SearchResult, "entries" | "rows">, placeOf: (entry: Entry) => GroupPlace): readonly Group[] {
  const byEntry = rowsByEntry(entries.length, rows);
  return entries.map((entry, index) => {
    const own = byEntry[index] as readonly Row[];
    const shown = own.filter((row) => row.kind === "hit").length;
    return { place: placeOf(entry), rows: own, shown, hits: { count: Math.max(shown, entry.count ?? 0), exact: true } };
  });
}

/** Gaps between files are nobody's. */
function rowsByEntry(count: number, rows: readonly Row[]): readonly (readonly Row[])[] {
  const byEntry = Array.from({ length: count }, (): Row[] => []);
  let gap: Row | undefined;
  for (const row of rows) {
    if (row.kind === "gap") {
      gap = row;
      continue;
    }
    const own = byEntry[row.entry] as Row[];
    if (gap !== undefined && own.length > 0) own.push(gap);
    gap = undefined;
    own.push(row);
  }
  return byEntry;
}
