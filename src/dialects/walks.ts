// Where searches go, as the dialects agree on it.
import type { WalkQuery } from "../search/query.ts";

/** Version control's own files are in nobody's way. */
export const VCS_NAMES: readonly string[] = [".git", ".svn", ".hg", ".bzr", ".jj", ".sl"];

/** Results of this size are cheap to keep; larger ones are counted first and read page by page. */
export const WHOLE_BYTES = 512 * 1024;

/** A filter may have this many globs: each is tried on every path. */
export const MAX_GLOBS = 100;

/** A pattern, or a filter, may have this many characters. */
export const MAX_PATTERN_CHARS = 4_096;

/** The walk of boris, anthropic and omp: everything but what is ignored and node_modules; `no_ignore` takes those in, too. */
export function projectWalk(noIgnore: boolean, followLinks: boolean): WalkQuery {
  return { ignoreFiles: !noIgnore, hidden: true, followLinks, skipNames: VCS_NAMES, bulkNames: noIgnore ? [] : ["node_modules"] };
}
