// read: lines of a file under a tag, or the entries of a directory.
import { fail, ok, type Result } from "../../failure.ts";
import { type LineRange, type ReadTaggedQuery, type ReadTaggedResult, readTagged, untagged } from "../../files/hashline/read-tagged.ts";
import { type Arguments, type CallContext, type Context, readOnly, type ToolDefinition } from "../../tool.ts";
import { rawOf } from "../../workspace/raw-path.ts";
import { onePath } from "../parameters.ts";
import { MAX_COLUMNS, MAX_TEXT_BYTES } from "./limits.ts";
import { meantPath } from "./paths.ts";
import { renderRead } from "./render-read.ts";
import { isResource, resourcesAt } from "./resources/index.ts";
import { mergedRanges, selectedIn } from "./selector.ts";

/** Room for the header and the notes. */
const NOTE_BYTES = 1_024;

export const read: ToolDefinition<ReadTaggedQuery, ReadTaggedResult> = {
  name: "read",
  role: "view",
  description:
    "Read a file or image, or list a directory. Text comes as ¶PATH#TAG, then N:text; edit takes that header and those numbers. " +
    "Select lines behind the path: a.ts:50, a.ts:50-100, a.ts:50+10, a.ts:5-16,40-80. At most 50 KiB; the rest is named to go on with.",
  annotations: readOnly("Read a file"),
  inputSchema: {
    type: "object",
    properties: { path: { type: "string", description: "File or directory, with a line selector if wanted" } },
    required: ["path"],
    additionalProperties: false,
  },
  alsoTakes: {
    view_range: { type: "array", items: { type: "integer" }, description: "As in other dialects" },
    offset: { type: "integer", minimum: 0, description: "As in other dialects" },
    limit: { type: "integer", minimum: 0, description: "As in other dialects" },
  },
  parse,
  run: (query, call) => {
    const resource = resourceIn(query);
    return resource === undefined ? readTagged(query, call.workspace, call.signal) : readResource(resource, query, call);
  },
  render: renderRead,
};

function parse(args: Arguments, { settings }: Context): Result<ReadTaggedQuery> {
  const given = onePath(args);
  if (!given.ok) return given;
  const path = meantPath(given.value, settings);
  if (path === "") return fail({ code: "empty-parameter", name: "path" });
  const ranges = rangesIn(args);
  if (!ranges.ok) return ranges;
  const selected = ranges.value.length > 0 ? undefined : selectedIn(path);
  return ok({
    path,
    ...(selected === undefined ? {} : { selected }),
    ranges: ranges.value,
    columns: MAX_COLUMNS,
    textBytes: MAX_TEXT_BYTES - NOTE_BYTES,
    maxBytes: settings.maxFileBytes,
    timeMs: settings.searchTimeoutMs,
    tree: { levels: 2, maxEntries: 1_000, skipNames: [".git", "node_modules"] },
  });
}

interface SelectedResource {
  readonly url: string;
  readonly ranges: Result<readonly LineRange[]>;
}

/** The internal URL that is to be read, if it is one. */
function resourceIn({ path, ranges, selected }: ReadTaggedQuery): SelectedResource | undefined {
  if (selected !== undefined && isResource(selected.path)) return { url: selected.path, ranges: selected.ranges };
  return isResource(path) ? { url: path, ranges: ok(ranges) } : undefined;
}

/** Where a URL stands for several texts, their names are what there is to read. */
async function readResource({ url, ranges }: SelectedResource, query: ReadTaggedQuery, call: CallContext): Promise<Result<ReadTaggedResult>> {
  if (!ranges.ok) return ranges;
  const found = await resourcesAt(url, call);
  if (!found.ok) return found;
  const [first, ...more] = found.value;
  const text = more.length === 0 ? first?.text : Buffer.from(found.value.map((resource) => `${resource.url}\n`).join(""));
  return ok(untagged(rawOf(url), text ?? Buffer.alloc(0), ranges.value, query));
}

/** A range given as other dialects do. */
function rangesIn({ view_range, offset, limit }: Arguments): Result<readonly LineRange[]> {
  if (view_range !== undefined) {
    const [first, last] = view_range as [number, number];
    const range = { first, last: last === -1 ? Number.POSITIVE_INFINITY : last };
    const isRange = (view_range as readonly number[]).length === 2 && range.first >= 1 && range.last >= range.first;
    return isRange ? ok([range]) : fail({ code: "bad-range", name: "view_range", range: view_range as readonly number[] });
  }
  if (offset === undefined && limit === undefined) return ok([]);
  const first = Math.max(1, (offset as number | undefined) ?? 1);
  return ok(mergedRanges([{ first, last: limit ? first + (limit as number) - 1 : Number.POSITIVE_INFINITY }]));
}
