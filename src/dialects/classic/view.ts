// view: show a file or directory.
import { fail, ok, type Result } from "../../failure.ts";
import { type ViewQuery, type ViewResult, view as viewPath } from "../../files/view.ts";
import { type Arguments, type Context, readOnly, type ToolDefinition } from "../../tool.ts";
import { onePath } from "../parameters.ts";
import { renderView } from "./render-view.ts";

/** Of a whole file; a range may be longer. */
const MAX_LINES = 2_000;
/** Lines are cut here, in characters. */
export const MAX_COLUMNS = 2_000;
const MAX_ENTRIES = 1_000;

export const view: ToolDefinition<ViewQuery, ViewResult> = {
  name: "view",
  role: "view",
  description:
    "Show a file with line numbers, an image, or a directory as a tree. Files are cut after 2,000 lines: go on with view_range. " +
    "View a file before changing it.",
  annotations: readOnly("View"),
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "File or directory" },
      view_range: { type: "array", items: { type: "integer" }, description: "[start, end], lines from 1; -1 as end is the last" },
    },
    required: ["path"],
    additionalProperties: false,
  },
  parse: parseView,
  run: (query, { workspace, signal }) => viewPath(query, workspace, signal),
  render: renderView,
};

/** Also the `view` command of an editor. */
export function parseView(args: Arguments, { settings }: Context): Result<ViewQuery> {
  const path = onePath(args);
  if (!path.ok) return path;
  const range = args.view_range as readonly number[] | undefined;
  if (range !== undefined && !isRange(range)) return fail({ code: "bad-range", name: "view_range", range });
  return ok({
    path: path.value,
    ...(range === undefined ? {} : { range: { first: range[0] as number, last: range[1] === -1 ? Number.POSITIVE_INFINITY : (range[1] as number) } }),
    maxLines: MAX_LINES,
    columns: MAX_COLUMNS,
    tree: { levels: 2, maxEntries: MAX_ENTRIES, skipNames: [".git", "node_modules"] },
    limits: { maxBytes: settings.maxFileBytes, textChars: settings.maxOutputChars, timeMs: settings.searchTimeoutMs },
  });
}

function isRange(range: readonly number[]): boolean {
  const [first, last] = range as [number, number];
  return range.length === 2 && first >= 1 && (last === -1 || first <= last);
}
