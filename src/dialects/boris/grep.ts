// grep: search file contents.
import { fail, ok, type Result } from "../../failure.ts";
import type { SearchQuery, SearchResult } from "../../search/query.ts";
import { search } from "../../search/search.ts";
import { type Arguments, type Context, readOnly, type ToolDefinition } from "../../tool.ts";
import { splitGlobs } from "../../workspace/glob.ts";
import { MAX_PATTERN_CHARS, projectWalk, RECEIPT_MS, WHOLE_BYTES } from "../walks.ts";
import { type GrepView, renderGrep } from "./render-grep.ts";
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

export const grep: ToolDefinition<GrepQuery, SearchResult> = {
  name: "grep",
  role: "search",
  description:
    "Search file contents with a regular expression (Rust syntax). Returns matching files, newest first, by default; output_mode content shows lines, count shows matching lines per file. " +
    "Respects .gitignore and skips node_modules, .git and binary files; a search without results says what was skipped. Large results come in pages: go on with offset. " +
    'Escape braces to match them literally: "interface\\{\\}".',
  annotations: readOnly("Search file contents"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "Regular expression in Rust syntax" },
      path: { type: "string", description: "File or directory to search (default: the working directory)" },
      include: { type: "string", description: 'Glob of files to search, e.g. "*.py", "*.{ts,tsx}", "src/**/*.go"; several separated by spaces; ! excludes' },
      type: { type: "string", description: "File type: c, cpp, css, go, html, java, js, json, markdown, py, rust, ts, yaml, or any type ripgrep knows" },
      output_mode: { type: "string", enum: ["files_with_matches", "content", "count"], description: "What to return (default files_with_matches)" },
      case_insensitive: { type: "boolean", description: "Ignore case (default false)" },
      line_numbers: { type: "boolean", description: "Show line numbers in content mode (default true)" },
      multiline: { type: "boolean", description: "Let matches span lines; . matches newlines (default false)" },
      context_before: { type: "integer", minimum: 0, description: "Lines to show before each match (content mode)" },
      context_after: { type: "integer", minimum: 0, description: "Lines to show after each match (content mode)" },
      context: { type: "integer", minimum: 0, description: "Lines to show before and after each match (content mode)" },
      head_limit: { type: "integer", minimum: 0, description: "At most this many matches (content) or files (other modes); 0 = no limit" },
      offset: { type: "integer", minimum: 0, description: "Skip this many matches or files: the next page" },
      no_ignore: { type: "boolean", description: "Also search ignored files and node_modules (default false)" },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  parse,
  run: (query, { workspace, signal }) => search(query.search, workspace, signal),
  render: (result, { view }, context) => renderGrep(result, view, context),
};

function parse(args: Arguments, { settings }: Context): Result<GrepQuery> {
  const given = args as unknown as GrepArguments;
  if (given.pattern === "") return fail({ code: "empty-parameter", name: "pattern" });
  if (given.pattern.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name: "pattern", length: given.pattern.length, limit: MAX_PATTERN_CHARS });
  const mode = modeOf(given);
  const take = given.head_limit === undefined || given.head_limit === 0 ? Number.POSITIVE_INFINITY : given.head_limit;
  return ok({
    search: {
      pattern: given.pattern,
      caseInsensitive: given.case_insensitive ?? false,
      multiline: given.multiline ?? false,
      roots: rootsOf(given.path).map((path) => ({ path })),
      filter: { globs: splitGlobs(given.include ?? ""), types: given.type === undefined || given.type === "" ? [] : [fileType(given.type)] },
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
        receiptMs: RECEIPT_MS,
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

function rootsOf(path: GrepArguments["path"]): readonly string[] {
  if (path === undefined || path === "") return ["."];
  return typeof path === "string" ? [path] : path;
}
