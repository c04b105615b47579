// Grep: search file contents.
import type { SearchResult } from "../../search/query.ts";
import { search } from "../../search/search.ts";
import { readOnly, type ToolDefinition } from "../../tool.ts";
import { type GrepQuery, parseGrep } from "./grep-query.ts";
import { renderGrep } from "./render-grep.ts";

export const grep: ToolDefinition<GrepQuery, SearchResult> = {
  name: "Grep",
  role: "search",
  description:
    "Search file contents with a regex (ripgrep, Rust syntax): use it instead of grep or rg in Bash. Obeys .gitignore; a search without results says what was skipped. " +
    "Long results come in pages with the total: go on with offset. Escape literal braces: `interface\\{\\}`.",
  annotations: readOnly("Search"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "Regular expression" },
      path: { type: "string", description: "File or directory (default: the working directory)" },
      glob: { type: "string", description: 'Filter files: "*.js", "*.{ts,tsx}", "src/**"; several with spaces' },
      output_mode: {
        type: "string",
        enum: ["content", "files_with_matches", "count"],
        description: "files_with_matches (default): paths, newest first; content: lines; count: matching lines per file",
      },
      "-B": { type: "integer", minimum: 0, description: "Lines before each match (content)" },
      "-A": { type: "integer", minimum: 0, description: "Lines after" },
      "-C": { type: "integer", minimum: 0, description: "Lines before and after" },
      context: { type: "integer", minimum: 0, description: "Alias of -C" },
      "-n": { type: "boolean", description: "Line numbers (content; default true)" },
      "-i": { type: "boolean", description: "Ignore case" },
      "-o": { type: "boolean", description: "Only the matching parts (content)" },
      type: { type: "string", description: "File type: js, py, rust, go, …" },
      head_limit: { type: "integer", minimum: 0, description: "At most so many lines or entries (default 250; 0 = no limit)" },
      offset: { type: "integer", minimum: 0, description: "Skip so many: the next page" },
      multiline: { type: "boolean", description: ". matches newlines, matches span lines" },
      no_ignore: { type: "boolean", description: "Also search ignored files" },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  parse: parseGrep,
  run: (query, { workspace, signal }) => search(query.search, workspace, signal),
  render: renderGrep,
};
