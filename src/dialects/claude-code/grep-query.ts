// What Grep's arguments mean.
import { fail, ok, type Result } from "../../failure.ts";
import type { ContentQuery, SearchQuery } from "../../search/query.ts";
import type { Arguments, Context } from "../../tool.ts";
import { splitGlobs } from "../../workspace/glob.ts";
import { searchedPaths } from "../parameters.ts";
import { grepWalk, MAX_GLOBS, MAX_PATTERN_CHARS, WHOLE_BYTES } from "../walks.ts";

/** Lines above this are shown as a window. */
const MAX_COLUMNS = 500;
export const DEFAULT_HEAD_LIMIT = 250;

export interface GrepQuery {
  readonly search: SearchQuery;
  readonly lineNumbers: "shown" | "hidden";
}

interface GrepArguments {
  readonly pattern: string;
  readonly path?: string | readonly string[];
  readonly glob?: string;
  readonly output_mode?: "files_with_matches" | "content" | "count";
  readonly "-B"?: number;
  readonly "-A"?: number;
  readonly "-C"?: number;
  readonly context?: number;
  readonly "-n"?: boolean;
  readonly "-i"?: boolean;
  readonly "-o"?: boolean;
  readonly type?: string;
  readonly head_limit?: number;
  readonly offset?: number;
  readonly multiline?: boolean;
  readonly no_ignore?: boolean;
}

export function parseGrep(args: Arguments, { settings }: Context): Result<GrepQuery> {
  const given = args as unknown as GrepArguments;
  const { pattern, glob = "", head_limit: limit = DEFAULT_HEAD_LIMIT } = given;
  for (const [name, text] of Object.entries({ pattern, glob }))
    if (text.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name, length: text.length, limit: MAX_PATTERN_CHARS });
  const globs = splitGlobs(glob);
  if (globs.length > MAX_GLOBS) return fail({ code: "too-many", name: "glob", count: globs.length, limit: MAX_GLOBS });
  const mode = modeOf(given);
  return ok({
    search: {
      pattern,
      caseInsensitive: given["-i"] ?? false,
      multiline: given.multiline ?? false,
      roots: searchedPaths(given).map((path) => ({ path })),
      filter: { globs, types: given.type === undefined || given.type === "" ? [] : [{ name: given.type }] },
      walk: grepWalk(given.no_ignore ?? false),
      mode,
      order: mode === "files" ? settings.claudeCode.order : "path",
      content: contentOf(given),
      page: { unit: mode === "content" ? "rows" : "entries", skip: given.offset ?? 0, take: limit === 0 ? Number.POSITIVE_INFINITY : limit },
      limits: {
        timeMs: settings.searchTimeoutMs,
        receiptMs: settings.receiptMs,
        multilineBytes: settings.maxFileBytes,
        wholeBytes: WHOLE_BYTES,
        textChars: settings.maxOutputChars,
      },
    },
    lineNumbers: given["-n"] === false ? "hidden" : "shown",
  });
}

/** `context` beats `-C`, which beats `-A` and `-B`; groups are told apart only where there is context. */
function contentOf(given: GrepArguments): ContentQuery {
  const around = given.context ?? given["-C"];
  const before = around ?? given["-B"] ?? 0;
  const after = around ?? given["-A"] ?? 0;
  return {
    before,
    after,
    onlyMatching: given["-o"] ?? false,
    gaps: before > 0 || after > 0,
    columns: MAX_COLUMNS,
    hitsPerFile: Number.POSITIVE_INFINITY,
  };
}

function modeOf({ output_mode: mode }: GrepArguments): SearchQuery["mode"] {
  return mode === undefined || mode === "files_with_matches" ? "files" : mode;
}
