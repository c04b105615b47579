// Reads the arguments of a call against a schema, more generously than the schema says: names of other dialects for the
// same thing, numbers and booleans in quotes, null for absent. What nobody knows is an error, never ignored.
import { fail, ok, type Result } from "../failure.ts";
import type { Arguments, InputSchema, ParameterSchema } from "../tool.ts";

/** Names for one thing, in any dialect. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["include", "glob"],
  ["case_insensitive", "-i", "i"],
  ["line_numbers", "-n"],
  ["context_after", "-A"],
  ["context_before", "-B"],
  ["context", "-C"],
  ["path", "file_path", "dir_path", "paths"],
  ["head_limit", "limit"],
  ["offset", "skip"],
  ["old_str", "old_string", "old_text"],
  ["new_str", "new_string", "new_text"],
  ["replace_all", "all"],
  ["content", "file_text"],
  ["task_id", "shell_id", "bash_id"],
  ["-o", "only_matching"],
];

/** Parameters that take a list of paths although the schema names one. */
const PATHS: readonly string[] = ["path", "file_path", "dir_path"];

/** `alsoTaken` are parameters that the schema does not show. */
export function readArguments(given: unknown, schema: InputSchema, alsoTaken: InputSchema["properties"] = {}): Result<Arguments> {
  const properties = { ...schema.properties, ...alsoTaken };
  if (given !== undefined && !isObject(given)) return fail({ code: "wrong-type", name: "arguments", expected: "object", got: typeName(given) });
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    const known = knownName(name, properties);
    if (known === undefined) return fail({ code: "unknown-parameter", name, known: Object.keys(schema.properties) });
    const isOverruled = known !== name && given?.[known] != null; // the tool's own name wins
    if (value === null || value === undefined || isOverruled) continue;
    if (PATHS.includes(known) && isTextList(value)) {
      read[known] = value;
      continue;
    }
    const converted = convert(name, value, properties[known] as ParameterSchema);
    if (!converted.ok) return converted;
    read[known] = converted.value;
  }
  const missing = schema.required.find((name) => !(name in read));
  return missing === undefined ? ok(read) : fail({ code: "missing-parameter", name: missing });
}

/** Searches take several paths; their schemas name one, because models do best with that. */
function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

function knownName(name: string, properties: InputSchema["properties"]): string | undefined {
  if (Object.hasOwn(properties, name)) return name;
  return SYNONYMS.find((names) => names.includes(name))?.find((synonym) => Object.hasOwn(properties, synonym));
}

function convert(name: string, value: unknown, schema: ParameterSchema): Result<unknown> {
  switch (schema.type) {
    case "string":
      return convertString(name, value, schema);
    case "boolean":
      if (typeof value === "boolean") return ok(value);
      if (value === "true" || value === "false") return ok(value === "true");
      return fail({ code: "wrong-type", name, expected: "boolean", got: typeName(value) });
    case "integer":
      return convertInteger(name, value, schema);
    case "array":
      return convertList(name, value, schema);
    case "object":
      return convertObject(name, value, schema);
  }
}

function convertString(name: string, value: unknown, schema: ParameterSchema): Result<unknown> {
  if (typeof value !== "string") return fail({ code: "wrong-type", name, expected: "string", got: typeName(value) });
  if (schema.enum !== undefined && !schema.enum.includes(value)) return fail({ code: "not-an-option", name, value, options: schema.enum });
  return ok(value);
}

function convertInteger(name: string, value: unknown, schema: ParameterSchema): Result<unknown> {
  const number = typeof value === "string" && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== "number") return fail({ code: "wrong-type", name, expected: "number", got: typeName(value) });
  const { minimum = Number.NEGATIVE_INFINITY } = schema;
  const isCount = Number.isInteger(number) && number >= minimum;
  if (!isCount) return fail({ code: "not-a-count", name, value: number, ...(minimum > 0 ? { least: minimum } : {}) });
  return ok(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER))); // who asks for 2^64 lines means all
}

function convertList(name: string, value: unknown, { items }: ParameterSchema): Result<unknown> {
  switch (items?.type) {
    case "object":
      return convertObjects(name, value, items);
    case "string":
      return convertTexts(name, value);
    default:
      return convertIntegers(name, value);
  }
}

/** A list of texts; one alone will do, and so will a list written as JSON. */
function convertTexts(name: string, value: unknown): Result<unknown> {
  const parsed = typeof value === "string" && value.trimStart().startsWith("[") ? jsonIn(value) : value;
  if (Array.isArray(parsed) && parsed.length === 0) return ok([]);
  const list = isTextList(parsed) ? parsed : [value];
  return isTextList(list) ? ok(list) : fail({ code: "wrong-type", name, expected: "array of strings", got: typeName(value) });
}

/** A list of whole numbers; models also write it as text. */
function convertIntegers(name: string, value: unknown): Result<unknown> {
  const list = typeof value === "string" ? jsonIn(value) : value;
  if (!Array.isArray(list)) return fail({ code: "wrong-type", name, expected: "array of integers", got: typeName(value) });
  const numbers: unknown[] = [];
  for (const item of list) {
    const number = convertInteger(name, item, { type: "integer", description: "" });
    if (!number.ok) return number;
    numbers.push(number.value);
  }
  return ok(numbers);
}

/** An object with parameters of its own; models also write it as text. */
function convertObject(name: string, value: unknown, { properties = {} }: ParameterSchema): Result<unknown> {
  const given = typeof value === "string" ? jsonIn(value) : value;
  if (!isObject(given)) return fail({ code: "wrong-type", name, expected: "object", got: typeName(value) });
  const read: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schema === undefined) return fail({ code: "unknown-parameter", name: `${name}.${key}`, known: Object.keys(properties) });
    if (item === null || item === undefined) continue;
    const converted = convert(`${name}.${key}`, item, schema);
    if (!converted.ok) return converted;
    read[key] = converted.value;
  }
  return ok(read);
}

function isObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list of objects, each read like the arguments themselves; one alone will do. */
function convertObjects(name: string, value: unknown, schema: InputSchema): Result<unknown> {
  const list = typeof value === "string" ? jsonIn(value) : value;
  if (typeof list !== "object" || list === null) return fail({ code: "wrong-type", name, expected: "array of objects", got: typeName(value) });
  const objects: Arguments[] = [];
  for (const item of Array.isArray(list) ? list : [list]) {
    const object = readArguments(item, schema);
    if (!object.ok) return object;
    objects.push(object.value);
  }
  return ok(objects);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // neither a list nor an object
  }
}

/** The one path that a file tool works on. */
export function onePath(args: Arguments, name = "path"): Result<string> {
  const given = args[name];
  const paths = Array.isArray(given) ? (given as readonly string[]) : [given as string];
  if (paths.length !== 1) return fail({ code: "wrong-type", name, expected: "string", got: "array" });
  return paths[0] === "" ? fail({ code: "empty-parameter", name }) : ok(paths[0] as string);
}

/** The paths that a search goes to; the working directory if none is given. */
export function searchedPaths({ path }: { readonly path?: string | readonly string[] }): readonly string[] {
  if (path === undefined || path === "") return ["."];
  return typeof path === "string" ? [path] : path;
}

/** Text for a file: half of a surrogate pair is no character and cannot be written. */
export function isUnicode(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
