// Where quotes and brackets of a shell's line are closed: each is an index, or undefined if that is nowhere or not certain.

/** Of something that may hold quotes and further brackets. */
export function closing(line: string, start: number, closer: ")" | "}" | '"'): number | undefined {
  const open: string[] = [closer];
  for (let at = start; at < line.length; at++) {
    if (line[at] !== open.at(-1)) {
      const end = pass(line, at, open);
      if (end === undefined) return undefined;
      at = end;
      continue;
    }
    open.pop();
    if (open.length === 0) return at;
  }
  return undefined;
}

/** Of single quotes. */
export function closingQuote(line: string, start: number): number | undefined {
  const end = line.indexOf("'", start);
  return end < 0 ? undefined : end;
}

/** Of what knows nothing but backslashes. */
export function closingBackslashed(line: string, start: number, closer: string): number | undefined {
  for (let at = start; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === closer) return at;
  }
  return undefined;
}

export function isHeredoc(line: string, at: number): boolean {
  return line.startsWith("<<", at) && line[at + 2] !== "<" && line[at - 1] !== "<";
}

/** Passes over what stands here, adding to `open` what it opens; where it ends. */
function pass(line: string, at: number, open: string[]): number | undefined {
  const char = line[at];
  const next = line[at + 1];
  if (char === "\\") return at + 1;
  if (char === "`") return closingBackslashed(line, at + 1, "`");
  if (char === "$" && (next === "{" || next === "(")) {
    open.push(next === "{" ? "}" : ")");
    return at + 1;
  }
  return open.at(-1) === '"' ? at : passInBrackets(line, at, open);
}

/** What has a meaning in brackets but not in double quotes. */
function passInBrackets(line: string, at: number, open: string[]): number | undefined {
  const char = line[at];
  const inside = open.at(-1);
  if (char === '"') open.push('"');
  if (inside === "}") return char === "'" ? undefined : at; // quote or apostrophe: that depends on what is around
  if (char === "(") open.push(")");
  if (char === "'") return closingQuote(line, at + 1);
  const isComment = char === "#" && /\s/.test(line[at - 1] as string);
  return isComment || isHeredoc(line, at) ? undefined : at;
}
