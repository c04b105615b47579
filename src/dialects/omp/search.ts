// search: file contents, over paths of any kind; what it shows of a file carries a tag for edits.
import { type Failure, fail, ok, type Result } from "../../failure.ts";
import { prepareTree } from "../../search/index/prepare.ts";
import { searchMixed } from "../../search/mixed/mixed.ts";
import type { MixedResult, PathTarget, Target } from "../../search/mixed/query.ts";
import { type Tags, tagsOf } from "../../search/mixed/tags.ts";
import { type CallContext, readOnly, type ToolDefinition } from "../../tool.ts";
import { projectWalk } from "../walks.ts";
import { withLiteralParentheses } from "./lenient-pattern.ts";
import { renderSearch } from "./render-search.ts";
import { isResource, resourcesAt } from "./resources/index.ts";
import { parseSearch, type SearchQuery } from "./search-query.ts";

export interface SearchFound {
  readonly result: MixedResult;
  readonly tags: Tags;
  /** The pattern that was searched for in the end. */
  readonly pattern: string;
}

export const search: ToolDefinition<SearchQuery, SearchFound> = {
  name: "search",
  role: "search",
  roleArguments: ({ pattern, path = ".", case_insensitive, no_ignore, offset }) => ({
    pattern,
    paths: path,
    ...(case_insensitive === undefined ? {} : { i: case_insensitive }),
    ...(no_ignore === undefined ? {} : { gitignore: !no_ignore }),
    ...(offset === undefined ? {} : { skip: offset }),
  }),
  description:
    "Search file contents with a regex (Rust syntax). paths mixes files, directories, globs, archives (a.zip, a.tgz:src/x.ts), docs://, task://ID and artifact://ID; " +
    "select lines of one file: a.ts:50-100. 20 files a page, 20 matches a file. Lines are *N:match and  N:context under a header that edit takes.",
  annotations: readOnly("Search file contents"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "Regex; \\n makes it span lines" },
      paths: { type: "array", items: { type: "string" }, description: "Where to search" },
      i: { type: "boolean", description: "Ignore case" },
      gitignore: { type: "boolean", description: "Leave out ignored files and node_modules (default true)" },
      skip: { type: "integer", minimum: 0, description: "Files to skip: the next page" },
    },
    required: ["pattern", "paths"],
    additionalProperties: false,
  },
  parse: parseSearch,
  prepare: (workspace) => prepareTree(projectWalk(false, false), workspace),
  run,
  render: renderSearch,
};

async function run(query: SearchQuery, call: CallContext): Promise<Result<SearchFound>> {
  const targets = await targetsOf(query.paths, call);
  if (!targets.ok) return targets;
  const { workspace, signal } = call;
  const asked = { ...query.mixed, targets: targets.value };
  let { pattern } = asked;
  let found = await searchMixed(asked, workspace, signal);
  if (!found.ok && isGroupFault(found.failure)) {
    pattern = withLiteralParentheses(pattern);
    found = await searchMixed({ ...asked, pattern }, workspace, signal);
  }
  if (!found.ok) return found;
  const tags = workspace.settings.editMode === "hashline" ? await tagsOf(found.value.groups, workspace, signal) : new Map();
  return ok({ result: found.value, tags, pattern });
}

/** A group that was never closed, or never opened: code, most likely. */
function isGroupFault(failure: Failure): boolean {
  return failure.code === "bad-pattern" && /unclosed group|unopened group/.test(failure.detail);
}

/** Internal URLs become the texts they stand for. */
async function targetsOf(paths: readonly PathTarget[], call: CallContext): Promise<Result<readonly Target[]>> {
  const targets: Target[] = [];
  for (const path of paths) {
    const { text, ranges } = path.peeled !== undefined && isResource(path.peeled.text) ? path.peeled : { text: path.text, ranges: undefined };
    if (!isResource(text)) {
      targets.push(path);
      continue;
    }
    if (/[*?[{]/.test(text)) return fail({ code: "url-glob", url: text });
    const resources = await resourcesAt(text, call);
    if (!resources.ok) return resources;
    targets.push(
      ...resources.value.map(({ url, text: content }) => ({ kind: "text" as const, name: url, text: content, ...(ranges === undefined ? {} : { ranges }) })),
    );
  }
  return ok(targets);
}
