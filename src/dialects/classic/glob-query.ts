// What glob's arguments mean.
import { fail, ok, type Result } from "../../failure.ts";
import type { FindQuery } from "../../search/query.ts";
import type { Arguments, Context } from "../../tool.ts";
import { splitFixedPart } from "../../workspace/glob.ts";
import { MAX_PATTERN_CHARS, projectWalk, RECEIPT_MS } from "../walks.ts";

export interface GlobQuery {
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

export function parseGlob(args: Arguments, { settings }: Context): Result<GlobQuery> {
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
