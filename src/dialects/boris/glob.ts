// glob: find files and directories by name.
import { fail, ok, type Result } from "../../failure.ts";
import { find } from "../../search/find.ts";
import type { Entry, FindQuery, FindResult } from "../../search/query.ts";
import { type Arguments, type Context, type Reply, readOnly, type ToolDefinition } from "../../tool.ts";
import { splitFixedPart } from "../../workspace/glob.ts";
import { below, joined, type RawPath, shown } from "../../workspace/raw-path.ts";
import { MAX_PATTERN_CHARS, projectWalk, RECEIPT_MS } from "../walks.ts";
import { emptyReceipt, standingReceipt } from "../wording/receipt.ts";
import { structuredFind } from "../wording/structured.ts";

const MAX_CHARS = 30_000;
const NOT_LISTED = { verb: "Not listed", include: "Pass no_ignore to include them." };

interface GlobQuery {
  readonly find: FindQuery;
  /** Names are shown relative to the root, or, if that came out of the pattern, to the session's directory. */
  readonly namesFrom: "root" | "directory";
}

interface GlobArguments {
  readonly pattern: string;
  readonly path?: string | readonly string[];
  readonly type?: "file" | "directory";
  readonly no_ignore?: boolean;
}

export const glob: ToolDefinition<GlobQuery, FindResult> = {
  name: "glob",
  role: "find",
  description:
    'Find files and directories by name, newest first. "*.go" matches at any depth, "src/*.go" only in src, "src/**/*.go" below it. ' +
    "Respects .gitignore and skips node_modules and .git; an empty result says what was skipped. Cut at 30,000 characters: narrow the pattern or path then.",
  annotations: readOnly("Find files"),
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", description: 'Glob, e.g. "*.ts", "**/*.test.{js,ts}", "docs/**"' },
      path: { type: "string", description: "Directory to look in (default: the working directory)" },
      type: { type: "string", enum: ["file", "directory"], description: "Only files or only directories (default: both)" },
      no_ignore: { type: "boolean", description: "Also list ignored files and node_modules (default false)" },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  parse,
  run: (query, { workspace, signal }) => find(query.find, workspace, signal),
  render,
};

function parse(args: Arguments, { settings }: Context): Result<GlobQuery> {
  const given = args as unknown as GlobArguments;
  if (given.pattern === "") return fail({ code: "empty-parameter", name: "pattern" });
  if (given.pattern.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name: "pattern", length: given.pattern.length, limit: MAX_PATTERN_CHARS });
  const { root, pattern, namesFrom } = rootAndPattern(given.pattern, typeof given.path === "string" && given.path !== "" ? given.path : ".");
  return ok({
    find: {
      roots: [{ path: root }],
      filter: { globs: [pattern], types: [] },
      walk: projectWalk(given.no_ignore ?? false, false),
      kinds: { files: given.type !== "directory", directories: given.type !== "file", links: given.type !== "directory" },
      order: "newest",
      page: { unit: "entries", skip: 0, take: Number.POSITIVE_INFINITY },
      limits: { timeMs: settings.searchTimeoutMs, receiptMs: RECEIPT_MS },
    },
    namesFrom,
  });
}

/** Of an absolute pattern, or one that leads out of the directory, the fixed part becomes the root. */
function rootAndPattern(pattern: string, path: string): { readonly root: string; readonly pattern: string; readonly namesFrom: GlobQuery["namesFrom"] } {
  if (!pattern.startsWith("/") && !pattern.startsWith("../")) return { root: path, pattern, namesFrom: "root" };
  const fixed = splitFixedPart(pattern);
  return { root: pattern.startsWith("/") ? fixed.base : `${path}/${fixed.base}`, pattern: `/${fixed.glob}`, namesFrom: "directory" };
}

function render(result: FindResult, { namesFrom }: GlobQuery, { settings, directory }: Context): Reply {
  const structured = structuredFind(result);
  const notes =
    result.incomplete === undefined ? [] : [`[Incomplete: the walk was stopped after ${settings.searchTimeoutMs / 1000} s. Narrow pattern or path.]`];
  if (result.entries.length === 0) {
    const lines = ["No files found", emptyReceipt(result.skipped, NOT_LISTED), ...notes].filter((line) => line !== undefined);
    return { text: lines.join("\n"), outcome: "nothing", structured };
  }
  const lines = result.entries.map((entry) => shown(namesFrom === "root" ? entry.name : nameFrom(directory, entry, result)));
  const footer = [...notes, standingReceipt(result.skipped, NOT_LISTED)].filter((line) => line !== undefined);
  return { text: [cut(lines), ...(footer.length === 0 ? [] : ["", ...footer])].join("\n"), outcome: "found", structured };
}

function nameFrom(directory: RawPath, { root, name }: Entry, { roots }: FindResult): RawPath {
  const path = joined(roots[root]?.path ?? "", name);
  return below(directory, path) ?? path;
}

function cut(lines: readonly string[]): string {
  let chars = 0;
  for (const [index, line] of lines.entries()) {
    chars += line.length + 1;
    if (chars > MAX_CHARS + 1) return `${lines.slice(0, index).join("\n")}\n... output truncated (exceeded 30,000 characters)`;
  }
  return lines.join("\n");
}
