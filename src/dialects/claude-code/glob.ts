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
  description: 'Find files by name, newest first, ignored and hidden ones too: "*.js" at any depth, "src/**/*.ts" from the root. Go on with offset after 100.',
  annotations: readOnly("Search"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string" },
      path: { type: "string", description: "Directory" },
      head_limit: { type: "integer", minimum: 0, description: "Default 100, 0: all" },
      offset: { type: "integer", minimum: 0 },
      no_ignore: { type: "boolean", description: "Even if settings hide them" },
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
