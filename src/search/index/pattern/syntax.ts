// Patterns in the syntax of Rust's regex crate, as ripgrep reads them, as a tree. What is not surely understood is undefined, never guessed:
// all that is read here was asked of ripgrep 15.
import type { CharSet } from "./char-set.ts";
import { readClass } from "./class-syntax.ts";
import { Cursor, NotRead } from "./cursor.ts";
import { readEscape } from "./escapes.ts";

/** A place between characters. */
export type Place =
  | "line start"
  | "line end"
  | "text start"
  | "text end"
  | "word boundary"
  | "no word boundary"
  | "word start"
  | "word end"
  | "word start half"
  | "word end half";

/** A pattern. Groups are gone: what they hold together is one tree. */
export type Tree =
  | Char
  /** Any character but a line's end; with (?s) that, too. Which it is does not matter in a search by lines; across them, it has to be known otherwise. */
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly set: CharSet }
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "row"; readonly parts: readonly Tree[] }
  | { readonly kind: "either"; readonly choices: readonly Tree[] }
  | { readonly kind: "repeat"; readonly of: Tree; readonly min: number; readonly max: number; readonly greedy: boolean };

/** A tree that has no others in it. */
export type Leaf = Exclude<Tree, { readonly kind: "row" | "either" | "repeat" }>;

/** Whether something is true of all that a pattern is made of. */
export function everyLeaf(tree: Tree, isTrue: (leaf: Leaf) => boolean): boolean {
  switch (tree.kind) {
    case "row":
      return tree.parts.every((part) => everyLeaf(part, isTrue));
    case "either":
      return tree.choices.every((choice) => everyLeaf(choice, isTrue));
    case "repeat":
      return everyLeaf(tree.of, isTrue);
    default:
      return isTrue(tree);
  }
}

/** A character by itself; `folds`: in any case. */
export interface Char {
  readonly kind: "char";
  readonly code: number;
  readonly folds: boolean;
}

export interface RegexQuery {
  readonly pattern: string;
  readonly caseInsensitive: boolean;
}

/** What was read last: a search wants to know several things of its pattern, one after the other. */
let last: RegexQuery & { readonly tree: Tree | undefined } = { pattern: "", caseInsensitive: false, tree: { kind: "row", parts: [] } };

/** The tree of a pattern; undefined if there is something in it that we do not read, or that ripgrep refuses. */
export function parseRegex({ pattern, caseInsensitive }: RegexQuery): Tree | undefined {
  if (pattern !== last.pattern || caseInsensitive !== last.caseInsensitive) last = { pattern, caseInsensitive, tree: parsed(pattern, caseInsensitive) };
  return last.tree;
}

function parsed(pattern: string, caseInsensitive: boolean): Tree | undefined {
  // ripgrep gets half a surrogate pair as another character.
  if (/\p{Cs}/u.test(pattern)) return undefined;
  try {
    return new Parser(pattern, caseInsensitive).whole();
  } catch (error) {
    if (error instanceof NotRead) return undefined;
    throw error;
  }
}

