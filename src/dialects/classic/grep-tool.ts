// grep as a tool; a dialect chooses how the parameters are called.
import type { SearchResult } from "../../search/query.ts";
import { search } from "../../search/search.ts";
import { type Arguments, type InputSchema, readOnly, type ToolDefinition } from "../../tool.ts";
import { type GrepQuery, parseGrep } from "./grep-query.ts";
import { renderGrep } from "./render-grep.ts";

/** Every parameter under boris' name. */
export const GREP_PARAMETERS = {
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
} as const satisfies InputSchema["properties"];

/** A grep with these parameters; `translated` gives them boris' names. */
export function makeGrep(properties: InputSchema["properties"], translated: (args: Arguments) => Arguments): ToolDefinition<GrepQuery, SearchResult> {
  return {
    name: "grep",
    role: "search",
    description:
      "Search file contents with a regular expression (Rust syntax). Returns matching files, newest first, by default; output_mode content shows lines, count shows matching lines per file. " +
      "Respects .gitignore and skips node_modules, .git and binary files; a search without results says what was skipped. Large results come in pages: go on with offset. " +
      'Escape braces to match them literally: "interface\\{\\}".',
    annotations: readOnly("Search file contents"),
    inputSchema: { type: "object", properties, required: ["pattern"], additionalProperties: false },
    parse: (args, context) => parseGrep(translated(args), context),
    run: (query, { workspace, signal }) => search(query.search, workspace, signal),
    render: (result, { view }, context) => renderGrep(result, view, context),
  };
}
