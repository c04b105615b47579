import { expect, test } from "vitest";
import type { OpenWorkspace } from "../../../src/index.ts";
import { countMarked, mark, waitForMarked } from "../../support/processes.ts";
import { tree } from "../../support/tree.ts";
import { textOf, workspaceAt } from "../../support/workspace.ts";

function newWorkspace(): OpenWorkspace {
  return workspaceAt(tree({}), { dialect: "claude-code", commandEnvironment: { PATH: process.env.PATH ?? "" } });
}

async function start(workspace: OpenWorkspace, command: string): Promise<string> {
  const text = await textOf(workspace, "Bash", { command, run_in_background: true });
  return /ID: (\w+)\./.exec(text)?.[1] as string;
}

test("a task is ended with everything it started, and can still be read", async () => {
  const workspace = newWorkspace();
  const marker = mark();
  const command = `echo "bg"; setsid sleep ${marker} & sleep ${marker}`;
  const id = await start(workspace, command);
  await waitForMarked(marker, (count) => count > 1, 10_000);
  const { text, outcome } = await workspace.call("TaskStop", { task_id: id });
  const shown = `echo \\"bg\\"; setsid sleep ${marker} & sleep ${marker}`;
  expect([text, outcome]).toEqual([
    `{"message":"Successfully stopped task: ${id} (${shown})","task_id":"${id}","task_type":"local_bash","command":"${shown}"}`,
    "found",
  ]);
  expect(countMarked(marker)).toBe(0);
  expect(await textOf(workspace, "TaskOutput", { task_id: id })).toBe("status: stopped\nexit_code: 143\n\nbg");
});

test("of two tasks the other goes on", async () => {
  const workspace = newWorkspace();
  const [one, other] = [await start(workspace, "sleep 100"), await start(workspace, "sleep 100")];
  await workspace.call("TaskStop", { task_id: one });
  expect(await textOf(workspace, "TaskOutput", { task_id: one, block: false })).toMatch(/^status: stopped\n/);
  expect(await textOf(workspace, "TaskOutput", { task_id: other, block: false })).toMatch(/^status: running\n/);
});

test("a command that was moved to the background can be stopped", async () => {
  const workspace = newWorkspace();
  const moved = await textOf(workspace, "Bash", { command: "sleep 100", timeout: 100 });
  const id = /ID: (\w+)\)/.exec(moved)?.[1];
  expect(await textOf(workspace, "TaskStop", { task_id: id })).toContain(`"Successfully stopped task: ${id} (sleep 100)"`);
});

test("a task that is over is refused", async () => {
  const workspace = newWorkspace();
  const [done, stopped] = [await start(workspace, "true"), await start(workspace, "sleep 100")];
  await workspace.call("TaskOutput", { task_id: done });
  await workspace.call("TaskStop", { task_id: stopped });
  const refusal = (id: string, status: string) => ({
    text: `Task ${id} is not running (status: ${status}). Use TaskOutput to read its output.`,
    outcome: "error",
  });
  expect(await workspace.call("TaskStop", { task_id: done })).toEqual(refusal(done, "completed"));
  expect(await workspace.call("TaskStop", { task_id: stopped })).toEqual(refusal(stopped, "stopped"));
});

test.each([
  [{ task_id: "nope123" }, "No task found with ID: nope123"],
  [{ shell_id: "nope123" }, "No task found with ID: nope123"],
  [{ task_id: "" }, "InputValidationError: TaskStop failed due to the following issue:\nThe parameter `task_id` must not be empty"],
  [{}, "InputValidationError: TaskStop failed due to the following issue:\nThe required parameter `task_id` is missing"],
])("%j is refused", async (args, text) => {
  expect(await newWorkspace().call("TaskStop", args)).toEqual({ text, outcome: "error" });
});
