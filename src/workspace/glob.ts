// Globs as ripgrep and git read them, matched in time linear in path × pattern: an automaton, never a backtracking expression.
import { fail, ok, type Result } from "../failure.ts";
import { automaton } from "./glob-automaton.ts";
import { partsOf } from "./glob-parts.ts";

/** A compiled pattern; `matches` takes a path relative to where the pattern is anchored. */
export interface Glob {
  readonly negated: boolean;
  matches(path: string, kind: "file" | "directory"): boolean;
}

/**
 * Compiles one glob. Without `/` it matches the base name at any depth, with `/` the whole path;
 * a leading `/` anchors, a trailing one asks for a directory, a leading `!` negates.
 */
export function compileGlob(glob: string): Result<Glob> {
  const negated = glob.startsWith("!");
  const body = (negated ? glob.slice(1) : glob).replace(/^(\.\/)+(?=.)/, "/").replace(/\/(\.?\/)+/g, "/");
  const onlyDirectories = body.length > 1 && body.endsWith("/");
  const trimmed = onlyDirectories ? body.slice(0, -1) : body;
  const anchored = trimmed.includes("/");
  const pattern = anchored ? trimmed.replace(/^\//, "") : trimmed;
  const parts = partsOf(pattern);
  if (typeof parts === "string") return fail({ code: "bad-glob", glob, detail: parts });
  const matcher = literalMatcher(pattern) ?? suffixMatcher(pattern) ?? automaton(parts);
  if (matcher === undefined) return fail({ code: "bad-glob", glob, detail: "the pattern is too large" });
  return ok({
    negated,
    matches: (path, kind) => (!onlyDirectories || kind === "directory") && matcher(anchored ? path : baseName(path)),
  });
}

/** Splits a list of globs at spaces and commas that stand outside braces and brackets. */
export function splitGlobs(list: string): readonly string[] {
  const globs: string[] = [];
  let current = "";
  let depth = 0;
  for (let i = 0; i < list.length; i++) {
    const char = list[i] as string;
    if (char === "\\" && i + 1 < list.length) {
      current += char + list[++i];
      continue;
    }
    if (char === "{" || char === "[") depth++;
    if ((char === "}" || char === "]") && depth > 0) depth--;
    if (depth === 0 && (char === "," || /\s/.test(char))) {
      globs.push(current);
      current = "";
    } else current += char;
  }
  return [...globs, current].filter((glob) => glob !== "");
}

/** The text with every glob character escaped, so that it matches itself alone. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}!,]/g, "\\$&");
}

/**
 * Splits a pattern at its first segment that holds a glob character: what stands before it is a plain path.
 * A pattern without any is all path but for its last segment.
 */
export function splitFixedPart(pattern: string): { readonly base: string; readonly glob: string } {
  const special = pattern.search(/[*?[{\\]/);
  const end = pattern.lastIndexOf("/", special === -1 ? pattern.length : special);
  if (end === -1) return { base: "", glob: pattern };
  return { base: end === 0 ? "/" : pattern.slice(0, end), glob: pattern.slice(end + 1) };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A plain name or path, as deny rules often are. */
function literalMatcher(pattern: string): ((path: string) => boolean) | undefined {
  return /[*?[\]{}\\]/.test(pattern) ? undefined : (path) => path === pattern;
}

/** `*.ext` is nearly every glob there is. */
function suffixMatcher(pattern: string): ((path: string) => boolean) | undefined {
  if (!/^\*[^*?[\]{}\\/]+$/.test(pattern)) return undefined;
  const suffix = pattern.slice(1);
  return (path) => path.endsWith(suffix) && !path.includes("/");
}
