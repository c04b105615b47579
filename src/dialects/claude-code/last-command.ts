// The last command of a line, for its exit code is the line's. A small lexer, one pass; what it does not understand, it does not guess.
import { closing, closingBackslashed, closingQuote, isHeredoc } from "./shell-quotes.ts";

/** No person and hardly a script writes more. */
const MAX_CHARS = 20_000;

/** Text without any meaning to the shell. */
const PLAIN = /[^\s\\'"`$()<>&|;#]+/y;

/** The words of the last command, quotes removed and assignments before it left out; undefined where that cannot be told. */
export function lastCommand(line: string): readonly string[] | undefined {
  if (line.length > MAX_CHARS) return undefined;
  const words = lastWords(line);
  const first = words?.findIndex((word) => !/^[A-Za-z_]\w*\+?=/.test(word));
  return first === undefined || first < 0 ? undefined : words?.slice(first);
}

function lastWords(line: string): readonly string[] | undefined {
  let last: readonly string[] | undefined;
  let words: string[] = [];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (let at = 0; at < line.length; ) {
    const token = tokenAt(line, at, word);
    if (token === undefined) return undefined;
    at = token.end;
    if (token.kind === "text") {
      word = (word ?? "") + token.text;
      continue;
    }
    endWord();
    if (token.kind === "operator") words.push(token.text);
    if (token.kind !== "separator" || words.length === 0) continue;
    last = words;
    words = [];
  }
  endWord();
  return words.length > 0 ? words : last;
}

interface Token {
  /** A part of a word; the space between words; what divides commands; a redirection or a group, which no command begins with. */
  readonly kind: "text" | "space" | "separator" | "operator";
  readonly text: string;
  readonly end: number;
}

/** The next token; undefined if the line cannot be understood. `word` is what stands before it without a space. */
function tokenAt(line: string, at: number, word: string | undefined): Token | undefined {
  const char = line[at] as string;
  switch (char) {
    case "\n":
    case ";":
      return { kind: "separator", text: char, end: at + 1 };
    case "&":
      return line[at + 1] === ">" ? operator(line, at, /&>>?/y) : separator(line, at, /&&?/y);
    case "|":
      return separator(line, at, /\|[|&]?/y);
    case "#":
      return word === undefined ? { kind: "space", text: "", end: lineEnd(line, at) } : { kind: "text", text: char, end: at + 1 };
    case "\\":
      return escaped(line, at, word);
    case "'":
      return quoted(line, at, closingQuote(line, at + 1));
    case '"':
      return quoted(line, at, closing(line, at + 1, '"'));
    case "`":
      return quoted(line, at, closingBackslashed(line, at + 1, "`"));
    case "$":
      return expansion(line, at);
    case "(":
      return group(line, at, word);
    case ")":
      return undefined;
    case "<":
    case ">":
      return redirection(line, at);
    default:
      return plain(line, at);
  }
}

/** A backslash before a line's end joins the lines, within a word or between words. */
function escaped(line: string, at: number, word: string | undefined): Token {
  if (line[at + 1] === "\n") return { kind: word === undefined ? "space" : "text", text: "", end: at + 2 };
  return { kind: "text", text: line[at + 1] ?? "", end: at + 2 };
}

function plain(line: string, at: number): Token {
  PLAIN.lastIndex = at;
  const text = PLAIN.exec(line)?.[0];
  return text === undefined ? { kind: "space", text: "", end: at + 1 } : { kind: "text", text, end: at + text.length };
}

/** What is between quotes; `end` is where the closing one stands. */
function quoted(line: string, at: number, end: number | undefined): Token | undefined {
  return end === undefined ? undefined : { kind: "text", text: line.slice(at + 1, end), end: end + 1 };
}

/** `$(…)`, `${…}` and `$'…'` are parts of words; `$x` is plain enough. */
function expansion(line: string, at: number): Token | undefined {
  const next = line[at + 1];
  const end = next === "(" ? closing(line, at + 2, ")") : next === "{" ? closing(line, at + 2, "}") : next === "'" ? closingBackslashed(line, at + 2, "'") : at;
  return end === undefined ? undefined : { kind: "text", text: line.slice(at, end + 1), end: end + 1 };
}

/** `a=(…)` is a word; a subshell or a function is no simple command. */
function group(line: string, at: number, word: string | undefined): Token | undefined {
  const end = closing(line, at + 1, ")");
  if (end === undefined) return undefined;
  return { kind: word?.endsWith("=") ? "text" : "operator", text: "(", end: end + 1 };
}

/** `<(…)` is a word. The text of a heredoc is not told from commands here. */
function redirection(line: string, at: number): Token | undefined {
  if (line[at + 1] === "(") {
    const end = closing(line, at + 2, ")");
    return end === undefined ? undefined : { kind: "text", text: "<(", end: end + 1 };
  }
  if (isHeredoc(line, at)) return undefined;
  return operator(line, at, /<<<|<[&>]?|>[>&|]?/y);
}

function separator(line: string, at: number, pattern: RegExp): Token {
  pattern.lastIndex = at;
  const text = pattern.exec(line)?.[0] as string;
  return { kind: "separator", text, end: at + text.length };
}

function operator(line: string, at: number, pattern: RegExp): Token {
  return { ...separator(line, at, pattern), kind: "operator" };
}

function lineEnd(line: string, at: number): number {
  const end = line.indexOf("\n", at);
  return end < 0 ? line.length : end;
}
