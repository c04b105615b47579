// The fence: which real paths may be touched. Allow is a list of directories, deny a list of globs that wins.
import fs from "node:fs";
import path from "node:path";
import { fail, ok, type Result } from "../failure.ts";
import { compileGlob, escapeGlob, type Glob, splitFixedPart, splitGlobs } from "./glob.ts";
import { globsWithout } from "./glob-without.ts";
import { below, type RawPath, rawOf, textOf } from "./raw-path.ts";

/** What the fence says about a real path. */
export type Verdict = { readonly inside: true } | { readonly inside: false; readonly deniedBy?: string };

export interface Fence {
  /** Real paths of the allowed directories. */
  readonly allowed: readonly RawPath[];
  /** The deny patterns as they were given, for people and models. */
  readonly denied: readonly string[];
  /** Judges a real, absolute path. */
  judge(real: RawPath, kind: "file" | "directory"): Verdict;
  /** The pattern that denies this very entry, whatever is said about the directories above it. */
  deniedBy(real: RawPath, kind: "file" | "directory"): string | undefined;
  /** Denied paths that hold no glob character: they are known without a walk, even outside the allowed directories. */
  readonly deniedPaths: readonly { readonly path: RawPath; readonly pattern: string }[];
  /** The deny patterns as globs relative to `directory`, for a walk that starts there. */
  denyGlobsBelow(directory: RawPath): readonly string[];
}

/** What may not be touched: a glob, and endings of names that it covers but that are harmless all the same (`.env.example`). */
export interface DenyPattern {
  readonly glob: string;
  readonly exceptEndings: readonly string[];
}

interface DenyRule extends DenyPattern {
  /** How it is shown. */
  readonly given: string;
  /** Anchored at the file system's root, without the leading `/`. */
  readonly absolute: string;
  readonly matcher: Glob;
}

