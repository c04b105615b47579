// TaskOutput: what a background command has printed, once it is done or the wait is over.
import { ok, type Result } from "../../failure.ts";
import type { TaskReport } from "../../shell/query.ts";
import { shellOf } from "../../shell/shell.ts";
import type { Arguments, Reply, ToolDefinition } from "../../tool.ts";
import { taskId, waitMs } from "../commands.ts";
import { outputLines } from "./output-text.ts";
import { structuredOutput } from "./render-bash.ts";

const DEFAULT_WAIT_MS = 30_000;

interface TaskQuery {
  readonly id: string;
  readonly waitMs: number;
}

export const taskOutput: ToolDefinition<TaskQuery, TaskReport> = {
  name: "TaskOutput",
  goesWith: ["Bash"],
  description: "Status and output of a background command.",
  annotations: { title: "Read task output", readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: {
    type: "object",
    properties: {
      task_id: { type: "string" },
      block: { type: "boolean", description: "Wait for its end, default true" },
      timeout: { type: "integer", minimum: 0, description: "ms, default 30000" },
    },
    required: ["task_id"],
    additionalProperties: false,
  },
  parse,
  run: ({ id, waitMs: timeoutMs }, { workspace, signal }) => shellOf(workspace).waitForTask(id, timeoutMs, signal),
  render: renderTask,
};

function parse(args: Arguments): Result<TaskQuery> {
  const id = taskId(args);
  if (!id.ok) return id;
  const { block = true, timeout = DEFAULT_WAIT_MS } = args as { readonly block?: boolean; readonly timeout?: number };
  return ok({ id: id.value, waitMs: block ? waitMs(timeout) : 0 });
}

function renderTask(report: TaskReport): Reply {
  const output = outputLines(report.stdout);
  const facts = [`status: ${statusOf(report)}`, ...(report.state === "running" ? [] : [`exit_code: ${report.exitCode}`])];
  return {
    text: [...facts, "", ...(output.length === 0 ? ["(no output)"] : output)].join("\n"),
    outcome: "found",
    structured: { status: statusOf(report), ...(report.state === "running" ? {} : { exit_code: report.exitCode }), ...structuredOutput(report.stdout) },
  };
}

function statusOf(report: TaskReport): string {
  if (report.state === "running") return "running";
  const { ended } = report;
  return ended === "exit" ? "completed" : ended === "stopped" ? "stopped" : "stopped (exceeded the time limit for background commands)";
}
