// What glob's arguments mean.
import { fail, ok, type Result } from "../../failure.ts";
import type { FindQuery } from "../../search/query.ts";
import type { Arguments, Context } from "../../tool.ts";
import { splitFixedPart } from "../../workspace/glob.ts";
import { textOf } from "../../workspace/raw-path.ts";
import { onePath } from "../parameters.ts";
import { MAX_PATTERN_CHARS, projectWalk } from "../walks.ts";

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

export function parseGlob(args: Arguments, { settings, directory }: Context): Result<GlobQuery> {
  const given = args as unknown as GlobArguments;
  if (given.pattern === "") return fail({ code: "empty-parameter", name: "pattern" });
  if (given.pattern.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name: "pattern", length: given.pattern.length, limit: MAX_PATTERN_CHARS });
  const path = given.path === undefined || given.path === "" ? ok(".") : onePath(args);
  if (!path.ok) return path;
  const { root, pattern, namesFrom } = rootAndPattern(given.pattern, path.value, textOf(directory));
  return ok({
    find: {
      roots: [{ path: root }],
      filter: { globs: [pattern], types: [] },
      walk: projectWalk(given.no_ignore ?? false, false),
      kinds: { files: given.type !== "directory", directories: given.type !== "file", links: given.type !== "directory" },
      order: "newest",
      page: { unit: "entries", skip: 0, take: Number.POSITIVE_INFINITY },
      limits: { timeMs: settings.searchTimeoutMs, receiptMs: settings.receiptMs },
    },
    namesFrom,
  });
}

interface RootAndPattern {
  readonly root: string;
  readonly pattern: string;
  readonly namesFrom: GlobQuery["namesFrom"];
}

/** Of an absolute pattern, or one that leads out of the directory, the fixed part becomes the root. */
function rootAndPattern(pattern: string, path: string, directory: string): RootAndPattern {
  if (pattern.startsWith("../")) {
    const { base, glob } = splitFixedPart(pattern);
    return { root: `${path}/${base}`, pattern: `/${glob}`, namesFrom: "directory" };
  }
  if (!pattern.startsWith("/")) return { root: path, pattern, namesFrom: "root" };
  const { base, glob } = splitFixedPart(pattern);
  // The working directory itself, as a pattern, stands in a directory that may be outside the fence.
  return pattern.replace(/\/+$/, "") === directory
    ? { root: directory, pattern: "/", namesFrom: "directory" }
    : { root: base, pattern: `/${glob}`, namesFrom: "directory" };
}