/** Builds the fence; `allowed` are real paths, relative deny patterns are anchored at `workdir`. */
export function makeFence(allowed: readonly RawPath[], deny: readonly (string | DenyPattern)[], workdir: RawPath): Result<Fence> {
  const rules: DenyRule[] = [];
  for (const given of deny) {
    const pattern = typeof given === "string" ? { glob: given, exceptEndings: [] } : given;
    for (const absolute of anchored(pattern.glob, workdir)) {
      const rule = ruleOf(pattern, absolute);
      if (!rule.ok) return rule;
      rules.push(rule.value);
    }
  }
  const covering = (real: RawPath, kind: "file" | "directory"): DenyRule | undefined => rules.find((rule) => isCovered(rule, textOf(real), kind));
  return ok({
    allowed,
    denied: [...new Set(rules.map(({ given }) => given))],
    judge: (real, kind) => {
      const rule = covering(real, kind);
      if (rule !== undefined) return { inside: false, deniedBy: rule.given };
      return { inside: allowed.some((directory) => below(directory, real) !== undefined) };
    },
    deniedBy: (real, kind) => rules.find((rule) => names(rule, textOf(real).slice(1), kind))?.given,
    deniedPaths: rules
      .filter(({ absolute }) => !/(?<!\\)[*?[{]/.test(absolute))
      .map(({ absolute, given }) => ({ path: rawOf(`/${absolute.replace(/\\(.)/g, "$1")}`), pattern: given })),
    denyGlobsBelow: lastOf((directory) => {
      const segments = segmentsOf(textOf(directory));
      return rules.flatMap((rule) => residuals(segmentsOf(rule.absolute), segments).flatMap((glob) => globsWithout(glob, rule.exceptEndings)));
    }),
  });
}

function ruleOf(pattern: DenyPattern, absolute: string): Result<DenyRule> {
  const fault = faultOf(pattern.glob);
  if (fault !== undefined) return fail({ code: "bad-glob", glob: pattern.glob, detail: fault });
  // A base name at any depth is nearly every rule there is; it is matched against names alone.
  const base = /^\*\*\/([^/!][^/]*)$/.exec(absolute)?.[1];
  const matcher = compileGlob(base === undefined || base === "**" ? `/${absolute}` : base);
  if (!matcher.ok) return fail({ code: "bad-glob", glob: pattern.glob, detail: matcher.failure.code === "bad-glob" ? matcher.failure.detail : "" });
  const except = pattern.exceptEndings.map((ending) => `*${ending}`).join(", ");
  return ok({ ...pattern, given: except === "" ? pattern.glob : `${pattern.glob} (except ${except})`, absolute, matcher: matcher.value });
}

/** A search asks about one directory again and again. */
function lastOf<T>(make: (directory: RawPath) => T): (directory: RawPath) => T {
  let last: { readonly directory: RawPath; readonly value: T } | undefined;
  return (directory) => {
    if (last?.directory !== directory) last = { directory, value: make(directory) };
    return last.value;
  };
}

/** Patterns that would deny nothing, or not what they seem to: better no start than a hole. */
function faultOf(glob: string): string | undefined {
  if (glob.trim() === "") return "it is empty";
  if (glob !== glob.trim()) return "it begins or ends with white space";
  if (glob.startsWith("!")) return "a deny pattern cannot be negated";
  if (glob.startsWith("~")) return "~ is not expanded; give the whole path";
  if (splitGlobs(glob).length > 1 && glob.includes(",")) return "one pattern each; repeat --deny-dir for several";
  return /(^|\/)\.\.(\/|$)/.test(splitFixedPart(glob).glob) && /[*?[{]/.test(glob) ? "`..` after a glob character" : undefined;
}

/** The pattern from the file system's root on, without the leading `/`; twice if its fixed part has links in it: paths are judged by where they really are. */
function anchored(pattern: string, workdir: RawPath): readonly string[] {
  const trimmed = pattern.length > 1 ? pattern.replace(/\/+$/, "") : pattern;
  if (!trimmed.includes("/") && trimmed !== "." && trimmed !== "..") return [`**/${trimmed}`];
  if (trimmed.startsWith("**/")) return [trimmed];
  const hasGlob = /[*?[{\\]/.test(trimmed);
  const { base, glob } = hasGlob ? splitFixedPart(trimmed) : { base: trimmed, glob: "" };
  const fixed = path.resolve(textOf(workdir), base);
  const places = [...new Set([fixed, realOf(fixed)])];
  return places.map((place) => [...segmentsOf(place).map(escapeGlob), ...(glob === "" ? [] : [glob])].join("/"));
}

/** The real path of as much as exists, and the rest as it is. */
function realOf(lexical: string): string {
  try {
    return fs.realpathSync.native(lexical);
  } catch {
    const parent = path.dirname(lexical);
    return parent === lexical ? lexical : path.join(realOf(parent), path.basename(lexical));
  }
}

/** A pattern covers what it names and everything below that. */
function isCovered(rule: DenyRule, path: string, kind: "file" | "directory"): boolean {
  if (names(rule, path.slice(1), kind)) return true;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (names(rule, path.slice(1, end), "directory")) return true;
  }
  return false;
}

function names({ matcher, exceptEndings }: DenyRule, path: string, kind: "file" | "directory"): boolean {
  return matcher.matches(path, kind) && !exceptEndings.some((ending) => path.endsWith(ending));
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** What is left of a pattern once the walk stands in a directory: each way of matching the directory's segments leaves one glob. */
function residuals(pattern: readonly string[], directory: readonly string[]): readonly string[] {
  const [head, ...rest] = pattern;
  if (head === undefined) return [];
  const [first, ...others] = directory;
  if (first === undefined) return [`/${pattern.join("/")}`];
  if (head === "**") return [...new Set([...residuals(rest, directory), ...residuals(pattern, others)])];
  const glob = compileGlob(`/${head}`);
  return glob.ok && glob.value.matches(first, "directory") ? residuals(rest, others) : [];
}

/** The directories a fence allows, as text for people and models. */
export function allowedTexts(fence: Fence): readonly string[] {
  return fence.allowed.map(textOf);
}
