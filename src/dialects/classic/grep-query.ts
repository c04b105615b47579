// What grep's arguments mean, under boris' names; other dialects translate theirs first.
import { fail, ok, type Result } from "../../failure.ts";
import type { SearchQuery } from "../../search/query.ts";
import type { Arguments, Context } from "../../tool.ts";
import { splitGlobs } from "../../workspace/glob.ts";
import { searchedPaths } from "../parameters.ts";
import { MAX_GLOBS, MAX_PATTERN_CHARS, projectWalk, WHOLE_BYTES } from "../walks.ts";
import type { GrepView } from "./render-grep.ts";
import { fileType } from "./types.ts";

/** Lines above this are shown as a window. */
const MAX_COLUMNS = 2_000;

export interface GrepQuery {
  readonly search: SearchQuery;
  readonly view: GrepView;
}

interface GrepArguments {
  readonly pattern: string;
  readonly path?: string | readonly string[];
  readonly include?: string;
  readonly type?: string;
  readonly output_mode?: "files_with_matches" | "content" | "count";
  readonly case_insensitive?: boolean;
  readonly line_numbers?: boolean;
  readonly multiline?: boolean;
  readonly context_before?: number;
  readonly context_after?: number;
  readonly context?: number;
  readonly head_limit?: number;
  readonly offset?: number;
  readonly no_ignore?: boolean;
}

export function parseGrep(args: Arguments, { settings }: Context): Result<GrepQuery> {
  const given = args as unknown as GrepArguments;
  if (given.pattern === "") return fail({ code: "empty-parameter", name: "pattern" });
  const include = given.include ?? "";
  if (include.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name: "include", length: include.length, limit: MAX_PATTERN_CHARS });
  if (given.pattern.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name: "pattern", length: given.pattern.length, limit: MAX_PATTERN_CHARS });
  const globs = splitGlobs(include);
  if (globs.length > MAX_GLOBS) return fail({ code: "too-many", name: "include", count: globs.length, limit: MAX_GLOBS });
  const mode = modeOf(given);
  const take = given.head_limit === undefined || given.head_limit === 0 ? Number.POSITIVE_INFINITY : given.head_limit;
  return ok({
    search: {
      pattern: given.pattern,
      caseInsensitive: given.case_insensitive ?? false,
      multiline: given.multiline ?? false,
      roots: searchedPaths(given).map((path) => ({ path })),
      filter: { globs, types: given.type === undefined || given.type === "" ? [] : [fileType(given.type)] },
      walk: projectWalk(given.no_ignore ?? false, true),
      mode,
      order: mode === "files" ? "newest" : "path",
      content: {
        before: given.context_before ?? given.context ?? 0,
        after: given.context_after ?? given.context ?? 0,
        onlyMatching: false,
        gaps: true,
        columns: MAX_COLUMNS,
        hitsPerFile: Number.POSITIVE_INFINITY,
      },
      page: { unit: mode === "content" ? "hits" : "entries", skip: given.offset ?? 0, take },
      limits: {
        timeMs: settings.searchTimeoutMs,
        receiptMs: settings.receiptMs,
        multilineBytes: settings.maxFileBytes,
        wholeBytes: WHOLE_BYTES,
        textChars: settings.maxOutputChars,
      },
    },
    view: { mode, lineNumbers: given.line_numbers === false ? "hidden" : "shown", offset: given.offset ?? 0 },
  });
}

function modeOf({ output_mode: mode }: GrepArguments): SearchQuery["mode"] {
  return mode === undefined || mode === "files_with_matches" ? "files" : mode;
}
