import { describe, expect, test } from "vitest";
import { renderCommand, renderStarted, renderTask } from "../../../src/dialects/classic/render-command.ts";
import type { Captured, CommandResult } from "../../../src/shell/query.ts";

function captured(text: string, chars = text.length): Captured {
  return { text, keptChars: text.length, chars };
}

const NOTHING = { stdout: captured(""), stderr: captured("") };
const LOST = { lost: "/w/d", usedInstead: "/w", reason: "missing" } as const;

describe("the text of a command", () => {
  test.each<[string, Partial<CommandResult>, string]>([
    ["no output", {}, "exit_code: 0\n"],
    ["stdout", { stdout: captured("hi\n") }, "exit_code: 0\n\nstdout:\nhi\n"],
    ["a newline is added if missing", { stdout: captured("hi") }, "exit_code: 0\n\nstdout:\nhi\n"],
    ["only newlines are output, too", { stdout: captured("\n\n") }, "exit_code: 0\n\nstdout:\n\n\n"],
    ["stderr comes first", { exitCode: 2, stdout: captured("out\n"), stderr: captured("err\n") }, "exit_code: 2\n\nstderr:\nerr\n\nstdout:\nout\n"],
    ["a cut stream", { stdout: captured("abc", 50_001) }, "exit_code: 0\n\nstdout:\nabc\n\n[Truncated: output was 50001 characters, showing first 3]\n"],
    [
      "a cut stream that ends with a newline",
      { stdout: captured("ab\n", 9) },
      "exit_code: 0\n\nstdout:\nab\n\n\n[Truncated: output was 9 characters, showing first 3]\n",
    ],
    ["timed out", { ended: "timeout", exitCode: 143 }, "Command timed out after 1000ms\n\nexit_code: 143\n"],
    ["directory gone", { lostDirectory: LOST }, "Directory /w/d no longer exists; the command ran in /w\n\nexit_code: 0\n"],
    [
      "everything at once",
      { ended: "timeout", exitCode: 137, lostDirectory: LOST, stdout: captured("o") },
      "Command timed out after 1000ms\n\nDirectory /w/d no longer exists; the command ran in /w\n\nexit_code: 137\n\nstdout:\no\n",
    ],
  ])("%s", (_, result, text) => {
    expect(renderCommand({ ...NOTHING, exitCode: 0, ended: "exit", ...result }, 1_000).text).toBe(text);
  });
});

describe("the text of a task", () => {
  test.each([
    ["running, silent", { ...NOTHING, state: "running" }, "status: running\n"],
    ["running", { ...NOTHING, state: "running", stdout: captured("a\n") }, "status: running\n\nstdout:\na\n"],
    [
      "completed",
      { state: "completed", ended: "exit", exitCode: 1, stdout: captured("a"), stderr: captured("b") },
      "status: completed\nexit_code: 1\n\nstderr:\nb\n\nstdout:\na\n",
    ],
    ["killed", { ...NOTHING, state: "completed", ended: "timeout", exitCode: 143 }, "status: completed (killed by background task timeout)\nexit_code: 143\n"],
  ] as const)("%s", (_, report, text) => {
    expect(renderTask(report).text).toBe(text);
  });

  test("started", () => {
    expect(renderStarted({ id: "0123456789abcdef" }).text).toBe("task_id: 0123456789abcdef\nCommand started in background.");
    expect(renderStarted({ id: "0123456789abcdef", lostDirectory: { ...LOST, reason: "inaccessible" } }).text).toBe(
      "task_id: 0123456789abcdef\nCommand started in background.\n\nDirectory /w/d can no longer be entered; the command ran in /w",
    );
  });
});
