// Somebody else who may answer a search: a running server with an index, for a program that has only just started.
import type { Result } from "../failure.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { SearchQuery, SearchResult } from "./query.ts";

/** Answers as this process would; undefined if it does not, for whatever reason. Cancellation throws. */
export type Elsewhere = (query: SearchQuery, signal: AbortSignal) => Promise<Result<SearchResult> | undefined>;

const SUBJECT = "elsewhere";

/** Has searches of a workspace asked elsewhere first. */
export function askElsewhere(workspace: Workspace, elsewhere: Elsewhere): void {
  workspace.session.memory.set(SUBJECT, elsewhere);
}

export function elsewhereOf(workspace: Workspace): Elsewhere | undefined {
  return workspace.session.memory.get(SUBJECT) as Elsewhere | undefined;
}