/** ripgrep takes 250 levels of all kinds; a group with alternatives, a row and repeats in it has several. */
const MAX_DEPTH = 30;
const MAX_REPEATS = 3;
const GROUP_START = /\((?:\?P?<([A-Za-z_]\w*)>|\?([A-Za-z-]*):)?(?!\?)/y;
const FLAGS_ALONE = /\(\?([A-Za-z-]+)\)/y;
/** Flags that are understood: u is always on, R depends on --crlf, x changes the whole syntax. */
const FLAGS = /^([imsUu]*)(?:-([imsU]+))?$/;
/** No other characters mean more than themselves outside of classes. */
const SIGNS = "([\\.^$*+?{|)";
const REPEAT_SIGNS = "*+?{";
const REPEAT = /(?:[*+?]|\{(\d{1,4})(,(\d{0,4}))?\})(\??)/y;

interface Flags {
  readonly folds: boolean;
  readonly multiLine: boolean;
  readonly swapsGreed: boolean;
}

class Parser {
  readonly #cursor: Cursor;
  readonly #names = new Set<string>();
  #flags: Flags;

  constructor(pattern: string, folds: boolean) {
    this.#cursor = new Cursor(pattern);
    this.#flags = { folds, multiLine: true, swapsGreed: false };
  }

  whole(): Tree {
    const tree = this.#alternatives(0);
    if (!this.#cursor.isAtEnd) throw new NotRead();
    return tree;
  }

  /** `a|b|c`, up to the end or a closing parenthesis. */
  #alternatives(depth: number): Tree {
    if (depth > MAX_DEPTH) throw new NotRead();
    const choices: Tree[] = [];
    do choices.push(this.#row(depth));
    while (this.#cursor.takes("|"));
    return choices.length === 1 ? (choices[0] as Tree) : { kind: "either", choices };
  }

  #row(depth: number): Tree {
    const parts: Tree[] = [];
    while (!this.#cursor.isAtEnd && !this.#cursor.looksAt("|") && !this.#cursor.looksAt(")")) {
      const flags = this.#cursor.looksAt("(?") ? this.#cursor.take(FLAGS_ALONE) : undefined;
      if (flags === undefined) parts.push(this.#repeated(this.#one(depth)));
      else this.#flags = changed(this.#flags, flags[1] as string);
    }
    return parts.length === 1 ? (parts[0] as Tree) : { kind: "row", parts };
  }

  /** With all the repeats that follow: there may be repeats of repeats. */
  #repeated(tree: Tree): Tree {
    let now = tree;
    for (let repeats = 0; ; repeats++) {
      const found = this.#cursor.looksAtOneOf(REPEAT_SIGNS) ? this.#cursor.take(REPEAT) : undefined;
      if (found === undefined) return now;
      const [min, max] = timesOf(found);
      if (min > max || repeats === MAX_REPEATS) throw new NotRead();
      now = { kind: "repeat", of: now, min, max, greedy: (found[4] === "") !== this.#flags.swapsGreed };
    }
  }

  #one(depth: number): Tree {
    const { folds, multiLine } = this.#flags;
    if (!this.#cursor.looksAtOneOf(SIGNS)) return { kind: "char", code: this.#cursor.next(), folds };
    if (this.#cursor.looksAt("(")) return this.#group(depth);
    if (this.#cursor.takes("[")) return { kind: "class", set: readClass(this.#cursor, folds) };
    if (this.#cursor.takes("\\")) return readEscape(this.#cursor, folds);
    if (this.#cursor.takes(".")) return { kind: "any" };
    if (this.#cursor.takes("^")) return { kind: "place", place: multiLine ? "line start" : "text start" };
    if (this.#cursor.takes("$")) return { kind: "place", place: multiLine ? "line end" : "text end" };
    throw new NotRead(); // a repeat of nothing
  }

  #group(depth: number): Tree {
    const start = this.#cursor.take(GROUP_START);
    if (start === undefined) throw new NotRead();
    const [, name, flags] = start;
    if (name !== undefined) this.#name(name);
    const outside = this.#flags;
    if (flags) this.#flags = changed(outside, flags);
    const tree = this.#alternatives(depth + 1);
    if (!this.#cursor.takes(")")) throw new NotRead();
    this.#flags = outside;
    return tree;
  }

  #name(name: string): void {
    if (this.#names.has(name)) throw new NotRead();
    this.#names.add(name);
  }
}

function changed(flags: Flags, text: string): Flags {
  const [, on = "", off = ""] = FLAGS.exec(text) ?? [];
  const all = on + off;
  if (all === "" || new Set(all).size < all.length) throw new NotRead();
  const now = (letter: string, before: boolean): boolean => on.includes(letter) || (before && !off.includes(letter));
  return { folds: now("i", flags.folds), multiLine: now("m", flags.multiLine), swapsGreed: now("U", flags.swapsGreed) };
}

function timesOf([all, min, comma, max]: readonly (string | undefined)[]): [number, number] {
  if (all?.startsWith("*")) return [0, Number.POSITIVE_INFINITY];
  if (all?.startsWith("+")) return [1, Number.POSITIVE_INFINITY];
  if (all?.startsWith("?")) return [0, 1];
  const least = Number(min);
  return [least, comma === undefined ? least : max === "" ? Number.POSITIVE_INFINITY : Number(max)];
}
