// fossick grep PATTERN [PATH…]: the dialect's search tool, with ripgrep's flags.

import { EXPLAIN_FLAG, openForOneCall } from "./explain.ts";
import { UsageError } from "./io.ts";
import type { Parsed } from "./options.ts";
import { printReply } from "./reply.ts";
import { callFor } from "./roles.ts";
import type { Command } from "./run.ts";

export const grep: Command = {
  name: "grep",
  usage: "grep PATTERN [PATH…] [flags]",
  summary: "search file contents",
  flags: {
    "ignore-case": { type: "boolean", short: "i", help: "       ignore case" },
    context: { type: "string", short: "C", help: "N      lines around each match" },
    "after-context": { type: "string", short: "A", help: "N      lines after each match" },
    "before-context": { type: "string", short: "B", help: "N      lines before each match" },
    glob: { type: "string", short: "g", multiple: true, help: "GLOB   only such files; repeatable" },
    type: { type: "string", short: "t", multiple: true, help: "TYPE   only files of this type" },
    "files-with-matches": { type: "boolean", short: "l", help: "       only names of files" },
    count: { type: "boolean", short: "c", help: "       matching lines per file" },
    multiline: { type: "boolean", short: "U", help: "       matches may span lines" },
    "no-line-number": { type: "boolean", short: "N", help: "       without line numbers" },
    "line-number": { type: "boolean", short: "n" },
    "no-ignore": { type: "boolean", help: "       also ignored files" },
    limit: { type: "string", help: "N      at most so many results" },
    offset: { type: "string", help: "N      skip so many: the next page" },
    regexp: { type: "string", short: "e", multiple: true, help: "PATTERN  a pattern, also one that begins with -; repeatable: any of them" },
    json: { type: "boolean", help: "       the structured result" },
    ...EXPLAIN_FLAG,
  },
  run: async (parsed, io) => {
    const opened = openForOneCall(parsed, io);
    return printReply(opened, { ...callFor("search", argumentsOf(parsed), opened), format: parsed.values.json === true ? "json" : "text" }, io);
  },
};

function argumentsOf({ values, positionals }: Parsed): Record<string, unknown> {
  const patterns = values.regexp as readonly string[] | undefined;
  const types = (values.type ?? []) as readonly string[];
  if (types.length > 1) throw new UsageError("one --type only; use --glob for more");
  const joinedPatterns = patterns?.length === 1 ? patterns[0] : patterns?.map((each) => `(?:${each})`).join("|");
  const [pattern, ...paths] = joinedPatterns === undefined ? positionals : [joinedPatterns, ...positionals];
  if (pattern === undefined) throw new UsageError("a pattern is needed");
  const mode = values["files-with-matches"] === true ? "files_with_matches" : values.count === true ? "count" : "content";
  return {
    pattern,
    path: paths.length > 1 ? paths : paths[0],
    output_mode: mode,
    include: (values.glob as readonly string[] | undefined)?.map((glob) => glob.replace(/[\s,](?![^{]*\})/g, "\\$&")).join(" "),
    type: types[0],
    case_insensitive: values["ignore-case"],
    multiline: values.multiline,
    context: values.context,
    context_after: values["after-context"],
    context_before: values["before-context"],
    line_numbers: values["no-line-number"] === true ? false : undefined,
    no_ignore: values["no-ignore"],
    head_limit: values.limit,
    offset: values.offset,
  };
}
