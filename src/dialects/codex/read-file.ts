// read_file: lines of a file by number, or the block around one of them.
import path from "node:path";
import { ok, type Result } from "../../failure.ts";
import { type BlockLinesQuery, type Lines, type LinesQuery, readBlock, readLines } from "../../files/read-lines.ts";
import { type Arguments, type Context, type Reply, readOnly, type ToolDefinition } from "../../tool.ts";
import { rawOf, shown } from "../../workspace/raw-path.ts";
import { fitting } from "../wording/cap.ts";
import { pathAfterCounts, zeroIn } from "./arguments.ts";
import { firstBytes } from "./first-bytes.ts";

const DEFAULT_LIMIT = 2_000;
/** Enough for the bytes that are shown of a line. */
const MAX_COLUMNS = 500;
/** Room for the note that follows a cut answer. */
const NOTE_CHARS = 200;

type ReadQuery = { readonly isLimitGiven: boolean } & (
  | { readonly mode: "slice"; readonly lines: LinesQuery }
  | { readonly mode: "indentation"; readonly lines: BlockLinesQuery }
);

export const readFile: ToolDefinition<ReadQuery, Lines> = {
  name: "read_file",
  role: "view",
  roleArguments: ({ path: given, view_range: range }, { directory }) => ({
    file_path: shown(path.resolve(directory, rawOf(given as string))),
    ...(range === undefined ? {} : slice(range as readonly number[])),
  }),
  description:
    "Read lines of a text file with their numbers (L12: text): a slice by offset and limit, or, in mode indentation, the block of code around a line. " +
    "Lines are cut after 500 bytes.",
  annotations: readOnly("Read a file"),
  inputSchema: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "Absolute path of the file" },
      offset: { type: "integer", minimum: 0, description: "Number of the first line to read, from 1 (default 1)" },
      limit: { type: "integer", minimum: 0, description: `At most this many lines (default ${DEFAULT_LIMIT})` },
      mode: { type: "string", enum: ["slice", "indentation"], description: "A range of lines, or the block around one (default slice)" },
      indentation: {
        type: "object",
        description: "For mode indentation",
        properties: {
          anchor_line: { type: "integer", minimum: 0, description: "The line to start from (default: offset)" },
          max_levels: { type: "integer", minimum: 0, description: "How many parents to include (default 0: all)" },
          include_siblings: { type: "boolean", description: "Also blocks on the level of the outermost parent (default false)" },
          include_header: { type: "boolean", description: "Also comments right above the block (default true)" },
          max_lines: { type: "integer", minimum: 0, description: "At most this many lines (default: limit)" },
        },
        additionalProperties: false,
      },
    },
    required: ["file_path"],
    additionalProperties: false,
  },
  parse,
  run: (query, { workspace, signal }) => (query.mode === "slice" ? readLines(query.lines, workspace, signal) : readBlock(query.lines, workspace, signal)),
  render,
};

interface ReadArguments {
  readonly offset?: number;
  readonly limit?: number;
  readonly mode?: "slice" | "indentation";
  readonly indentation?: IndentationArguments;
}

interface IndentationArguments {
  readonly anchor_line?: number;
  readonly max_levels?: number;
  readonly include_siblings?: boolean;
  readonly include_header?: boolean;
  readonly max_lines?: number;
}

function parse(args: Arguments, context: Context): Result<ReadQuery> {
  const file = pathAfterCounts(args, "file_path", ["offset", "limit"]);
  if (!file.ok) return file;
  const { offset = 1, limit = DEFAULT_LIMIT, mode = "slice", indentation = {} } = args as ReadArguments;
  const { maxOutputChars: textChars, searchTimeoutMs: timeMs } = context.settings;
  if (mode === "slice") {
    const range = { first: offset, last: offset + limit - 1 };
    return ok({ mode, isLimitGiven: "limit" in args, lines: { path: file.value, range, columns: MAX_COLUMNS, limits: { textChars, timeMs } } });
  }
  const counts = zeroIn(indentation as Arguments, ["anchor_line", "max_lines"]);
  if (!counts.ok) return counts;
  return ok({
    mode,
    isLimitGiven: "limit" in args || indentation.max_lines !== undefined,
    lines: blockQuery(file.value, indentation.anchor_line ?? offset, limit, indentation, context),
  });
}

function blockQuery(file: string, anchor: number, limit: number, given: IndentationArguments, { settings }: Context): BlockLinesQuery {
  const maxChars = settings.maxOutputChars - NOTE_CHARS;
  const lineChars = numbered(anchor + limit, "\n").length;
  return {
    path: file,
    anchor,
    block: {
      levels: given.max_levels === undefined || given.max_levels === 0 ? Number.POSITIVE_INFINITY : given.max_levels,
      siblings: given.include_siblings ?? false,
      header: given.include_header ?? true,
      maxLines: Math.min(limit, given.max_lines ?? limit, Math.ceil(maxChars / lineChars)),
      maxChars,
      lineChars,
    },
    columns: MAX_COLUMNS,
    limits: { timeMs: settings.searchTimeoutMs },
  };
}

/** A range of lines as offset and limit; -1 is the end. */
function slice([first, last]: readonly number[]): Arguments {
  return { offset: first, limit: last === -1 ? Number.MAX_SAFE_INTEGER : (last as number) - (first as number) + 1 };
}

/** What was cut although the caller set no limit says so, and how to go on. */
function render({ first, lines, cutBy }: Lines, { isLimitGiven, mode }: ReadQuery, { settings }: Context): Reply {
  const texts = lines.map(({ text }, index) => numbered(first + index, firstBytes(text)));
  const kept = fitting(texts, settings.maxOutputChars - NOTE_CHARS);
  const isTold = kept.length < texts.length || cutBy === "chars" || (cutBy === "lines" && !isLimitGiven);
  const last = first + kept.length - 1;
  const next = mode === "slice" ? `Next: offset=${last + 1}` : "The block is larger; go on with mode slice and offset";
  return { text: [...kept, ...(isTold ? [`[Showing lines ${first}-${last}. ${next}]`] : [])].join("\n"), outcome: "found" };
}

function numbered(line: number, text: string): string {
  return `L${line}: ${text}`;
}
