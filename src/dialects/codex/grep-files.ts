// grep_files: which files hold a match.
import { fail, ok, type Result } from "../../failure.ts";
import { prepareTree } from "../../search/index/prepare.ts";
import type { SearchQuery, SearchResult, WalkQuery } from "../../search/query.ts";
import { search } from "../../search/search.ts";
import { type Arguments, type CallContext, type Context, type Reply, readOnly, type ToolDefinition } from "../../tool.ts";
import { splitGlobs } from "../../workspace/glob.ts";
import { joined, shown } from "../../workspace/raw-path.ts";
import { searchedPaths } from "../parameters.ts";
import { MAX_GLOBS, MAX_PATTERN_CHARS, VCS_NAMES, WHOLE_BYTES } from "../walks.ts";
import { amount, emptyReceipt, NOT_SEARCHED, standingReceipt } from "../wording/receipt.ts";
import { structuredSearch } from "../wording/structured.ts";
import { zeroIn } from "./arguments.ts";

// Codex' own numbers (grep_files.rs).
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 2_000;
const TIMEOUT_MS = 30_000;

export const grepFiles: ToolDefinition<SearchQuery, SearchResult> = {
  name: "grep_files",
  role: "search",
  // It always lists files; only a count cannot be had.
  roleArguments: ({ output_mode: mode, ...asked }) => (mode === "count" ? { ...asked, output_mode: mode } : asked),
  description:
    "Find files whose content matches a regular expression (Rust syntax, case-sensitive). Returns absolute paths, newest first. " +
    "Skips hidden, ignored (.gitignore) and binary files; a search without results says what was skipped.",
  annotations: readOnly("Find files by content"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "Regular expression to search for" },
      include: { type: "string", description: 'Glob of files to search, e.g. "*.rs" or "*.{ts,tsx}"' },
      path: { type: "string", description: "File or directory to search (default: the working directory)" },
      limit: { type: "integer", minimum: 0, description: `At most this many paths, from 1 (default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT})` },
      no_ignore: { type: "boolean", description: "Also search hidden and ignored files (default false)" },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  parse,
  prepare: (workspace) => prepareTree(walkOf(false), workspace),
  run,
  render,
};

interface GrepArguments {
  readonly pattern: string;
  readonly include?: string;
  readonly path?: string | readonly string[];
  readonly limit?: number;
  readonly no_ignore?: boolean;
}

function parse(args: Arguments, { settings }: Context): Result<SearchQuery> {
  const given = args as unknown as GrepArguments;
  const texts = { pattern: given.pattern.trim(), include: given.include?.trim() ?? "" };
  if (texts.pattern === "") return fail({ code: "empty-parameter", name: "pattern" });
  const counts = zeroIn(args, ["limit"]);
  if (!counts.ok) return counts;
  for (const [name, text] of Object.entries(texts))
    if (text.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name, length: text.length, limit: MAX_PATTERN_CHARS });
  const globs = splitGlobs(texts.include);
  if (globs.length > MAX_GLOBS) return fail({ code: "too-many", name: "include", count: globs.length, limit: MAX_GLOBS });
  return ok({
    pattern: texts.pattern,
    caseInsensitive: false,
    multiline: false,
    roots: searchedPaths(given).map((path) => ({ path })),
    filter: { globs, types: [] },
    walk: walkOf(given.no_ignore ?? false),
    mode: "files",
    order: "newest",
    content: { before: 0, after: 0, onlyMatching: false, gaps: false, columns: Number.POSITIVE_INFINITY, hitsPerFile: Number.POSITIVE_INFINITY },
    page: { unit: "entries", skip: 0, take: Math.min(given.limit ?? DEFAULT_LIMIT, MAX_LIMIT) },
    limits: {
      timeMs: settings.isDefaultSearchTimeout ? TIMEOUT_MS : settings.searchTimeoutMs,
      receiptMs: settings.receiptMs,
      multilineBytes: settings.maxFileBytes,
      wholeBytes: WHOLE_BYTES,
      textChars: settings.maxOutputChars,
    },
  });
}

function walkOf(noIgnore: boolean): WalkQuery {
  return { ignoreFiles: !noIgnore, hidden: noIgnore, followLinks: false, skipNames: VCS_NAMES, bulkNames: [] };
}

/** Out of time is a failure only if there is nothing to show for it. */
async function run(query: SearchQuery, { workspace, signal }: CallContext): Promise<Result<SearchResult>> {
  const found = await search(query, workspace, signal);
  const isFruitless = found.ok && found.value.incomplete === "time" && found.value.entries.length === 0;
  return isFruitless ? fail({ code: "time-limit", path: query.roots[0]?.path ?? "", limitMs: query.limits.timeMs }) : found;
}

function render(result: SearchResult, query: SearchQuery): Reply {
  const structured = structuredSearch(result);
  if (result.entries.length === 0) {
    const receipt = emptyReceipt(result.skipped, NOT_SEARCHED);
    return { text: receipt === undefined ? "No matches found." : `No matches found.\n${receipt}`, outcome: "nothing", structured };
  }
  const paths = result.entries.map(({ root, name }) => shown(joined(result.roots[root]?.path ?? "", name)));
  const notes = [standingReceipt(result.skipped, NOT_SEARCHED), cutNote(result, query)].filter((note) => note !== undefined);
  return { text: [...paths, ...notes].join("\n"), outcome: "found", structured };
}

/** One last line, if this is not everything. */
function cutNote({ page, incomplete }: SearchResult, { limits, page: { take } }: SearchQuery): string | undefined {
  if (!page.more) return undefined;
  const count = `${page.shown} of ${amount(page.total)} files`;
  if (incomplete !== undefined) return `[Incomplete: rg was stopped after ${limits.timeMs / 1000} seconds; showing ${count}. Narrow pattern, include or path.]`;
  return `[Showing the newest ${count}. ${take < MAX_LIMIT ? `Raise limit (at most ${MAX_LIMIT}), or narrow` : "Narrow"} pattern, include or path.]`;
}
