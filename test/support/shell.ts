// The shell of a workspace made for one test.
import { onTestFinished } from "vitest";
import { DEFAULTS, type Settings } from "../../src/settings.ts";
import type { CommandResult } from "../../src/shell/query.ts";
import { type Shell, shellOf } from "../../src/shell/shell.ts";
import { textOf } from "../../src/workspace/raw-path.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/workspace.ts";

export const ENVIRONMENT = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", LANG: "C.UTF-8" };

export interface TestShell {
  readonly workspace: Workspace;
  readonly shell: Shell;
  /** Runs a command that can be started. */
  run(
    command: string,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal; readonly progress?: (message: string) => void },
  ): Promise<CommandResult>;
  directory(): string;
}

export function shellAt(workdir: string, settings: Partial<Settings> = {}): TestShell {
  const workspace = createWorkspace({ ...DEFAULTS, workdir, commandEnvironment: ENVIRONMENT, ...settings });
  if (!workspace.ok) throw new Error(JSON.stringify(workspace.failure));
  const shell = shellOf(workspace.value);
  onTestFinished(() => workspace.value.close());
  return {
    workspace: workspace.value,
    shell,
    run: async (command, { timeoutMs = 30_000, signal = new AbortController().signal, progress = () => {} } = {}) => {
      const result = await shell.run({ command, timeoutMs, keepChars: 30_000 }, signal, progress);
      if (!result.ok) throw new Error(JSON.stringify(result.failure));
      return result.value;
    },
    directory: () => textOf(workspace.value.session.directory),
  };
}
