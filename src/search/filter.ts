// Globs and types of a query as one predicate on names, and as hints that spare ripgrep work.
import { fail, ok, type Result } from "../failure.ts";
import { compileGlob, type Glob } from "../workspace/glob.ts";
import { type RawPath, textOf } from "../workspace/raw-path.ts";
import type { FileType, FilterQuery } from "./query.ts";

/** Globs and types as they can be sent. */
export interface FilterSpec {
  readonly globs: readonly string[];
  /** Globs on the base name of which one must match; undefined = no type is asked for. */
  readonly types?: readonly string[];
}

export interface Filter {
  readonly spec: FilterSpec;
  /** Judges a name relative to its root. */
  passes(name: RawPath, kind: "file" | "directory"): boolean;
  /** Globs on the base name of which every passing file matches one; empty = no hint. */
  readonly narrow: readonly string[];
  /** Globs whose matches never pass, directories included. */
  readonly exclude: readonly string[];
  /** Whether more than the base name counts. */
  readonly looksAtPaths: boolean;
}

/** Looks up ripgrep's own types; undefined for a name it does not know. */
export type TypeLookup = (name: string) => Promise<readonly string[] | undefined>;

export async function makeFilter(query: FilterQuery, lookup: TypeLookup): Promise<Result<Filter>> {
  for (const text of query.globs) {
    const glob = compileGlob(text);
    if (!glob.ok) return glob;
  }
  const typeGlobs = await globsOfTypes(query.types, lookup);
  if (!typeGlobs.ok) return typeGlobs;
  const spec = { globs: query.globs, ...(query.types.length > 0 ? { types: typeGlobs.value } : {}) };
  return ok({
    spec,
    passes: compiledFilter(spec),
    narrow: narrowing(query.globs, typeGlobs.value),
    exclude: trailingNegations(query.globs),
    looksAtPaths: query.globs.some((glob) => glob.includes("/") || glob.startsWith("!")),
  });
}

/** The predicate; globs that cannot be compiled count for nothing. */
export function compiledFilter({ globs: globTexts, types: typeTexts }: FilterSpec): Filter["passes"] {
  const globs = compiled(globTexts);
  const types = typeTexts === undefined ? undefined : compiled(typeTexts);
  return (name, kind) => {
    if (globs.length === 0 && types === undefined) return true;
    const text = textOf(name);
    return passesGlobs(globs, text, kind) && (types === undefined || types.some((type) => type.matches(text, kind)));
  };
}

function compiled(texts: readonly string[]): readonly Glob[] {
  return texts.flatMap((text) => {
    const glob = compileGlob(text);
    return glob.ok ? [glob.value] : [];
  });
}

async function globsOfTypes(types: readonly FileType[], lookup: TypeLookup): Promise<Result<readonly string[]>> {
  const all: string[] = [];
  for (const type of types) {
    const globs = type.globs ?? (await lookup(type.name));
    if (globs === undefined) return fail({ code: "unknown-type", type: type.name });
    all.push(...globs);
  }
  return ok(all);
}

/** The last glob that matches decides; with a positive one in the list, what none matches is out. Directories count for what is in them. */
function passesGlobs(globs: readonly Glob[], name: string, kind: "file" | "directory"): boolean {
  if (globs.length === 0) return true;
  if (globs.some((glob) => glob.negated)) {
    for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) {
      if (lastMatch(globs, name.slice(0, end), "directory")?.negated) return false;
    }
  }
  const decisive = lastMatch(globs, name, kind);
  return decisive === undefined ? globs.every((glob) => glob.negated) : !decisive.negated;
}

function lastMatch(globs: readonly Glob[], name: string, kind: "file" | "directory"): Glob | undefined {
  return globs.findLast((glob) => glob.matches(name, kind));
}

/** A file passes only if its base name matches the last segment of some positive glob, and only if it is of a type. */
function narrowing(globs: readonly string[], types: readonly string[]): readonly string[] {
  const positive = globs.filter((glob) => !glob.startsWith("!"));
  const lastSegments = positive.map(lastSegment);
  if (positive.length > 0 && lastSegments.every((segment) => segment !== undefined)) return lastSegments;
  return types;
}

/** The part of a glob that the base name must match, if that can be said safely. */
function lastSegment(glob: string): string | undefined {
  const segment = glob.slice(glob.lastIndexOf("/") + 1);
  const isPlain = /^[\w.*?{},+@ -]+$/.test(segment) && !segment.includes("**") && isBalanced(segment) && isBalanced(glob);
  return isPlain ? segment : undefined;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    if (char === "}") depth--;
    if (depth < 0 || (depth > 0 && char === "/")) return false;
  }
  return depth === 0;
}

/** Negations that nothing after them can take back. */
function trailingNegations(globs: readonly string[]): readonly string[] {
  const lastPositive = globs.findLastIndex((glob) => !glob.startsWith("!"));
  return globs.slice(lastPositive + 1).map((glob) => glob.slice(1));
}
