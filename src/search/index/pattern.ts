// From a pattern in Rust's syntax to what every match must contain. Only what is surely understood is: at anything else the
// answer is undefined, and ripgrep does the work alone. Saying too little costs time, saying too much would lose matches.
import { CLASS_OF, classesOf, LINE_END, trigramsOf } from "./grams.ts";
import { allOf, anyOf, type Wanted } from "./wanted.ts";

export interface PatternQuery {
  readonly pattern: string;
  readonly caseInsensitive: boolean;
}

/** What every match contains; undefined if the pattern has something in it that we do not read. */
export function wantedOf({ pattern, caseInsensitive }: PatternQuery): Wanted | undefined {
  if (pattern.length > MAX_PATTERN_CHARS) return undefined;
  // A flag counts for a part of the pattern; taking it for the whole only says less.
  const reader = new Reader(pattern, caseInsensitive || /\(\?[a-zA-Z]*i/.test(pattern));
  try {
    const part = reader.alternatives(0);
    return reader.isAtEnd ? wantedOfPart(part) : undefined;
  } catch (error) {
    if (error instanceof NotRead) return undefined;
    throw error;
  }
}

const MAX_PATTERN_CHARS = 2_000;
const MAX_DEPTH = 50;
/** A part of a pattern that matches at most so many texts is carried as those texts. */
const MAX_TEXTS = 16;
const MAX_TEXT_CHARS = 256;
/** A class of more is as good as any character. */
const MAX_CLASS = 4;

/** What is known of a part: all the texts it matches, as classes, or only what they contain. */
interface Part {
  readonly texts?: readonly string[];
  readonly contains: Wanted;
}

const EMPTY: Part = { texts: [""], contains: "anything" };
const UNKNOWN: Part = { contains: "anything" };

class NotRead extends Error {}

function wantedOfPart({ texts, contains }: Part): Wanted {
  return texts === undefined ? contains : allOf([contains, anyOf(texts.map((text) => allOf(trigramsOf(text))))]);
}

/** One part after the other: texts grow together as long as they stay few. */
function inARow(parts: readonly Part[]): Part {
  const contains: Wanted[] = [];
  let texts: readonly string[] = [""];
  let isWhole = true;
  const flush = (): void => {
    contains.push(wantedOfPart({ texts, contains: "anything" }));
    isWhole = false;
  };
  for (const part of parts) {
    contains.push(part.contains);
    const grown: readonly string[] | undefined = part.texts === undefined ? undefined : crossed(texts, part.texts);
    if (grown !== undefined) texts = grown;
    else {
      flush();
      texts = part.texts ?? [""];
    }
  }
  if (isWhole) return { texts, contains: allOf(contains) };
  flush();
  return { contains: allOf(contains) };
}

function crossed(heads: readonly string[], tails: readonly string[]): readonly string[] | undefined {
  if (heads.length * tails.length > MAX_TEXTS) return undefined;
  const texts = [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
  return texts.some((text) => text.length > MAX_TEXT_CHARS) ? undefined : texts;
}

function either(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0] as Part;
  const texts = parts.every((part) => part.texts !== undefined && part.contains === "anything")
    ? [...new Set(parts.flatMap((part) => part.texts as readonly string[]))]
    : undefined;
  return texts !== undefined && texts.length <= MAX_TEXTS ? { texts, contains: "anything" } : { contains: anyOf(parts.map(wantedOfPart)) };
}

function repeated(part: Part, min: number, max: number): Part {
  if (min === 1 && max === 1) return part;
  if (min === 0 && max === 1) return either([EMPTY, part]);
  return min === 0 ? UNKNOWN : { contains: wantedOfPart(part) };
}

/** Escapes that stand for one character of many. */
const CLASS_ESCAPES = /^\\(?:[dDwWsS]|[pP](?:\{[\w=: !-]+\}|[A-Z]))/;
/** Escapes that stand between characters. */
const PLACE_ESCAPES = /^\\(?:b\{(?:start|end|start-half|end-half)\}|[bB](?!\{)|[Az<>])/;
const CONTROL_ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", a: "\x07" };
const CODE_ESCAPE = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{([0-9A-Fa-f]{1,6})\})/;
const PUNCTUATION_ESCAPE = /^\\([^\w<>\s\x80-\uffff])/;
/** Flags that do not change which bytes a character is. */
const GROUP_START = /^\((?:\?(?:P?<[A-Za-z_]\w*>|[imsU]*(?:-[imsU]+)?:))?(?!\?)/;
const FLAGS_ALONE = /^\(\?[imsU]*(?:-[imsU]+)?\)/;
const REPEAT = /^(?:[*+?]|\{(\d{1,4})(,(\d{0,4}))?\})\??/;
/** A class without anything in it that joins, cuts or nests classes. */
const SIMPLE_CLASS = /^\[(\^?)((?:[^\\[\]&~-]|\\[^\w<>\s\x80-\uffff]|\\[dDwWsSntrfv]|-)+)\]/;

class Reader {
  readonly #pattern: string;
  readonly #caseInsensitive: boolean;
  #at = 0;

  constructor(pattern: string, caseInsensitive: boolean) {
    this.#pattern = pattern;
    this.#caseInsensitive = caseInsensitive;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#pattern.length;
  }

  /** `a|b|c`, up to the end or a closing parenthesis. */
  alternatives(depth: number): Part {
    if (depth > MAX_DEPTH) throw new NotRead();
    const found: Part[] = [];
    do found.push(this.#row(depth));
    while (this.#takes("|"));
    return either(found);
  }

  #row(depth: number): Part {
    const parts: Part[] = [];
    while (!this.isAtEnd && !/^[|)]/.test(this.#rest(1))) parts.push(this.#repeats(this.#one(depth)));
    return inARow(parts);
  }

  #repeats(part: Part): Part {
    for (let now = part; ; ) {
      const repeat = this.#take(REPEAT);
      if (repeat === undefined) return now;
      now = repeated(now, ...timesOf(repeat));
    }
  }

  #one(depth: number): Part {
    if (this.#take(FLAGS_ALONE) !== undefined) return EMPTY;
    if (this.#rest(1) === "(") return this.#group(depth);
    if (this.#rest(1) === "[") return this.#class();
    if (this.#rest(1) === "\\") return this.#escape();
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) as number);
    if ("*+?{".includes(char)) throw new NotRead();
    this.#at += char.length;
    if (char === "^" || char === "$") return EMPTY;
    return char === "." ? UNKNOWN : this.#literal(char);
  }

  #group(depth: number): Part {
    if (this.#take(GROUP_START) === undefined) throw new NotRead();
    const part = this.alternatives(depth + 1);
    if (!this.#takes(")")) throw new NotRead();
    return part;
  }

  #escape(): Part {
    if (this.#take(PLACE_ESCAPES) !== undefined) return EMPTY;
    if (this.#take(CLASS_ESCAPES) !== undefined) return UNKNOWN;
    const code = this.#take(CODE_ESCAPE);
    if (code !== undefined) return this.#literal(charOf(Number.parseInt(code.slice(1).find((digits) => digits !== undefined) as string, 16)));
    const punctuation = this.#take(PUNCTUATION_ESCAPE);
    if (punctuation !== undefined) return this.#literal(punctuation[1] as string);
    const control = CONTROL_ESCAPES[this.#pattern[this.#at + 1] ?? ""];
    if (control === undefined) throw new NotRead();
    this.#at += 2;
    return this.#literal(control);
  }

  /** A character under -i may have partners of other lengths; of ASCII those are U+017F and U+212A alone, and files with them are never left out. */
  #literal(char: string): Part {
    const isAscii = char.length === 1 && char.charCodeAt(0) < 128;
    if (char.charCodeAt(0) === LINE_END || (!isAscii && this.#caseInsensitive)) return UNKNOWN;
    return { texts: [classesOf(char)], contains: "anything" };
  }

  #class(): Part {
    const found = this.#take(SIMPLE_CLASS);
    if (found === undefined || found[2]?.includes("--")) throw new NotRead();
    const [, negation, members] = found as unknown as [string, string, string];
    const classes = negation === "^" ? undefined : classesOfMembers(members);
    return classes === undefined ? UNKNOWN : { texts: classes, contains: "anything" };
  }

  #rest(chars: number): string {
    return this.#pattern.slice(this.#at, this.#at + chars);
  }

  #takes(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    const found = expression.exec(this.#pattern.slice(this.#at));
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }
}

function timesOf([all, min, comma, max]: readonly (string | undefined)[]): [number, number] {
  if (all?.startsWith("*")) return [0, Number.POSITIVE_INFINITY];
  if (all?.startsWith("+")) return [1, Number.POSITIVE_INFINITY];
  if (all?.startsWith("?")) return [0, 1];
  const least = Number(min);
  return [least, comma === undefined ? least : max === "" ? Number.POSITIVE_INFINITY : Number(max)];
}

function charOf(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new NotRead();
  return String.fromCodePoint(code);
}

/** The classes of single ASCII characters and short ranges; undefined if there are many, or others. */
function classesOfMembers(members: string): readonly string[] | undefined {
  const chars: number[] = [];
  const parts = members.match(/\\?.(?:-\\?.)?/gsu) ?? [];
  for (const part of parts) {
    const [first, last] = part
      .replace(/\\(\W)/g, "$1")
      .match(/^(.)-(.)$/su)
      ?.slice(1) ?? [part, part];
    if (/^\\\w/.test(part) || /-\\\w$/.test(part)) return undefined;
    const [from, to] = [codeOf(first as string), codeOf(last as string)];
    if (from > 127 || to > 127 || to - from > 2 * MAX_CLASS) return undefined;
    for (let code = from; code <= to; code++) chars.push(code);
  }
  if (chars.includes(LINE_END)) return undefined;
  const classes = [...new Set(chars.map((code) => String.fromCharCode(CLASS_OF[code] as number)))];
  return classes.length > MAX_CLASS || classes.length === 0 ? undefined : classes;
}

function codeOf(text: string): number {
  return text.replace(/^\\(?=\W)/, "").codePointAt(0) as number;
}
