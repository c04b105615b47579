// fossick view PATH: the dialect's tool that shows a file or directory.
import { UsageError } from "./io.ts";
import { openFrom } from "./options.ts";
import { printReply } from "./reply.ts";
import { callFor } from "./roles.ts";
import type { Command } from "./run.ts";

export const view: Command = {
  name: "view",
  usage: "view PATH [flags]",
  summary: "show a file or directory",
  flags: {
    lines: { type: "string", short: "n", help: "A:B    only these lines; B may be left out" },
    json: { type: "boolean", help: "       the structured result" },
  },
  run: async (parsed, io) => {
    const [path, ...more] = parsed.positionals;
    if (path === undefined || more.length > 0) throw new UsageError("one path is needed");
    const { lines, json } = parsed.values;
    const opened = openFrom(parsed, io);
    const asked = { path, view_range: lines === undefined ? undefined : rangeOf(lines as string) };
    return printReply(opened, { ...callFor("view", asked, opened), format: json === true ? "json" : "text" }, io);
  },
};

function rangeOf(lines: string): readonly number[] {
  const match = /^(\d+)(?:[:,-](-?\d*))?$/.exec(lines);
  if (match === null) throw new UsageError(`invalid --lines "${lines}"; expected two line numbers, like 10:20`);
  return [Number(match[1]), match[2] === undefined ? Number(match[1]) : match[2] === "" ? -1 : Number(match[2])];
}
