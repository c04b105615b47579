// What shell tools are asked, as the dialects agree on it.
import { fail, ok, type Result } from "../failure.ts";
import type { Settings } from "../settings.ts";
import type { Arguments } from "../tool.ts";

const MAX_TIMEOUT_MS = 600_000;

/** The parts of a shell tool's arguments that every dialect has. */
export interface CommandArguments {
  readonly command: string;
  readonly timeoutMs: number;
  readonly where: "foreground" | "background";
}

/** A timeout of zero or less is the default. */
export function commandArguments(args: Arguments, { commandTimeoutMs }: Settings): Result<CommandArguments> {
  const given = args as { readonly command: string; readonly timeout?: number; readonly run_in_background?: boolean };
  if (given.command.trim() === "") return fail({ code: "empty-command" });
  if (given.command.includes("\0")) return fail({ code: "command-refused", reason: "nul" });
  return ok({
    command: given.command,
    timeoutMs: given.timeout === undefined || given.timeout <= 0 ? commandTimeoutMs : waitMs(given.timeout),
    where: given.run_in_background === true ? "background" : "foreground",
  });
}

/** Nobody waits longer than this in one call. */
export function waitMs(given: number): number {
  return Math.min(given, MAX_TIMEOUT_MS);
}

/** The task that is meant. */
export function taskId(args: Arguments): Result<string> {
  const id = (args as { readonly task_id: string }).task_id.trim();
  return id === "" ? fail({ code: "empty-parameter", name: "task_id" }) : ok(id);
}
