// The text of a command's result: exit code, then stderr, then stdout, each part ended by a newline.
import type { Captured, CommandResult, Output, TaskReport, TaskStarted } from "../../shell/query.ts";
import type { Reply } from "../../tool.ts";
import { lostNote } from "../wording/lost-directory.ts";

export function renderCommand(result: CommandResult, timeoutMs: number): Reply {
  const notes = [
    ...(result.ended === "timeout" ? [`Command timed out after ${timeoutMs}ms`] : []),
    ...(result.lostDirectory === undefined ? [] : [lostNote(result.lostDirectory)]),
  ];
  return {
    text: [...notes.map((note) => `${note}\n`), `exit_code: ${result.exitCode}\n`, ...parts(result)].join("\n"),
    outcome: "found",
    structured: { exit_code: result.exitCode, timed_out: result.ended === "timeout", ...structuredOutput(result) },
  };
}

export function renderStarted({ id, lostDirectory }: TaskStarted): Reply {
  const started = `task_id: ${id}\nCommand started in background.`;
  return { text: lostDirectory === undefined ? started : `${started}\n\n${lostNote(lostDirectory)}`, outcome: "found", structured: { task_id: id } };
}

export function renderTask(report: TaskReport): Reply {
  const status = report.state === "running" ? "running" : report.ended === "timeout" ? "completed (killed by background task timeout)" : "completed";
  const exit = report.state === "running" ? "" : `exit_code: ${report.exitCode}\n`;
  return {
    text: [`status: ${status}\n${exit}`, ...parts(report)].join("\n"),
    outcome: "found",
    structured: { status, ...(report.state === "running" ? {} : { exit_code: report.exitCode }), ...structuredOutput(report) },
  };
}

function parts({ stderr, stdout }: Output): readonly string[] {
  return [part("stderr", stderr), part("stdout", stdout)].filter((text) => text !== undefined);
}

function part(name: string, captured: Captured): string | undefined {
  if (captured.chars === 0) return undefined;
  const text = withNote(captured);
  return `${name}:\n${text}${text.endsWith("\n") ? "" : "\n"}`;
}

function withNote({ text, chars, keptChars }: Captured): string {
  return chars === keptChars ? text : `${text}\n\n[Truncated: output was ${chars} characters, showing first ${keptChars}]`;
}

function structuredOutput({ stdout, stderr }: Output) {
  return { stdout: withNote(stdout), stderr: withNote(stderr) };
}
