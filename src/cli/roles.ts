// Which tool of a dialect a command stands for.
import type { Dialect, Tool } from "../tool.ts";
import { UsageError } from "./io.ts";

export function toolFor(dialect: Dialect, role: NonNullable<Tool["role"]>): Tool {
  const tool = dialect.tools.find((candidate) => candidate.role === role);
  if (tool === undefined)
    throw new UsageError(`the dialect ${dialect.name} has no tool for this; \`fossick tools --dialect ${dialect.name}\` lists what it has`);
  return tool;
}
