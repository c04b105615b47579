// task_output: what a background command has printed.
import { ok, type Result } from "../../failure.ts";
import type { TaskReport } from "../../shell/query.ts";
import { shellOf } from "../../shell/shell.ts";
import type { Arguments, ToolDefinition } from "../../tool.ts";
import { taskId } from "../commands.ts";
import { renderTask } from "./render-command.ts";

interface TaskQuery {
  readonly id: string;
}

export const taskOutput: ToolDefinition<TaskQuery, TaskReport> = {
  name: "task_output",
  goesWith: ["bash"],
  description: "Read what a background command has printed so far, and its status. A completed task can be read once.",
  // Reading the output of a completed task takes it away.
  annotations: { title: "Read task output", readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  inputSchema: {
    type: "object",
    properties: { task_id: { type: "string", description: "From bash" } },
    required: ["task_id"],
    additionalProperties: false,
  },
  parse,
  run: async ({ id }, { workspace }) => shellOf(workspace).readTask(id),
  render: (report) => renderTask(report),
};

function parse(args: Arguments): Result<TaskQuery> {
  const id = taskId(args);
  return id.ok ? ok({ id: id.value }) : id;
}
