// A result for programs: the same facts, with paths as text.
import type { Entry, FindResult, Root, SearchResult } from "../../search/query.ts";
import { joined, textOf } from "../../workspace/raw-path.ts";

export function structuredSearch(result: SearchResult): unknown {
  const { roots, entries, rows, page, totals, skipped, incomplete, binaryMatches } = result;
  return {
    // There can be very many, and few callers want them in this form.
    get entries() {
      return entries.map((entry) => entryOf(entry, roots));
    },
    rows,
    page,
    totals,
    skipped: { ...skipped, tooLarge: skipped.tooLarge.map(textOf), unreadable: skipped.unreadable.map(({ path, reason }) => ({ path: textOf(path), reason })) },
    binaryMatches: binaryMatches.map(textOf),
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

export function structuredFind({ roots, entries, page, total, skipped, incomplete }: FindResult): unknown {
  return {
    entries: entries.map((entry) => entryOf(entry, roots)),
    page,
    total,
    skipped: { ...skipped, unreadable: skipped.unreadable.map(({ path, reason }) => ({ path: textOf(path), reason })) },
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

function entryOf({ root, name, kind, count }: Entry, roots: readonly Root[]): unknown {
  const path = textOf(joined(roots[root]?.path ?? "", name));
  return { path, name: textOf(name), kind, ...(count === undefined ? {} : { count }) };
}
