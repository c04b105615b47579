// Which tool of a dialect a command stands for.
import type { Arguments, Tool } from "../tool.ts";
import { UsageError } from "./io.ts";
import type { Opened } from "./options.ts";
import type { CallRequest } from "./reply.ts";

/** The call that does what a command asks; what was not asked is undefined. */
export function callFor(role: NonNullable<Tool["role"]>, asked: Arguments, { dialect, workspace }: Opened): Pick<CallRequest, "tool" | "args"> {
  const tool = dialect.tools.find((candidate) => candidate.role === role);
  if (tool === undefined)
    throw new UsageError(`the dialect ${dialect.name} has no tool for this; \`fossick tools --dialect ${dialect.name}\` lists what it has`);
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const context = { settings: workspace.settings, directory: workspace.session.directory };
  return { tool: tool.name, args: tool.roleArguments?.(given, context) ?? given };
}
