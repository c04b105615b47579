import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { taskOutput } from "../../../src/dialects/claude-code/task-output.ts";
import type { OpenWorkspace, Settings } from "../../../src/index.ts";
import { DEFAULTS } from "../../../src/settings.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

function newWorkspace(settings: Partial<Settings> = {}): OpenWorkspace {
  return workspaceAt(tree({}), { dialect: "claude-code", commandEnvironment: { PATH: process.env.PATH ?? "" }, ...settings });
}

async function start(workspace: OpenWorkspace, command: string): Promise<string> {
  const text = await textOf(workspace, "Bash", { command, run_in_background: true });
  return /ID: (\w+)\./.exec(text)?.[1] as string;
}

describe("what is asked for", () => {
  test.each([
    ["half a minute", {}, 30_000],
    ["as given", { timeout: 5 }, 5],
    ["zero means not at all", { timeout: 0 }, 0],
    ["at most ten minutes", { timeout: 900_000 }, 600_000],
    ["not at all", { block: false, timeout: 5 }, 0],
  ])("waits: %s", (_, args, waitMs) => {
    const context = { settings: { ...DEFAULTS, workdir: "/w" }, directory: "/w" };
    expect(taskOutput.parse({ task_id: " ab ", ...args }, context)).toEqual({ ok: true, value: { id: "ab", waitMs } });
  });

  test.each([
    [{ task_id: "nope" }, "No task found with ID: nope"],
    [{ task_id: " " }, "InputValidationError: TaskOutput failed due to the following issue:\nThe parameter `task_id` must not be empty"],
    [{}, "InputValidationError: TaskOutput failed due to the following issue:\nThe required parameter `task_id` is missing"],
    [{ task_id: "nope", timeout: -1 }, "timeout must be a whole number of 0 or more, got -1."],
    [{ bash_id: "nope" }, "No task found with ID: nope"],
  ])("%j is refused", async (args, text) => {
    expect(await newWorkspace().call("TaskOutput", args)).toEqual({ text, outcome: "error" });
  });
});

describe("a task", () => {
  test("is read while it runs and, as often as one likes, when it is completed", async () => {
    const workspace = newWorkspace();
    const id = await start(workspace, "echo one; echo two >&2; while [ ! -e go ]; do sleep 0.05; done; echo three; exit 3");
    const read = (args = {}) => textOf(workspace, "TaskOutput", { task_id: id, ...args });
    expect(await read({ timeout: 1_500 })).toBe("status: running\n\none\ntwo");
    expect(await read({ block: false })).toBe("status: running\n\none\ntwo");
    fs.writeFileSync(path.join(workspace.settings.workdir, "go"), "");
    const completed = "status: completed\nexit_code: 3\n\none\ntwo\nthree";
    expect([await read(), await read({ block: false })]).toEqual([completed, completed]);
  });

  test.each([
    ["true", {}, "status: completed\nexit_code: 0\n\n(no output)"],
    ["printf '\\n\\n  a\\n\\n'", {}, "status: completed\nexit_code: 0\n\n  a"],
    ["grep x /dev/null", {}, "status: completed\nexit_code: 1\n\n(no output)"],
    ["sleep 100", { backgroundTimeoutMs: 100 }, "status: stopped (exceeded the time limit for background commands)\nexit_code: 143\n\n(no output)"],
  ])("%j", async (command, settings, text) => {
    const workspace = newWorkspace(settings);
    expect(await textOf(workspace, "TaskOutput", { task_id: await start(workspace, command) })).toBe(text);
  });

  test("that prints much is cut in the middle, and names the same artifact every time", async () => {
    const workspace = newWorkspace();
    const id = await start(workspace, "head -c 40000 /dev/zero | tr '\\0' x; while [ ! -e go ]; do sleep 0.05; done; echo y; exit 1");
    const shown = `${"x".repeat(15_000)}\n\n... [10000 characters truncated] ...\n\n${"x".repeat(15_000)}\n`;
    const running = await textOf(workspace, "TaskOutput", { task_id: id, timeout: 2_000 });
    const artifact = /artifact:\/\/[0-9a-f]{8}/.exec(running)?.[0];
    expect(running).toBe(
      `status: running\n\n${shown}[The output has 40000 characters. All of it is kept as ${artifact}: pass that to Read as file_path, with offset and limit.]`,
    );
    fs.writeFileSync(path.join(workspace.settings.workdir, "go"), "");
    expect(await textOf(workspace, "TaskOutput", { task_id: id })).toBe(
      `status: completed\nexit_code: 1\n\n${shown.replace("10000", "10001").slice(0, -2)}y\n` +
        `[The output has 40002 characters. All of it is kept as ${artifact}: pass that to Read as file_path, with offset and limit.]`,
    );
  });

  test("a cancelled call throws, and the task goes on", async () => {
    const workspace = newWorkspace();
    const id = await start(workspace, "sleep 100");
    const cancel = new AbortController();
    const waiting = workspace.call("TaskOutput", { task_id: id }, cancel.signal);
    cancel.abort();
    await expect(waiting).rejects.toThrow("abort");
    expect(await textOf(workspace, "TaskOutput", { task_id: id, block: false })).toBe("status: running\n\n(no output)");
  });
});
