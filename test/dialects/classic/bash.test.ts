import { describe, expect, test } from "vitest";
import { bash } from "../../../src/dialects/classic/bash.ts";
import { DEFAULTS } from "../../../src/settings.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

describe("what is asked for", () => {
  const context = { settings: { ...DEFAULTS, workdir: "/w" }, directory: "/w" };

  test.each([
    ["the default", undefined, 120_000],
    ["zero means the default", 0, 120_000],
    ["negative means the default", -5, 120_000],
    ["as given", 1_500, 1_500],
    ["at most ten minutes", 900_000, 600_000],
  ])("timeout: %s", (_, timeout, timeoutMs) => {
    expect(bash.parse({ command: "ls", timeout }, context)).toEqual({
      ok: true,
      value: { command: { command: "ls", timeoutMs, keepChars: 30_000 }, where: "foreground" },
    });
  });
});

describe("what is answered", () => {
  test.each([
    [{ command: "" }, "[BASH_EMPTY_COMMAND] command must not be empty"],
    [{ command: " \n\t" }, "[BASH_EMPTY_COMMAND] command must not be empty"],
    [{}, "[INVALID_INPUT] command is required"],
    [{ command: "echo \0" }, "[INVALID_INPUT] command must not contain NUL bytes"],
    [{ command: "ls", cwd: "/" }, '[INVALID_INPUT] unknown parameter "cwd"; valid parameters: command, timeout, run_in_background, description'],
    [{ command: "ls", timeout: "soon" }, "[INVALID_INPUT] timeout must be a number, got string"],
    [{ command: "echo hi; exit 3", description: "d", timeout: "5000", run_in_background: "false" }, "exit_code: 3\n\nstdout:\nhi\n"],
    [
      { command: "printf 'ü%.0s' {1..30002}" },
      `exit_code: 0\n\nstdout:\n${"ü".repeat(30_000)}\n\n[Truncated: output was 30002 characters, showing first 30000]\n`,
    ],
    [
      { command: "printf '😀%.0s' {1..30001} >&2" },
      `exit_code: 0\n\nstderr:\n${"😀".repeat(30_000)}\n\n[Truncated: output was 30001 characters, showing first 30000]\n`,
    ],
  ])("%j", async (args, text) => {
    expect(await textOf(workspaceAt(tree({})), "bash", args)).toBe(text);
  });

  test("a command that cannot be started is a failure", async () => {
    const workspace = workspaceAt(tree({}), { commandEnvironment: { HUGE: "x".repeat(200_000) } });
    const { text, outcome } = await workspace.call("bash", { command: "true" });
    expect([text, outcome]).toEqual(["[BASH_START_FAILED] the command could not be started: spawn E2BIG", "error"]);
  });

  test("the eleventh running task is refused", async () => {
    const workspace = workspaceAt(tree({}));
    const start = () => textOf(workspace, "bash", { command: "sleep 100", run_in_background: true });
    for (let i = 0; i < 10; i++) expect(await start()).toMatch(/^task_id: [0-9a-f]{16}\nCommand started in background\.$/);
    expect(await start()).toBe("[BASH_TASK_LIMIT] 10 background tasks are running already; wait until one is completed (see task_output)");
  });

  test.each([
    [{ task_id: "nope" }, "[BASH_TASK_NOT_FOUND] task not found: nope"],
    [{ task_id: " " }, "[INVALID_INPUT] task_id must not be empty"],
    [{}, "[INVALID_INPUT] task_id is required"],
  ])("task_output %j", async (args, text) => {
    expect(await textOf(workspaceAt(tree({})), "task_output", args)).toBe(text);
  });

  test("the description says that the shell is not fenced", () => {
    expect(bash.description).toContain("The shell is not fenced");
  });
});
