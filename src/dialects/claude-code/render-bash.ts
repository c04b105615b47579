// The text of a command's result: its output, then what else there is to say.
import { countChars } from "../../shell/characters.ts";
import type { Captured, CommandMoved, CommandResult, ForegroundQuery, LostDirectory, TaskStarted } from "../../shell/query.ts";
import type { Reply } from "../../tool.ts";
import { shown } from "../../workspace/raw-path.ts";
import { lostNote } from "../wording/lost-directory.ts";
import { isFailure } from "./exit-meaning.ts";
import { cutMiddle, failedOutput, outputLines } from "./output-text.ts";

/** Errors above this are cut in the middle, as Claude Code cuts them … */
const MAX_ERROR_CHARS = 12_000;
/** … so that so much is left on either side. */
const HALF_ERROR_CHARS = 5_000;

const GO_ON = "Use TaskOutput to read its output, TaskStop to end it.";

export function renderStarted({ id, lostDirectory }: TaskStarted): Reply {
  const text = [`Command running in background with ID: ${id}. ${GO_ON}`, ...lostNotes(lostDirectory)].join("\n");
  return { text, outcome: "found", structured: { task_id: id } };
}

export function renderCommand(result: CommandResult | CommandMoved, query: ForegroundQuery): Reply {
  if (result.ended === "moved") return renderMoved(result, query);
  const notes = [...limitNotes(result, query), ...lostNotes(result.lostDirectory), ...returnNotes(result)];
  const isError = result.ended === "timeout" || isFailure(result.exitCode, query.command);
  const structured = { exit_code: result.exitCode, ...structuredOutput(result.stdout) };
  if (isError) {
    const text = [`Exit code ${result.exitCode}`, ...failedOutput(result.stdout), ...notes].join("\n");
    return { text: countChars(text) <= MAX_ERROR_CHARS ? text : cutMiddle(text, 0, "", HALF_ERROR_CHARS), outcome: "error", structured };
  }
  const lines = [...outputLines(result.stdout), ...notes];
  return { text: lines.length === 0 ? "(Bash completed with no output)" : lines.join("\n"), outcome: "found", structured };
}

function renderMoved({ stdout, id, lostDirectory }: CommandMoved, query: ForegroundQuery): Reply {
  const moved = `${incomplete(query)} and was moved to the background (ID: ${id}). ${GO_ON}`;
  const text = [...outputLines(stdout), moved, ...lostNotes(lostDirectory)].join("\n");
  return { text, outcome: "found", structured: { task_id: id, ...structuredOutput(stdout) } };
}

export function structuredOutput({ text, last, artifact }: Captured) {
  return { output: text, ...(last === undefined ? {} : { last }), ...(artifact === undefined ? {} : { artifact }) };
}

function limitNotes({ taskLimit }: CommandResult, query: ForegroundQuery): readonly string[] {
  if (taskLimit === undefined) return [];
  return [`${incomplete(query)} and was ended: ${taskLimit} commands run in the background already. Stop one with TaskStop, or pass a longer timeout.`];
}

function incomplete({ timeoutMs }: ForegroundQuery): string {
  return `Command did not complete within its ${timeoutMs / 1_000}s timeout`;
}

function lostNotes(lostDirectory: LostDirectory | undefined): readonly string[] {
  return lostDirectory === undefined ? [] : [lostNote(lostDirectory)];
}

function returnNotes({ returnedTo }: CommandResult): readonly string[] {
  return returnedTo === undefined ? [] : [`Shell cwd was reset to ${shown(returnedTo)}`];
}
