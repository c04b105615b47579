// grep as a tool; a dialect chooses how the parameters are called.
import { prepareTree } from "../../search/index/prepare.ts";
import type { SearchResult } from "../../search/query.ts";
import { search } from "../../search/search.ts";
import { type Arguments, type InputSchema, readOnly, type ToolDefinition } from "../../tool.ts";
import { projectWalk } from "../walks.ts";
import { type GrepQuery, parseGrep } from "./grep-query.ts";
import { renderGrep } from "./render-grep.ts";

/** Every parameter under boris' name. */
export const GREP_PARAMETERS = {
  pattern: { type: "string", description: "Regular expression in Rust syntax" },
  path: { type: "string", description: "File or directory (default: the working directory)" },
  include: { type: "string", description: 'Globs of files, e.g. "*.{ts,tsx}", "src/**/*.go !*_test.go"' },
  type: { type: "string", description: "File type as ripgrep names it, e.g. py, ts, rust" },
  output_mode: { type: "string", enum: ["files_with_matches", "content", "count"], description: "Files (default), matching lines, or their number per file" },
  case_insensitive: { type: "boolean", description: "Ignore case" },
  line_numbers: { type: "boolean", description: "In content mode (default true)" },
  multiline: { type: "boolean", description: "Let matches span lines; . matches newlines" },
  context_before: { type: "integer", minimum: 0, description: "Lines before a match" },
  context_after: { type: "integer", minimum: 0, description: "Lines after" },
  context: { type: "integer", minimum: 0, description: "Lines before and after" },
  head_limit: { type: "integer", minimum: 0, description: "At most this many matches (content) or files; 0 = no limit" },
  offset: { type: "integer", minimum: 0, description: "Skip this many: the next page" },
  no_ignore: { type: "boolean", description: "Also search ignored files and node_modules" },
} as const satisfies InputSchema["properties"];

/** A grep with these parameters; `translated` gives them boris' names. */
export function makeGrep(properties: InputSchema["properties"], translated: (args: Arguments) => Arguments): ToolDefinition<GrepQuery, SearchResult> {
  return {
    name: "grep",
    role: "search",
    description:
      "Search file contents; lists matching files, newest first, unless output_mode says otherwise. " +
      "Skips .git, node_modules, binary files and what .gitignore names; an empty result says what was skipped. Long results come in pages: go on with offset. " +
      'Escape braces to match them literally: "interface\\{\\}".',
    annotations: readOnly("Search file contents"),
    inputSchema: { type: "object", properties, required: ["pattern"], additionalProperties: false },
    parse: (args, context) => parseGrep(translated(args), context),
    prepare: (workspace) => prepareTree(projectWalk(false, true), workspace),
    run: (query, { workspace, signal }) => search(query.search, workspace, signal),
    render: (result, { view }, context) => renderGrep(result, view, context),
  };
}
