// What Glob's arguments mean.
import { fail, ok, type Result } from "../../failure.ts";
import type { FindQuery, WalkQuery } from "../../search/query.ts";
import type { ClaudeCodeSwitches } from "../../settings.ts";
import type { Arguments, Context } from "../../tool.ts";
import { splitFixedPart } from "../../workspace/glob.ts";
import { onePath } from "../parameters.ts";
import { MAX_PATTERN_CHARS, VCS_NAMES } from "../walks.ts";

const DEFAULT_HEAD_LIMIT = 100;

export interface GlobQuery {
  readonly find: FindQuery;
  /** Whether the caller named the root, or it came out of the pattern. */
  readonly rootFrom: "path" | "pattern";
}

interface GlobArguments {
  readonly pattern: string;
  readonly path?: string | readonly string[];
  readonly head_limit?: number;
  readonly offset?: number;
  readonly no_ignore?: boolean;
}

export function parseGlob(args: Arguments, { settings }: Context): Result<GlobQuery> {
  const given = args as unknown as GlobArguments;
  const { pattern, head_limit: limit = DEFAULT_HEAD_LIMIT } = given;
  if (pattern.length > MAX_PATTERN_CHARS) return fail({ code: "too-long", name: "pattern", length: pattern.length, limit: MAX_PATTERN_CHARS });
  const path = given.path === undefined || given.path === "" ? ok(".") : onePath(args);
  if (!path.ok) return path;
  const { root, globs, rootFrom } = rootAndGlobs(pattern, path.value);
  return ok({
    find: {
      roots: [{ path: root }],
      filter: { globs, types: [] },
      walk: walkOf(given.no_ignore ?? false, settings.claudeCode),
      kinds: { files: true, directories: false, links: false },
      order: "newest",
      page: { unit: "entries", skip: given.offset ?? 0, take: limit === 0 ? Number.POSITIVE_INFINITY : limit },
      limits: { timeMs: settings.searchTimeoutMs, receiptMs: settings.receiptMs },
    },
    rootFrom,
  });
}

function walkOf(noIgnore: boolean, { globIgnored, globHidden }: ClaudeCodeSwitches): WalkQuery {
  return { ignoreFiles: !(noIgnore || globIgnored), hidden: noIgnore || globHidden, followLinks: false, skipNames: VCS_NAMES, bulkNames: [] };
}

interface RootAndGlobs {
  readonly root: string;
  readonly globs: readonly string[];
  readonly rootFrom: GlobQuery["rootFrom"];
}

/** Of an absolute pattern, or one that leads upwards, the fixed part is the root. */
function rootAndGlobs(pattern: string, path: string): RootAndGlobs {
  const isUpwards = pattern.startsWith("../");
  if (pattern.startsWith("/") || isUpwards) {
    const { base, glob } = splitFixedPart(pattern);
    return { root: isUpwards ? `${path}/${base}` : base, globs: glob === "" ? [] : [glob], rootFrom: "pattern" };
  }
  const rest = withoutRepeated(pattern, path);
  return { root: path, globs: rest === "" ? [] : [rest], rootFrom: "path" };
}

/** `components/*.tsx` in `src/components` means `*.tsx` there: the segments that repeat the end of the path are dropped. */
function withoutRepeated(pattern: string, path: string): string {
  const segments = pattern.split("/");
  const ending = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  for (let count = Math.min(segments.length - 1, ending.length); count > 0; count--)
    if (segments.slice(0, count).join("/") === ending.slice(-count).join("/")) return segments.slice(count).join("/");
  return pattern;
}
