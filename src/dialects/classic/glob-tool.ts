// glob as a tool; a dialect chooses which parameters it shows.
import { find } from "../../search/find.ts";
import type { FindResult } from "../../search/query.ts";
import { type InputSchema, readOnly, type ToolDefinition } from "../../tool.ts";
import { type GlobQuery, parseGlob } from "./glob-query.ts";
import { renderGlob } from "./render-glob.ts";

export const GLOB_PARAMETERS = {
  pattern: { type: "string", description: 'Glob, e.g. "*.test.{js,ts}", "docs/**"' },
  path: { type: "string", description: "Directory (default: the working directory)" },
  type: { type: "string", enum: ["file", "directory"], description: "Default: both" },
  no_ignore: { type: "boolean", description: "Also list ignored files and node_modules" },
} as const satisfies InputSchema["properties"];

export function makeGlob(properties: InputSchema["properties"]): ToolDefinition<GlobQuery, FindResult> {
  return {
    name: "glob",
    role: "find",
    description:
      'Find files and directories by name, newest first. "*.go" matches at any depth, "src/**/*.go" below src. ' +
      "Skips .git, node_modules and what .gitignore names; an empty result says what was skipped. Cut at 30,000 characters.",
    annotations: readOnly("Find files"),
    inputSchema: { type: "object", properties, required: ["pattern"], additionalProperties: false },
    alsoTakes: GLOB_PARAMETERS,
    parse: parseGlob,
    run: (query, { workspace, signal }) => find(query.find, workspace, signal),
    render: renderGlob,
  };
}
