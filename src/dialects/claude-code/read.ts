// Read: a file's lines with their numbers, or a picture.
import { fail, ok, type Result } from "../../failure.ts";
import { type ReadQuery, type ReadResult, readFile } from "../../files/read-file.ts";
import { viewArtifact } from "../../files/view-artifact.ts";
import { type Arguments, type CallContext, type Context, readOnly, type ToolDefinition } from "../../tool.ts";
import { artifactIdIn } from "../../workspace/artifacts.ts";
import { onePath } from "../parameters.ts";
import { BINARY_EXTENSIONS, IMAGE_EXTENSIONS } from "./extensions.ts";
import { NOTE_CHARS, renderRead } from "./render-read.ts";

/** Longer files are read by pieces. */
const MAX_WHOLE_BYTES = 256 * 1024;

interface ReadArguments {
  readonly offset?: number;
  readonly limit?: number;
  readonly view_range?: readonly number[];
}

export const read: ToolDefinition<ReadQuery, ReadResult> = {
  name: "Read",
  role: "view",
  description:
    "Read a file as numbered lines, or an image. Above 256 KB pass limit; a cut answer names the next offset. Read before Edit or Write. Also reads artifact://ID.",
  annotations: readOnly("Read a file"),
  inputSchema: {
    type: "object",
    properties: {
      file_path: { type: "string" },
      offset: { type: "integer", minimum: 0, description: "First line, from 1" },
      limit: { type: "integer", minimum: 1, description: "Number of lines" },
    },
    required: ["file_path"],
    additionalProperties: false,
  },
  // As other dialects say it, and `fossick view --lines`.
  alsoTakes: { view_range: { type: "array", items: { type: "integer" }, description: "[start, end]" } },
  parse: parseRead,
  run: (query, call) => {
    const id = artifactIdIn(query.path);
    return id === undefined ? readFile(query, call.workspace, call.signal) : readArtifact(id, query, call);
  },
  render: renderRead,
};

function parseRead(args: Arguments, { settings }: Context): Result<ReadQuery> {
  const path = onePath(args, "file_path");
  if (!path.ok) return path;
  const { view_range: range } = args as ReadArguments;
  if (range !== undefined && !isRange(range)) return fail({ code: "bad-range", name: "view_range", range });
  const [start = 1, end = -1] = range ?? [];
  const { offset = start, limit = end === -1 ? undefined : end - start + 1 } = args as ReadArguments;
  const first = Math.max(1, offset);
  return ok({
    path: path.value,
    first,
    last: limit === undefined ? Number.POSITIVE_INFINITY : first + limit - 1,
    extensions: { image: IMAGE_EXTENSIONS, binary: BINARY_EXTENSIONS },
    limits: {
      textBytes: limit === undefined ? MAX_WHOLE_BYTES : Number.POSITIVE_INFINITY,
      maxBytes: settings.maxFileBytes,
      textChars: Math.max(1, settings.maxOutputChars - NOTE_CHARS),
      timeMs: settings.searchTimeoutMs,
    },
  });
}

/** A line's number and its tab. */
function besideText(line: number): number {
  return `${line}\t\n`.length;
}

/** What a long result left behind is read like a file, but never counts as one that was seen. */
async function readArtifact(id: string, { first, last, limits }: ReadQuery, { workspace, signal }: CallContext): Promise<Result<ReadResult>> {
  const viewed = await viewArtifact({ id, first, last, columns: limits.textChars, textChars: limits.textChars, besideText }, workspace, signal);
  const facts = { isValid: true, hasNul: false };
  if (viewed.ok) return ok({ ...viewed.value, ...facts });
  const { failure } = viewed;
  return failure.code === "range-past-end" ? ok({ kind: "text", first, lines: [], total: failure.total, isCut: false, ...facts }) : viewed;
}

function isRange([start, end, ...more]: readonly number[]): boolean {
  return start !== undefined && end !== undefined && more.length === 0 && start >= 1 && (end === -1 || start <= end);
}
