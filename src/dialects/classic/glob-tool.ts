// glob as a tool; a dialect chooses which parameters it shows.
import { find } from "../../search/find.ts";
import type { FindResult } from "../../search/query.ts";
import { type InputSchema, readOnly, type ToolDefinition } from "../../tool.ts";
import { type GlobQuery, parseGlob } from "./glob-query.ts";
import { renderGlob } from "./render-glob.ts";

export const GLOB_PARAMETERS = {
  pattern: { type: "string", description: 'Glob, e.g. "*.ts", "**/*.test.{js,ts}", "docs/**"' },
  path: { type: "string", description: "Directory to look in (default: the working directory)" },
  type: { type: "string", enum: ["file", "directory"], description: "Only files or only directories (default: both)" },
  no_ignore: { type: "boolean", description: "Also list ignored files and node_modules (default false)" },
} as const satisfies InputSchema["properties"];

export function makeGlob(properties: InputSchema["properties"]): ToolDefinition<GlobQuery, FindResult> {
  return {
    name: "glob",
    role: "find",
    description:
      'Find files and directories by name, newest first. "*.go" matches at any depth, "src/*.go" only in src, "src/**/*.go" below it. ' +
      "Respects .gitignore and skips node_modules and .git; an empty result says what was skipped. Cut at 30,000 characters: narrow the pattern or path then.",
    annotations: readOnly("Find files"),
    inputSchema: { type: "object", properties, required: ["pattern"], additionalProperties: false },
    alsoTakes: GLOB_PARAMETERS,
    parse: parseGlob,
    run: (query, { workspace, signal }) => find(query.find, workspace, signal),
    render: renderGlob,
  };
}
