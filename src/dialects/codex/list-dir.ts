// list_dir: what is in a directory, some levels deep.
import { ok, type Result } from "../../failure.ts";
import { type ListedEntry, type Listing, type ListQuery, listDirectory } from "../../files/list-directory.ts";
import { type Arguments, type Context, type Reply, readOnly, type ToolDefinition } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { fitting } from "../wording/cap.ts";
import { pathAfterCounts } from "./arguments.ts";
import { firstBytes } from "./first-bytes.ts";

/** Room for the lines before and after the entries. */
const NOTE_CHARS = 100;

export const listDir: ToolDefinition<ListQuery, Listing> = {
  name: "list_dir",
  description:
    "List a directory some levels deep, sorted by name. Suffixes: / directory, @ link (not followed), ? other. Go on with offset where there is more.",
  annotations: readOnly("List a directory"),
  inputSchema: {
    type: "object",
    properties: {
      dir_path: { type: "string", description: "Absolute path of the directory" },
      offset: { type: "integer", minimum: 0, description: "Number of the first entry to list, from 1 (default 1)" },
      limit: { type: "integer", minimum: 0, description: "At most this many entries (default 25)" },
      depth: { type: "integer", minimum: 0, description: "Levels to list, from 1 (default 2)" },
    },
    required: ["dir_path"],
    additionalProperties: false,
  },
  parse,
  run: (query, { workspace, signal }) => listDirectory(query, workspace, signal),
  render,
};

function parse(args: Arguments, { settings }: Context): Result<ListQuery> {
  const path = pathAfterCounts(args, "dir_path", ["offset", "limit", "depth"]);
  if (!path.ok) return path;
  const { offset = 1, limit = 25, depth = 2 } = args as { readonly offset?: number; readonly limit?: number; readonly depth?: number };
  return ok({
    path: path.value,
    levels: depth,
    skip: offset - 1,
    take: Math.min(limit, settings.maxOutputChars), // an entry has a character at least
    limits: { timeMs: settings.searchTimeoutMs },
  });
}

function render({ path, entries, more }: Listing, _: ListQuery, { settings }: Context): Reply {
  const heading = `Absolute path: ${shown(path)}`;
  const lines = entries.map(entryLine);
  const kept = fitting(lines, settings.maxOutputChars - heading.length - NOTE_CHARS);
  const isCut = more || kept.length < lines.length;
  return { text: [heading, ...kept, ...(isCut ? [`More than ${kept.length} entries found`] : [])].join("\n"), outcome: "found" };
}

const SUFFIXES: Readonly<Record<ListedEntry["kind"], string>> = { file: "", directory: "/", link: "@", other: "?" };

function entryLine({ name, depth, kind, isUnreadable }: ListedEntry): string {
  return `${"  ".repeat(depth)}${firstBytes(shown(name))}${SUFFIXES[kind]}${isUnreadable ? " (unreadable)" : ""}`;
}
