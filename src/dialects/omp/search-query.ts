// What search's arguments mean.
import { fail, ok, type Result } from "../../failure.ts";
import type { MixedQuery, PathTarget } from "../../search/mixed/query.ts";
import type { Arguments, Context } from "../../tool.ts";
import { MAX_PATTERN_CHARS, projectWalk, WHOLE_BYTES } from "../walks.ts";
import { withLiteralBraces } from "./lenient-pattern.ts";
import { MAX_COLUMNS } from "./limits.ts";
import { pathList } from "./path-list.ts";

const FILES_PER_PAGE = 20;
const HITS_PER_FILE = { alone: 200, among: 20 };
/** More than an answer shows: all of a page is kept as an artifact. */
const MAX_TEXT_CHARS = 4 * 1024 * 1024;

export interface SearchQuery {
  /** As it is searched: braces that cannot count are literal. */
  readonly mixed: Omit<MixedQuery, "targets">;
  /** As the caller wrote it. */
  readonly pattern: string;
  readonly paths: readonly PathTarget[];
}

interface SearchArguments {
  readonly pattern: string;
  readonly paths: readonly string[];
  readonly i?: boolean;
  readonly gitignore?: boolean;
  readonly skip?: number;
}

export function parseSearch(args: Arguments, { settings }: Context): Result<SearchQuery> {
  const { i = false, gitignore = true, skip = 0, ...given } = args as unknown as SearchArguments;
  const pattern = given.pattern.trim();
  if (pattern === "") return fail({ code: "empty-parameter", name: "pattern" });
  if (pattern.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name: "pattern", length: pattern.length, limit: MAX_PATTERN_CHARS });
  const paths = pathList(given.paths, settings);
  if (!paths.ok) return paths;
  return ok({
    pattern,
    paths: paths.value,
    mixed: {
      pattern: withLiteralBraces(pattern),
      caseInsensitive: i,
      multiline: /\n|\\n/.test(pattern),
      walk: projectWalk(!gitignore, false),
      context: { before: settings.contextBefore, after: settings.contextAfter, columns: MAX_COLUMNS },
      hitsPerFile: HITS_PER_FILE,
      page: { skip, take: FILES_PER_PAGE },
      limits: {
        timeMs: settings.searchTimeoutMs,
        receiptMs: settings.receiptMs,
        multilineBytes: settings.maxFileBytes,
        wholeBytes: WHOLE_BYTES,
        textChars: MAX_TEXT_CHARS,
      },
    },
  });
}
