// The fence: which real paths may be touched. Allow is a list of directories, deny a list of globs that wins.
import { fail, ok, type Result } from "../failure.ts";
import { compileGlob, escapeGlob, type Glob } from "./glob.ts";
import { below, type RawPath, textOf } from "./raw-path.ts";

/** What the fence says about a real path. */
export type Verdict = { readonly inside: true } | { readonly inside: false; readonly deniedBy?: string };

export interface Fence {
  /** Real paths of the allowed directories. */
  readonly allowed: readonly RawPath[];
  /** The deny patterns as they were given. */
  readonly denied: readonly string[];
  /** Judges a real, absolute path. */
  judge(real: RawPath, kind: "file" | "directory"): Verdict;
  /** The deny patterns as globs relative to `directory`, for a walk that starts there. */
  denyGlobsBelow(directory: RawPath): readonly string[];
}

interface DenyRule {
  readonly given: string;
  /** Anchored at the file system's root, without the leading `/`. */
  readonly absolute: string;
  readonly glob: Glob;
}

/** Builds the fence; `allowed` are real paths, relative deny patterns are anchored at `workdir`. */
export function makeFence(allowed: readonly RawPath[], deny: readonly string[], workdir: RawPath): Result<Fence> {
  const rules: DenyRule[] = [];
  for (const given of deny) {
    const absolute = anchor(given, workdir);
    const glob = compileGlob(`/${absolute}`);
    if (!glob.ok) return fail({ code: "bad-glob", glob: given, detail: glob.failure.code === "bad-glob" ? glob.failure.detail : "" });
    rules.push({ given, absolute, glob: glob.value });
  }
  return ok({
    allowed,
    denied: deny,
    judge: (real, kind) => {
      const rule = rules.find((candidate) => isCovered(candidate.glob, textOf(real), kind));
      if (rule !== undefined) return { inside: false, deniedBy: rule.given };
      return { inside: allowed.some((directory) => below(directory, real) !== undefined) };
    },
    denyGlobsBelow: (directory) => rules.flatMap((rule) => residuals(segmentsOf(rule.absolute), segmentsOf(textOf(directory)))),
  });
}

function anchor(pattern: string, workdir: RawPath): string {
  const trimmed = pattern.replace(/\/+$/, "");
  if (trimmed.startsWith("/")) return trimmed.slice(1);
  if (!trimmed.includes("/")) return `**/${trimmed}`;
  if (trimmed.startsWith("**/")) return trimmed;
  return `${escapeGlob(textOf(workdir).slice(1))}/${trimmed.replace(/^\.\//, "")}`;
}

/** A pattern covers what it matches and everything below that. */
function isCovered(glob: Glob, path: string, kind: "file" | "directory"): boolean {
  if (glob.matches(path.slice(1), kind)) return true;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (glob.matches(path.slice(1, end), "directory")) return true;
  }
  return false;
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
