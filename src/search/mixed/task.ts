// What the parts of a mixed search share: the question, the clock, and what is noted on the way.
import type { Failure } from "../../failure.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { SearchLimits, SearchQuery, Skipped } from "../query.ts";
import type { ArchiveFacts, MixedQuery } from "./query.ts";

export class MixedTask {
  readonly query: MixedQuery;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly skipped: Skipped[] = [];
  readonly binaryMatches: RawPath[] = [];
  readonly archives: ArchiveFacts[] = [];
  readonly unsearched: { readonly path: string; readonly why: Failure }[] = [];
  isIncomplete = false;
  readonly #deadline: number;

  constructor(query: MixedQuery, workspace: Workspace, signal: AbortSignal) {
    this.query = query;
    this.workspace = workspace;
    this.signal = signal;
    this.#deadline = performance.now() + query.limits.timeMs;
  }

  /** All parts have one time together. */
  get limits(): SearchLimits {
    return { ...this.query.limits, timeMs: Math.max(1, this.#deadline - performance.now()) };
  }

  /** What every part looks for. */
  pattern(hitsPerFile: number): Pick<SearchQuery, "pattern" | "caseInsensitive" | "multiline" | "content"> {
    const { pattern, caseInsensitive, multiline, context } = this.query;
    return { pattern, caseInsensitive, multiline, content: { ...context, onlyMatching: false, gaps: true, hitsPerFile } };
  }
}
