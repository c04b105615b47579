// A workspace for one test, closed after it.
import { onTestFinished } from "vitest";
import { type OpenWorkspace, openWorkspace, type Settings } from "../../src/index.ts";

export function workspaceAt(workdir: string, settings: Partial<Settings> = {}): OpenWorkspace {
  const environment = { PATH: process.env.PATH ?? "", HOME: workdir };
  const workspace = openWorkspace({ workdir, ripgrep: { prefer: "bundled", environment }, ...settings });
  onTestFinished(() => workspace.close());
  return workspace;
}

/** Calls a tool and gives its text. */
export async function textOf(workspace: OpenWorkspace, tool: string, args: unknown): Promise<string> {
  return (await workspace.call(tool, args)).text;
}
