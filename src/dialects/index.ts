// The dialects: one folder and one line each.
import type { Dialect } from "../tool.ts";
import { anthropic } from "./anthropic/index.ts";
import { boris } from "./boris/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";

export const DIALECTS: readonly Dialect[] = [boris, anthropic, claudeCode, codex];

/** The dialect of that name without the tools that are not offered; a sentence if there is no such dialect or tool. */
export function offeredDialect(name: string, disabled: readonly string[]): Dialect | string {
  const dialect = DIALECTS.find((candidate) => candidate.name === name);
  if (dialect === undefined) return `unknown dialect "${name}"; expected one of: ${DIALECTS.map((known) => known.name).join(", ")}`;
  const known = [...new Set(dialect.tools.flatMap((tool) => [tool.name, ...(tool.goesWith ?? [])]))];
  const unknown = disabled.find((tool) => !known.includes(tool));
  if (unknown !== undefined) return `unknown tool "${unknown}" to disable; expected one of: ${known.join(", ")}`;
  return { ...dialect, tools: dialect.tools.filter((tool) => ![tool.name, ...(tool.goesWith ?? [])].some((each) => disabled.includes(each))) };
}
