// Ignore rules, read only so far as to say of which names none of them can speak: such a name is listed for sure, and ripgrep need not be asked.
import fs from "node:fs";
import { fsPath, joined, type RawPath } from "../../../workspace/raw-path.ts";
import { IGNORE_FILES } from "../../tree-walk.ts";

/** What a part of a path must look like: these pieces, one after the other, with anything in between. Each is a row of characters and classes. */
type Part = readonly RegExp[];

interface Rule {
  /** From where the rule stands: as many parts as are known before anything may follow. Undefined: it counts at any depth. */
  readonly path?: readonly Part[];
  /** Those are all. */
  readonly isWhole: boolean;
  /** The last part. */
  readonly last: Part;
}

const ANYTHING: Part = [/^/g, /$/g];
const ANY: Rule = { isWhole: false, last: ANYTHING };
/** Whoever has more of them waits for ripgrep. */
const MAX_RULE_FILE_BYTES = 65_536;

export interface RuleSources {
  readonly tree: RawPath;
  /** Files that stand elsewhere; where their rules are counted from does not matter. */
  readonly elsewhere: readonly RawPath[];
  /** Globs that are left out, counted from the tree. */
  readonly globs: readonly string[];
  /** Whether names that begin with a dot are listed. */
  readonly hidden: boolean;
}

/** The rules of a tree. Each file is read when it is first needed: whoever holds these hears when one changes, and takes new ones then. */
export class Rules {
  readonly #sources: RuleSources;
  readonly #inside = new Map<RawPath, readonly Rule[]>();
  #elsewhere: readonly Rule[] | undefined;

  constructor(sources: RuleSources) {
    this.#sources = sources;
  }

  /** Whether something may keep a name off the list, of which the directory is listed. */
  mayMean(name: RawPath): boolean {
    const base = name.slice(name.lastIndexOf("/") + 1);
    if (!this.#sources.hidden && base.startsWith(".")) return true;
    this.#elsewhere ??= this.#sources.elsewhere.flatMap(rulesIn);
    if (this.#elsewhere.some(({ last }) => isMet(last, base))) return true;
    let end = name.length;
    do {
      end = name.lastIndexOf("/", end - 1);
      const [directory, rest] = [name.slice(0, Math.max(0, end)), name.slice(end + 1)];
      if (this.#rulesOf(directory).some((rule) => mayMean(rule, rest))) return true;
    } while (end > 0);
    return false;
  }

  #rulesOf(directory: RawPath): readonly Rule[] {
    const known = this.#inside.get(directory);
    if (known !== undefined) return known;
    const { tree, globs } = this.#sources;
    const rules = IGNORE_FILES.flatMap((name) => rulesIn(joined(joined(tree, directory), name)));
    if (directory === "") rules.push(...globs.map(ruleOf));
    this.#inside.set(directory, rules);
    return rules;
  }

  /** A directory went, with the rules in it. */
  forget(): void {
    this.#inside.clear();
  }
}

function rulesIn(file: RawPath): readonly Rule[] {
  let text: string;
  try {
    const stats = fs.statSync(fsPath(file));
    if (!stats.isFile() || stats.size > MAX_RULE_FILE_BYTES) return [ANY];
    text = fs.readFileSync(fsPath(file), "latin1");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : [ANY];
  }
  const lines = text.replace(/^\xef\xbb\xbf/, "").split("\n");
  return lines
    .map((line) => line.replace(/[\t-\r ]+$/, ""))
    .filter((line) => line !== "" && !/^[#!]/.test(line)) // what lets names in again has nothing to say where nothing keeps them out
    .map(ruleOf);
}

const SIMPLE_CLASS = /\[(?:\w-\w|[\w.~# ])+\]/g;

function ruleOf(glob: string): Rule {
  if (/[[{]/.test(glob.replace(SIMPLE_CLASS, ""))) return ANY; // others may mean slashes, too
  const path = glob.replace(/\/+$/, "").replace(/^\//, "");
  const parts = path.split("/");
  if (parts.includes("")) return ANY;
  const last = partOf(parts.at(-1) as string);
  if (parts.length === 1 && !glob.startsWith("/")) return { isWhole: false, last };
  const open = parts.findIndex((part) => part.includes("**"));
  return { path: parts.slice(0, open === -1 ? undefined : open).map(partOf), isWhole: open === -1, last };
}

/** Anything; a class; a character that is escaped; what is hard to read, and all after it; any other character. */
const TOKEN = /(?<anything>[*?]+|[^ -~]+)|(?<class>\[.*?\])|\\(?<escaped>[ -~])|(?<rest>[\]}\\].*)|(?<same>.)/gs;

/** May mean more than ripgrep reads in it, but not less. */
function partOf(text: string): Part {
  const rows = [""];
  for (const { groups } of text.matchAll(TOKEN)) {
    const one = groups?.class ?? (groups?.escaped ?? groups?.same)?.replace(/[.^$+*?()[\]{}|\\]/, "\\$&");
    if (one === undefined) rows.push("");
    else rows.push(`${rows.pop()}${one}`);
  }
  try {
    return rows.map((row, index) => new RegExp(`${index === 0 ? "^" : ""}${row}${index === rows.length - 1 ? "$" : ""}`, "g"));
  } catch {
    return ANYTHING; // a class from z to a
  }
}

/** `name` is counted from where the rule stands. */
function mayMean({ path, isWhole, last }: Rule, name: RawPath): boolean {
  const parts = name.split("/");
  if (!isMet(last, parts.at(-1) as string)) return false;
  if (path === undefined) return true;
  if (isWhole ? parts.length !== path.length : parts.length < path.length) return false;
  return path.every((part, index) => isMet(part, parts[index] as string));
}

/** The first place for each piece is as good as any other; so nothing has to be tried twice. */
function isMet(part: Part, name: string): boolean {
  let at = 0;
  for (const piece of part) {
    piece.lastIndex = at;
    const found = piece.exec(name);
    if (found === null) return false;
    at = found.index + found[0].length;
  }
  return true;
}
