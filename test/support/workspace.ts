// A workspace for one test, closed after it.
import { onTestFinished } from "vitest";
import { type OpenWorkspace, openWorkspace, type Settings } from "../../src/index.ts";

export function workspaceAt(workdir: string, settings: Partial<Settings> = {}): OpenWorkspace {
  const environment = { PATH: process.env.PATH ?? "", HOME: workdir };
  // On a busy machine half a second may not be enough, and a test is not about that.
  const workspace = openWorkspace({ workdir, receiptMs: 30_000, ripgrep: { prefer: "bundled", environment }, ...settings });
  onTestFinished(() => workspace.close());
  return workspace;
}

/** Calls a tool and gives its text. */
export async function textOf(workspace: OpenWorkspace, tool: string, args: unknown): Promise<string> {
  return (await workspace.call(tool, args)).text;
}
