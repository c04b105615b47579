// fossick.json: several tokens, each with its own directories, dialect and tools. Read once, at the start, and only where `--config` says:
// a file that is looked for in the working directory could be one that a tool has written.
import path from "node:path";
import { DIALECTS } from "../dialects/index.ts";
import { hashOfEntry, isTokenEntry } from "./http/tokens.ts";
import { type Json, JsonError, listAt, objectAt, parseJson, textAt } from "./json.ts";

export interface TokenRules {
  /** For the log. */
  readonly name: string;
  readonly hash: Buffer;
  /** Absolute. */
  readonly workdir?: string;
  /** Absolute; none = the working directory. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly dialect?: string;
  /** undefined = all. */
  readonly tools?: readonly string[];
}

const KEYS = ["name", "workdir", "allow", "deny", "dialect", "tools"];

/** Reads the text of a configuration; its relative paths start at `directory`. Throws a JsonError, which never names a token: it ends up in logs. */
export function readConfig(text: string, directory: string): readonly TokenRules[] {
  const { tokens } = objectAt(parseJson(text), "the whole", ["tokens"]);
  const entries = Object.entries(objectAt(tokens, '"tokens"'));
  if (entries.length === 0) throw new JsonError('"tokens" is empty; expected at least one');
  const rules = entries.map(([token, value], index) => rulesOf(token, value, `token ${index + 1}`, directory));
  for (const [index, { hash }] of rules.entries()) {
    const first = rules.findIndex((other) => other.hash.equals(hash));
    if (first < index) throw new JsonError(`token ${index + 1} is the same as token ${first + 1}`);
  }
  return rules;
}

function rulesOf(token: string, value: Json | undefined, at: string, directory: string): TokenRules {
  if (!isTokenEntry(token)) throw new JsonError(`${at}: expected 1 to 1024 printable ASCII characters without spaces, or sha256: and 64 hexadecimal digits`);
  const { name, workdir, allow = [], deny = [], dialect, tools } = objectAt(value, at, KEYS);
  return {
    name: name === undefined ? at : textAt(name, `${at}, name`),
    hash: hashOfEntry(token),
    allow: listAt(allow, `${at}, allow`).map((each) => path.resolve(directory, each)),
    deny: listAt(deny, `${at}, deny`),
    ...(workdir === undefined ? {} : { workdir: path.resolve(directory, textAt(workdir, `${at}, workdir`)) }),
    ...(dialect === undefined ? {} : { dialect: dialectAt(dialect, `${at}, dialect`) }),
    ...(tools === undefined ? {} : { tools: toolsAt(tools, `${at}, tools`) }),
  };
}

function dialectAt(value: Json, at: string): string {
  return oneOf(
    textAt(value, at),
    DIALECTS.map(({ name }) => name),
    at,
  );
}

/** Names of any dialect's tools: a token may use several. */
function toolsAt(value: Json, at: string): readonly string[] {
  const known = [...new Set(DIALECTS.flatMap(({ tools }) => tools.map(({ name }) => name)))];
  return listAt(value, at).map((name) => oneOf(name, known, at));
}

function oneOf(text: string, known: readonly string[], at: string): string {
  if (!known.includes(text)) throw new JsonError(`${at}: unknown "${text}"; expected one of: ${known.join(", ")}`);
  return text;
}
