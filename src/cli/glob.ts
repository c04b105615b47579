// fossick glob PATTERN: the dialect's tool that finds files by name.
import { UsageError } from "./io.ts";
import { openFrom } from "./options.ts";
import { printReply } from "./reply.ts";
import { callFor } from "./roles.ts";
import type { Command } from "./run.ts";

export const glob: Command = {
  name: "glob",
  usage: "glob PATTERN [PATH] [flags]",
  summary: "find files by name, newest first",
  flags: {
    type: { type: "string", short: "t", help: "KIND   file or directory" },
    "no-ignore": { type: "boolean", help: "       also ignored files" },
    json: { type: "boolean", help: "       the structured result" },
  },
  run: async (parsed, io) => {
    const opened = openFrom(parsed, io);
    const { values, positionals } = parsed;
    const [pattern, path, ...more] = positionals;
    if (pattern === undefined || more.length > 0) throw new UsageError("one pattern is needed, and at most one path");
    const asked = { pattern, path, type: values.type, no_ignore: values["no-ignore"] };
    return printReply(opened, { ...callFor("find", asked, opened), format: values.json === true ? "json" : "text" }, io);
  },
};
