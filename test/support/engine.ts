// The engine without a dialect: a workspace for one test, and a signal that never comes.
import { onTestFinished } from "vitest";
import { DEFAULTS, type Settings } from "../../src/settings.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/workspace.ts";

export const NEVER: AbortSignal = new AbortController().signal;

export function engineAt(workdir: string, settings: Partial<Settings> = {}): Workspace {
  const environment = { PATH: process.env.PATH ?? "", HOME: workdir };
  const workspace = createWorkspace({ ...DEFAULTS, workdir, ripgrep: { prefer: "bundled", environment }, ...settings });
  if (!workspace.ok) throw new Error(workspace.failure.code);
  onTestFinished(() => workspace.value.close());
  return workspace.value;
}
