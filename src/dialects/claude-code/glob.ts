// Glob: find files by name.
import { ok, type Result } from "../../failure.ts";
import { find } from "../../search/find.ts";
import { type FindResult, NOTHING, NOTHING_SKIPPED } from "../../search/query.ts";
import { type CallContext, readOnly, type ToolDefinition } from "../../tool.ts";
import { type GlobQuery, parseGlob } from "./glob-query.ts";
import { renderGlob } from "./render-glob.ts";

export const glob: ToolDefinition<GlobQuery, FindResult> = {
  name: "Glob",
  role: "find",
  description:
    'Find files by name, newest first: "*.js" at any depth, "src/**/*.ts" from the root. Lists ignored and hidden files, too. ' +
    "Shows 100 and the total: go on with offset.",
  annotations: readOnly("Search"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "Glob; absolute ones work, ! negates" },
      path: { type: "string", description: "Directory (default: the working directory)" },
      head_limit: { type: "integer", minimum: 0, description: "At most so many files (default 100; 0 = no limit)" },
      offset: { type: "integer", minimum: 0, description: "Skip so many: the next page" },
      no_ignore: { type: "boolean", description: "Also ignored and hidden files, where a setting leaves them out" },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  parse: parseGlob,
  run,
  render: renderGlob,
};

/** A pattern whose fixed part does not exist finds nothing; only a path that does not is a mistake. */
async function run({ find: query, rootFrom }: GlobQuery, { workspace, signal }: CallContext): Promise<Result<FindResult>> {
  const found = await find(query, workspace, signal);
  if (found.ok || rootFrom === "path") return found;
  const isMissing = found.failure.code === "path-not-found" || found.failure.code === "not-a-directory";
  return isMissing ? ok(nothingFrom(query.page.skip)) : found;
}

function nothingFrom(first: number): FindResult {
  return { roots: [], entries: [], page: { first, shown: 0, total: NOTHING, more: false }, total: NOTHING, skipped: NOTHING_SKIPPED };
}
