// A glob as a sequence of parts: the grammar of ripgrep and git.

/** A piece of a glob. */
export type Part =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" } // one character but `/`
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] }
  | { readonly kind: "star" } // any number of characters but `/`
  | { readonly kind: "directories" } // `**/`: any number of whole directories
  | { readonly kind: "everything" } // a final `**`: all that is below
  | { readonly kind: "either"; readonly options: readonly (readonly Part[])[] };

/** The parts, or what is wrong with the pattern. */
export function partsOf(pattern: string): readonly Part[] | string {
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
      if (chars[at] === undefined) return "unclosed character class; missing ']'";
      if (chars[at] === "]" && !first) break;
      const [low, high] = range();
      if (high < low) return `invalid range; '${low}' > '${high}'`;
      ranges.push([low, high]);
    }
    at++;
    return { kind: "class", negated, ranges };
  }

  /** `a-z`, or one character as a range of itself. */
  function range(): [string, string] {
    if (chars[at] === "\\" && at + 1 < chars.length) at++;
    const low = chars[at++] as string;
    const isRange = chars[at] === "-" && chars[at + 1] !== undefined && chars[at + 1] !== "]";
    if (!isRange) return [low, low];
    at += 2;
    return [low, chars[at - 1] as string];
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
