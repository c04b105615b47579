// Lines that stand below the result of a search.
import type { SearchResult } from "../../search/query.ts";
import { below, type RawPath, shown } from "../../workspace/raw-path.ts";

/** Files that were named and turned out to be binary; with a directory, as they are called from there. */
export function binaryNotes({ binaryMatches }: Pick<SearchResult, "binaryMatches">, directory?: RawPath): readonly string[] {
  return binaryMatches.map((path) => `Binary file ${shown((directory === undefined ? undefined : below(directory, path)) ?? path)} matches`);
}

/** A search that ran out of time says so; `narrow` are the parameters that help. */
export function incompleteNotes({ incomplete }: SearchResult, timeoutMs: number, narrow: string): readonly string[] {
  if (incomplete === undefined) return [];
  return [`[Incomplete: the search was stopped after ${timeoutMs / 1000} s, before everything was searched. Narrow ${narrow}.]`];
}
