// Bash: run a command, or start one in the background.
import { ok, type Result } from "../../failure.ts";
import type { CommandMoved, CommandResult, ForegroundQuery, TaskStarted } from "../../shell/query.ts";
import { shellOf } from "../../shell/shell.ts";
import type { Arguments, Context, ToolDefinition } from "../../tool.ts";
import { commandArguments } from "../commands.ts";
import { LAST_CHARS, MAX_OUTPUT_CHARS } from "./output-text.ts";
import { renderCommand, renderStarted } from "./render-bash.ts";

interface BashQuery {
  readonly command: ForegroundQuery;
  readonly where: "foreground" | "background";
}

type BashResult = { readonly done: CommandResult | CommandMoved } | { readonly started: TaskStarted };

export const bash: ToolDefinition<BashQuery, BashResult> = {
  name: "Bash",
  description:
    "Run a bash command. Only cd persists. Above 30,000 characters the middle of the output is cut; Read artifact://ID has it. " +
    "After its timeout a command goes on in the background. The shell is not fenced. For files prefer the other tools.",
  annotations: { title: "Bash", readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  inputSchema: {
    type: "object",
    properties: {
      command: { type: "string" },
      timeout: { type: "integer", description: "ms (default 120000, max 600000)" },
      description: { type: "string", description: "In a few words" },
      run_in_background: { type: "boolean", description: "Returns an ID at once" },
    },
    required: ["command"],
    additionalProperties: false,
  },
  parse,
  run: async ({ command, where }, { workspace, signal, progress }) => {
    const shell = shellOf(workspace);
    if (where === "background") {
      const started = await shell.startTask(command);
      return started.ok ? ok({ started: started.value }) : started;
    }
    const done = await shell.runOrMove(command, signal, progress);
    return done.ok ? ok({ done: done.value }) : done;
  },
  render: (result, { command }) => ("started" in result ? renderStarted(result.started) : renderCommand(result.done, command)),
};

function parse(args: Arguments, { settings }: Context): Result<BashQuery> {
  const read = commandArguments(args, settings);
  if (!read.ok) return read;
  const { command, timeoutMs, where } = read.value;
  const kept = { keepChars: MAX_OUTPUT_CHARS, lastChars: LAST_CHARS, streams: "merged" } as const;
  return ok({ command: { command, timeoutMs, ...kept, outside: "return" }, where });
}
