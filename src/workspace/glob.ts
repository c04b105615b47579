// Globs as ripgrep and git read them, matched in time linear in path × pattern: an automaton, never a backtracking expression.
import { fail, ok, type Result } from "../failure.ts";

/** A compiled pattern; `matches` takes a path relative to where the pattern is anchored. */
export interface Glob {
  readonly negated: boolean;
  matches(path: string, kind: "file" | "directory"): boolean;
}

/** Braces nest and repeat; beyond this a pattern is refused rather than slow. */
const MAX_STATES = 20_000;

/**
 * Compiles one glob. Without `/` it matches the base name at any depth, with `/` the whole path;
 * a leading `/` anchors, a trailing one asks for a directory, a leading `!` negates.
 */
export function compileGlob(glob: string): Result<Glob> {
  const negated = glob.startsWith("!");
  const body = (negated ? glob.slice(1) : glob).replace(/^(\.\/)+(?=.)/, "/");
  const onlyDirectories = body.length > 1 && body.endsWith("/");
  const trimmed = onlyDirectories ? body.slice(0, -1) : body;
  const anchored = trimmed.includes("/");
  const pattern = anchored ? trimmed.replace(/^\//, "") : trimmed;
  const parsed = parse(pattern);
  if (typeof parsed === "string") return fail({ code: "bad-glob", glob, detail: parsed });
  const matcher = literalMatcher(pattern) ?? suffixMatcher(pattern) ?? automaton(parsed);
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
  return (name) => name.endsWith(suffix);
}

// --- Parsing: a glob is a sequence of parts -------------------------------------------------

type Part =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" } // one character but `/`
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] }
  | { readonly kind: "star" } // any number of characters but `/`
  | { readonly kind: "directories" } // `**/`: any number of whole directories
  | { readonly kind: "everything" } // a final `**`: all that is below
  | { readonly kind: "either"; readonly options: readonly (readonly Part[])[] };

/** The parts, or what is wrong with the pattern. */
function parse(pattern: string): readonly Part[] | string {
  const chars = [...pattern];
  let at = 0;

  function sequence(depth: number): Part[] | string {
    const parts: Part[] = [];
    while (at < chars.length) {
      const char = chars[at] as string;
      if (depth > 0 && (char === "," || char === "}")) return parts;
      if (char === "}") return "unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)";
      const part = one(char, depth);
      if (typeof part === "string") return part;
      parts.push(part);
    }
    return depth > 0 ? "unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)" : parts;
  }

  function one(char: string, depth: number): Part | string {
    at++;
    if (char === "*") return stars();
    if (char === "?") return { kind: "any" };
    if (char === "[") return characterClass();
    if (char === "{") return alternatives(depth);
    if (char !== "\\") return { kind: "char", char };
    const escaped = chars[at++];
    return escaped === undefined ? "dangling '\\'" : { kind: "char", char: escaped };
  }

  function stars(): Part {
    const start = at - 1;
    while (chars[at] === "*") at++;
    const opens = start === 0 || "/{,".includes(chars[start - 1] as string);
    if (at - start < 2 || !opens) return { kind: "star" };
    if (chars[at] === "/") {
      at++;
      return { kind: "directories" };
    }
    return at === chars.length || ",}".includes(chars[at] as string) ? { kind: "everything" } : { kind: "star" };
  }

  function characterClass(): Part | string {
    const negated = chars[at] === "!" || chars[at] === "^";
    if (negated) at++;
    const ranges: [string, string][] = [];
    for (let first = true; ; first = false) {
      let low = chars[at++];
      if (low === undefined) return "unclosed character class; missing ']'";
      if (low === "]" && !first) return { kind: "class", negated, ranges };
      if (low === "\\" && at < chars.length) low = chars[at++] as string;
      const isRange = chars[at] === "-" && chars[at + 1] !== undefined && chars[at + 1] !== "]";
      const high = isRange ? (chars[at + 1] as string) : low;
      if (isRange) at += 2;
      if (high < low) return `invalid range; '${low}' > '${high}'`;
      ranges.push([low, high]);
    }
  }

  function alternatives(depth: number): Part | string {
    const options: Part[][] = [];
    for (;;) {
      const option = sequence(depth + 1);
      if (typeof option === "string") return option;
      options.push(option);
      if (chars[at++] === "}") return { kind: "either", options };
    }
  }

  return sequence(0);
}

// --- Matching: Thompson's construction, all states at once ----------------------------------

interface State {
  /** Consumes one character, or is a fork. */
  accepts?: (char: string) => boolean;
  next: number[];
}

function automaton(parts: readonly Part[]): ((path: string) => boolean) | undefined {
  const states: State[] = [];
  const add = (state: State): number => states.push(state) - 1;
  const final = add({ next: [] });

  /** Builds backwards: what must follow is known when a part is added. */
  function build(sequence: readonly Part[], follow: number): number {
    return sequence.reduceRight((after, part) => (states.length > MAX_STATES ? after : buildOne(part, after)), follow);
  }

  function loop(accepts: (char: string) => boolean, follow: number): number {
    const fork = add({ next: [follow] });
    states[fork]?.next.push(add({ accepts, next: [fork] }));
    return fork;
  }

  function buildOne(part: Part, follow: number): number {
    switch (part.kind) {
      case "char":
        return add({ accepts: (char) => char === part.char, next: [follow] });
      case "any":
        return add({ accepts: isNotSlash, next: [follow] });
      case "class":
        return add({ accepts: (char) => char !== "/" && part.ranges.some(([low, high]) => char >= low && char <= high) !== part.negated, next: [follow] });
      case "star":
        return loop(isNotSlash, follow);
      case "everything":
        return add({ accepts: () => true, next: [loop(() => true, follow)] });
      case "directories": {
        const slash = add({ accepts: (char) => char === "/", next: [follow] });
        return add({ next: [follow, loop(() => true, slash)] });
      }
      case "either":
        return add({ next: part.options.map((option) => build(option, follow)) });
    }
  }

  const start = build(parts, final);
  if (states.length > MAX_STATES) return undefined;
  return (path) => simulate(states, start, final, path);
}

function isNotSlash(char: string): boolean {
  return char !== "/";
}

function simulate(states: readonly State[], start: number, final: number, path: string): boolean {
  const seen = new Uint32Array(states.length);
  let step = 0;
  const enter = (into: number[], from: number): void => {
    const pending = [from];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (seen[id] === step) continue;
      seen[id] = step;
      const state = states[id] as State;
      if (state.accepts !== undefined || id === final) into.push(id);
      else pending.push(...state.next);
    }
  };
  step++;
  let current: number[] = [];
  enter(current, start);
  for (const char of path) {
    step++;
    const following: number[] = [];
    for (const id of current) {
      const state = states[id] as State;
      if (state.accepts?.(char)) enter(following, state.next[0] as number);
    }
    if (following.length === 0) return false;
    current = following;
  }
  return current.includes(final);
}
