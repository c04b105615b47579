// JSON that people write, read strictly: what is wrong is told with its place, and without quoting the text, which may hold secrets.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export class JsonError extends Error {}

/** Parses; a key that is there twice is an error, since one of the two would not count. */
export function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    throw new JsonError(`not JSON${position === undefined ? "" : ` (${placeOf(text, Number(position))})`}`);
  }
  const doubled = doubledKeyIn(text);
  if (doubled !== undefined) throw new JsonError(`a key is there twice in one object (${placeOf(text, doubled)})`);
  return value;
}

export function objectAt(value: Json | undefined, at: string, keys?: readonly string[]): { readonly [key: string]: Json } {
  if (value === undefined || value === null || typeof value !== "object" || Array.isArray(value)) throw new JsonError(`${at}: expected an object`);
  const unknown = keys === undefined ? undefined : Object.keys(value).find((key) => !keys.includes(key));
  // What does not look like a key may be a token in the wrong place.
  if (unknown !== undefined)
    throw new JsonError(`${at}: unknown key${/^[a-z]{1,16}$/i.test(unknown) ? ` "${unknown}"` : ""}; expected one of: ${keys?.join(", ")}`);
  return value as { readonly [key: string]: Json };
}

export function listAt(value: Json, at: string): readonly string[] {
  if (!Array.isArray(value)) throw new JsonError(`${at}: expected a list of texts`);
  return value.map((each) => textAt(each, at));
}

export function textAt(value: Json, at: string): string {
  if (typeof value !== "string" || value.trim() === "") throw new JsonError(`${at}: expected a text that is not empty`);
  return value;
}

/** Where a key of valid JSON stands that its object has already had. */
function doubledKeyIn(text: string): number | undefined {
  const open: Set<string>[] = [];
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"(?<colon>\s*:)?|[{}]/g)) {
    if (token[0] === "{") open.push(new Set());
    else if (token[0] === "}") open.pop();
    else if (token.groups?.colon !== undefined) {
      const key = JSON.parse(token[0].slice(0, -token.groups.colon.length)) as string;
      if (open.at(-1)?.has(key)) return token.index;
      open.at(-1)?.add(key);
    }
  }
  return undefined;
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
}
