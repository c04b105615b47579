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
    "Run a command with bash and return its output, stdout and stderr in order. Every call is a fresh shell with an empty stdin; only the directory is kept (cd). " +
    "Of output above 30,000 characters the middle is cut, and all of it can be read as artifact://ID. " +
    "A command that exceeds its timeout goes on in the background. To search and change files, prefer the other tools. " +
    "The shell is not fenced: unlike those, it can reach everything this user can.",
  annotations: { title: "Bash", readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  inputSchema: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command to run" },
      timeout: { type: "integer", description: "In milliseconds (default 120000, at most 600000)" },
      description: { type: "string", description: "What the command does, in a few words" },
      run_in_background: { type: "boolean", description: "Return an ID at once, for TaskOutput and TaskStop (default false)" },
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
