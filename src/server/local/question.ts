// Reads a question. Whoever can reach the socket may write anything on it: only what is a question in every part is one.
import type { ContentQuery, FileType, FilterQuery, LineRange, PageQuery, RootQuery, SearchLimits, SearchQuery, WalkQuery } from "../../search/query.ts";
import { type Question, questionIn } from "./protocol.ts";

/** The question in some bytes; undefined if they are none. */
export function readQuestion(bytes: Buffer): Question | undefined {
  const value = questionIn(bytes);
  return isQuestion(value) ? (value as Question) : undefined;
}

type Check = (value: unknown) => boolean;

/** A fence of more takes its time to make. */
const MAX_RULES = 256;
/** Timers cannot wait longer. */
const MAX_MS = 2 ** 31 - 1;

const isText: Check = (value) => typeof value === "string" && !value.includes("\0");
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => typeof value === "number" && value >= 0;
const isTime: Check = (value) => typeof value === "number" && value >= 0 && value <= MAX_MS;

function isListOf(check: Check, most = Number.POSITIVE_INFINITY): Check {
  return (value) => Array.isArray(value) && value.length <= most && value.every(check);
}

function isOneOf(...options: readonly string[]): Check {
  return (value) => options.includes(value as string);
}

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
type Checks<Keys extends PropertyKey> = Readonly<Record<Keys, Check>>;

/** An object with these keys, of which some may be absent, and no others. A key that is new in its type has to be checked here, too. */
function isObject<T>(checks: Checks<Exclude<keyof T, OptionalKeys<T>>>, optional = {} as Checks<OptionalKeys<T>>): Check {
  const all = new Map<string, Check>(Object.entries({ ...checks, ...optional }));
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(checks).every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, each]) => all.get(key)?.(each) ?? false);
}

const isRange = isObject<LineRange>({ first: isCount, last: isCount });

const isQuery = isObject<SearchQuery>({
  pattern: isText,
  caseInsensitive: isFlag,
  multiline: isFlag,
  roots: isListOf(isObject<RootQuery>({ path: isText }, { ranges: isListOf(isRange) })),
  filter: isObject<FilterQuery>({ globs: isListOf(isText), types: isListOf(isObject<FileType>({ name: isText }, { globs: isListOf(isText) })) }),
  walk: isObject<WalkQuery>({ ignoreFiles: isFlag, hidden: isFlag, followLinks: isFlag, skipNames: isListOf(isText), bulkNames: isListOf(isText) }),
  mode: isOneOf("files", "count", "content"),
  order: isOneOf("newest", "path"),
  content: isObject<ContentQuery>({ before: isCount, after: isCount, onlyMatching: isFlag, gaps: isFlag, columns: isCount, hitsPerFile: isCount }),
  page: isObject<PageQuery>({ unit: isOneOf("entries", "hits", "rows"), skip: isCount, take: isCount }),
  limits: isObject<SearchLimits>({ timeMs: isTime, receiptMs: isTime, multilineBytes: isCount, wholeBytes: isCount, textChars: isCount }),
});

const isQuestion = isObject<Question>({
  version: isText,
  workdir: isText,
  allowDirs: isListOf(isText, MAX_RULES),
  denyDirs: isListOf(isText, MAX_RULES),
  denySecrets: isFlag,
  places: isListOf(isText),
  ripgrep: isObject<Question["ripgrep"]>({ path: isText, home: isText }),
  query: isQuery,
});
