// Grep: search file contents.
import { prepareTree } from "../../search/index/prepare.ts";
import type { SearchResult } from "../../search/query.ts";
import { search } from "../../search/search.ts";
import { readOnly, type ToolDefinition } from "../../tool.ts";
import { grepWalk } from "../walks.ts";
import { type GrepQuery, parseGrep } from "./grep-query.ts";
import { renderGrep } from "./render-grep.ts";

export const grep: ToolDefinition<GrepQuery, SearchResult> = {
  name: "Grep",
  role: "search",
  description:
    "Search file contents with a Rust regex; use it instead of grep or rg. Obeys .gitignore; without results it says what was skipped. " +
    "Go on with offset where a result is cut. Escape literal braces: `interface\\{\\}`.",
  annotations: readOnly("Search"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string" },
      path: { type: "string", description: "File or directory" },
      glob: { type: "string", description: 'e.g. "*.{ts,tsx}", "src/**"' },
      output_mode: { type: "string", enum: ["content", "files_with_matches", "count"], description: "Default: files, newest first" },
      "-B": { type: "integer", minimum: 0, description: "Lines before, with content" },
      "-A": { type: "integer", minimum: 0 },
      "-C": { type: "integer", minimum: 0 },
      context: { type: "integer", minimum: 0 },
      "-n": { type: "boolean", description: "Default true" },
      "-i": { type: "boolean" },
      "-o": { type: "boolean", description: "Only matched parts" },
      type: { type: "string", description: "js, py, rust, …" },
      head_limit: { type: "integer", minimum: 0, description: "Lines or files, default 250, 0: all" },
      offset: { type: "integer", minimum: 0 },
      multiline: { type: "boolean" },
      no_ignore: { type: "boolean", description: "Also ignored files" },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  parse: parseGrep,
  prepare: (workspace) => prepareTree(grepWalk(false), workspace),
  run: (query, { workspace, signal }) => search(query.search, workspace, signal),
  render: renderGrep,
};
