// Reads a question. Whoever can reach the socket may write anything on it: only what is a question in every part is one.
import { type Question, questionIn } from "./protocol.ts";

/** The question in some bytes; undefined if they are none. */
export function readQuestion(bytes: Buffer): Question | undefined {
  const value = questionIn(bytes);
  return isQuestion(value) ? (value as Question) : undefined;
}

type Check = (value: unknown) => boolean;

/** Timers cannot wait longer. */
const MAX_MS = 2 ** 31 - 1;

const isText: Check = (value) => typeof value === "string" && !value.includes("\0");
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => typeof value === "number" && value >= 0;
const isTime: Check = (value) => typeof value === "number" && value >= 0 && value <= MAX_MS;

function isListOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function isOneOf(...options: readonly string[]): Check {
  return (value) => options.includes(value as string);
}

/** An object with these keys, of which some may be absent, and no others. */
function isObject(checks: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  const all = new Map(Object.entries({ ...checks, ...optional }));
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(checks).every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, each]) => all.get(key)?.(each) ?? false);
}

const isQuery = isObject({
  pattern: isText,
  caseInsensitive: isFlag,
  multiline: isFlag,
  roots: isListOf(isObject({ path: isText }, { ranges: isListOf(isObject({ first: isCount, last: isCount })) })),
  filter: isObject({ globs: isListOf(isText), types: isListOf(isObject({ name: isText }, { globs: isListOf(isText) })) }),
  walk: isObject({ ignoreFiles: isFlag, hidden: isFlag, followLinks: isFlag, skipNames: isListOf(isText), bulkNames: isListOf(isText) }),
  mode: isOneOf("files", "count", "content"),
  order: isOneOf("newest", "path"),
  content: isObject({ before: isCount, after: isCount, onlyMatching: isFlag, gaps: isFlag, columns: isCount, hitsPerFile: isCount }),
  page: isObject({ unit: isOneOf("entries", "hits", "rows"), skip: isCount, take: isCount }),
  limits: isObject({ timeMs: isTime, receiptMs: isTime, multilineBytes: isCount, wholeBytes: isCount, textChars: isCount }),
});

const isQuestion = isObject({
  version: isText,
  workdir: isText,
  allowDirs: isListOf(isText),
  denyDirs: isListOf(isText),
  denySecrets: isFlag,
  places: isListOf(isText),
  ripgrep: isObject({ path: isText, home: isText }),
  query: isQuery,
});
