// TaskStop: end a background command.
import { ok, type Result } from "../../failure.ts";
import type { TaskStopped } from "../../shell/query.ts";
import { shellOf } from "../../shell/shell.ts";
import type { Arguments, Reply, ToolDefinition } from "../../tool.ts";
import { taskId } from "../commands.ts";

interface StopQuery {
  readonly id: string;
}

export const taskStop: ToolDefinition<StopQuery, TaskStopped> = {
  name: "TaskStop",
  goesWith: ["Bash"],
  description: "End a background command with all its processes.",
  annotations: { title: "Stop task", readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  inputSchema: {
    type: "object",
    properties: { task_id: { type: "string" } },
    required: ["task_id"],
    additionalProperties: false,
  },
  parse,
  run: ({ id }, { workspace, signal }) => shellOf(workspace).stopTask(id, signal),
  render: renderStopped,
};

function parse(args: Arguments): Result<StopQuery> {
  const id = taskId(args);
  return id.ok ? ok({ id: id.value }) : id;
}

function renderStopped({ id, command, was }: TaskStopped): Reply {
  if (was !== "running") return { text: `Task ${id} is not running (status: ${was}). Use TaskOutput to read its output.`, outcome: "error" };
  const facts = { message: `Successfully stopped task: ${id} (${command})`, task_id: id, task_type: "local_bash", command };
  return { text: JSON.stringify(facts), outcome: "found", structured: facts };
}
