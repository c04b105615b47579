// A workspace for one test, closed after it.
import { onTestFinished } from "vitest";
import { type OpenWorkspace, openWorkspace, type Settings } from "../../src/index.ts";
import { byIndex, HOST, IS_INDEXED_RUN } from "./by-index.ts";

export function workspaceAt(workdir: string, settings: Partial<Settings> = {}): OpenWorkspace {
  const workspace = openAt(workdir, settings);
  onTestFinished(() => workspace.close());
  return workspace;
}

/** A workspace that its test closes. In the run by the index it searches so, unless the test says otherwise. */
export function openAt(workdir: string, settings: Partial<Settings> = {}): OpenWorkspace {
  const environment = { PATH: process.env.PATH ?? "", HOME: workdir };
  const index = IS_INDEXED_RUN ? { index: { use: "always", minFiles: 1, cacheBytes: 2 ** 24, host: HOST } as const } : {};
  // On a busy machine half a second may not be enough, and a test is not about that.
  const workspace = openWorkspace({ workdir, receiptMs: 30_000, ripgrep: { prefer: "bundled", environment }, ...index, ...settings });
  return IS_INDEXED_RUN && workspace.settings.index.use === "always" ? byIndex(workspace) : workspace;
}

/** Calls a tool and gives its text. */
export async function textOf(workspace: OpenWorkspace, tool: string, args: unknown): Promise<string> {
  return (await workspace.call(tool, args)).text;
}
