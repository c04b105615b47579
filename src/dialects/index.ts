// The dialects: one folder and one line each.
import type { Settings } from "../settings.ts";
import type { Dialect, Tool } from "../tool.ts";
import { anthropic } from "./anthropic/index.ts";
import { boris } from "./boris/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";
import { omp } from "./omp/index.ts";

export const DIALECTS: readonly Dialect[] = [boris, anthropic, claudeCode, codex, omp];

/** The dialect of that name without the tools that are not offered; a sentence if there is no such dialect or tool. */
export function offeredDialect(name: string, settings: Settings): Dialect | string {
  const dialect = DIALECTS.find((candidate) => candidate.name === name);
  if (dialect === undefined) return `unknown dialect "${name}"; expected one of: ${DIALECTS.map((known) => known.name).join(", ")}`;
  const { disabledTools: disabled } = settings;
  const known = [...new Set(dialect.tools.flatMap((tool) => [tool.name, ...(tool.goesWith ?? [])]))];
  const unknown = disabled.find((tool) => !known.includes(tool));
  if (unknown !== undefined) return `unknown tool "${unknown}" to disable; expected one of: ${known.join(", ")}`;
  const isOffered = (tool: Tool): boolean =>
    (tool.offered?.(settings) ?? true) && ![tool.name, ...(tool.goesWith ?? [])].some((each) => disabled.includes(each));
  return { ...dialect, tools: dialect.tools.filter(isOffered) };
}
