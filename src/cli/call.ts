// fossick call TOOL '{…}': any tool, with the dialect's own defaults.

import { EXPLAIN_FLAG, openForOneCall } from "./explain.ts";
import { UsageError } from "./io.ts";
import { printReply } from "./reply.ts";
import type { Command } from "./run.ts";

export const callCommand: Command = {
  name: "call",
  usage: "call TOOL ['{json}'] [flags]",
  summary: "call any tool with its JSON arguments",
  flags: { json: { type: "boolean", help: "       the structured result" }, ...EXPLAIN_FLAG },
  run: async (parsed, io) => {
    const [tool, text, ...more] = parsed.positionals;
    if (tool === undefined || more.length > 0) throw new UsageError("a tool is needed, and its arguments as one JSON object");
    return printReply(openForOneCall(parsed, io), { tool, args: jsonOf(text ?? "{}"), format: parsed.values.json === true ? "json" : "text" }, io);
  },
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the arguments are not JSON: ${(error as Error).message}`);
  }
}
