// What callers mean who paste code into a pattern: braces that count nothing, and parentheses that have no partner, are text.

/** The pattern with every brace escaped that cannot be a quantifier; `${name}` is text as a whole, `$` included. */
export function withLiteralBraces(pattern: string): string {
  return rewritten(pattern, (part, before) => {
    if (part === "{") return before.repeatable && isQuantifier(before.rest) ? undefined : "\\{";
    if (part === "$" && before.rest.startsWith("{") && !isQuantifier(before.rest.slice(1))) return "\\$";
    return part === "}" && !before.inQuantifier ? "\\}" : undefined;
  });
}

/** The pattern with every parenthesis escaped. */
export function withLiteralParentheses(pattern: string): string {
  return rewritten(pattern, (part) => (part.startsWith("(") ? part.replaceAll("(", "\\(").replaceAll("?", "\\?") : part === ")" ? "\\)" : undefined));
}

/** What stands around a part. */
interface Around {
  /** A quantifier could stand here: there is something before it to repeat. */
  readonly repeatable: boolean;
  /** Inside of a quantifier's braces. */
  readonly inQuantifier: boolean;
  /** The text behind the part. */
  readonly rest: string;
}

/** Escapes, character classes, group openings, single characters. */
const PART = /\\[pPxuUb]\{[^{}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\((?:\?(?:P?<[^<>]*>|[\w-]*[:)]?))?|[\s\S]/g;

/** Rebuilds a pattern part by part; what `change` leaves undefined stays. */
function rewritten(pattern: string, change: (part: string, around: Around) => string | undefined): string {
  let result = "";
  let repeatable = false;
  let quantifierEnd = 0;
  for (const { 0: part, index } of pattern.matchAll(PART)) {
    const end = index + part.length;
    const inQuantifier = index < quantifierEnd;
    const rest = pattern.slice(end, end + MAX_QUANTIFIER_CHARS);
    const changed = change(part, { repeatable, inQuantifier, rest });
    if (part === "{" && changed === undefined) quantifierEnd = pattern.indexOf("}", end) + 1;
    result += changed ?? part;
    repeatable = !(part.startsWith("(") || part === "|");
  }
  return result;
}

const MAX_QUANTIFIER_CHARS = 32;

/** What stands behind a `{`: `2}`, `2,}`, `2,4}`, `,4}`. */
function isQuantifier(rest: string): boolean {
  return /^ *(\d+ *(, *\d* *)?|, *\d+ *)\}/.test(rest);
}
