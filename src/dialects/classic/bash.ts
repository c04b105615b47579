// bash: run a command, or start one in the background.
import { ok, type Result } from "../../failure.ts";
import type { CommandResult, ForegroundQuery, TaskStarted } from "../../shell/query.ts";
import { shellOf } from "../../shell/shell.ts";
import type { Arguments, Context, ToolDefinition } from "../../tool.ts";
import { commandArguments } from "../commands.ts";
import { renderCommand, renderStarted } from "./render-command.ts";

/** Of stdout and of stderr. */
export const MAX_STREAM_CHARS = 30_000;

interface BashQuery {
  readonly command: ForegroundQuery;
  readonly where: "foreground" | "background";
}

type BashResult = { readonly done: CommandResult } | { readonly started: TaskStarted };

export const bash: ToolDefinition<BashQuery, BashResult> = {
  name: "bash",
  description:
    "Run a command with bash; returns exit code, stderr and stdout, the first 30,000 characters of each. Every call is a fresh shell with an empty stdin; " +
    "only the directory is kept (cd). At its timeout a command is ended with all its processes. run_in_background returns a task_id for task_output. " +
    "The shell is not fenced by the allowed directories.",
  annotations: { title: "Run command", readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  inputSchema: {
    type: "object",
    properties: {
      command: { type: "string", description: "Command to run" },
      timeout: { type: "integer", description: "Milliseconds (default 120000, at most 600000)" },
      run_in_background: { type: "boolean", description: "Return a task_id at once" },
      description: { type: "string", description: "What it does, in a few words" },
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
    const done = await shell.run(command, signal, progress);
    return done.ok ? ok({ done: done.value }) : done;
  },
  render: (result, { command }) => ("started" in result ? renderStarted(result.started) : renderCommand(result.done, command.timeoutMs)),
};

function parse(args: Arguments, { settings }: Context): Result<BashQuery> {
  const read = commandArguments(args, settings);
  if (!read.ok) return read;
  const { command, timeoutMs, where } = read.value;
  return ok({ command: { command, timeoutMs, keepChars: MAX_STREAM_CHARS }, where });
}
