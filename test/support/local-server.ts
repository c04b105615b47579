// A workspace with an index, served over its socket from this process, and others that ask it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { serverAsker } from "../../src/cli/ask-server.ts";
import { packageVersion } from "../../src/cli/version.ts";
import { projectWalk } from "../../src/dialects/walks.ts";
import { askElsewhere } from "../../src/search/elsewhere.ts";
import { search } from "../../src/search/search.ts";
import { serveLocal } from "../../src/server/local/serve.ts";
import type { Settings } from "../../src/settings.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { engineAt, NEVER } from "./engine.ts";
import { queryFor } from "./indexed.ts";
import { MAIN } from "./server.ts";
import { tree } from "./tree.ts";

export interface LocalServer {
  readonly root: string;
  /** Where its socket is. */
  readonly state: string;
  readonly workspace: Workspace;
  /** What it logged. */
  readonly logged: readonly string[];
  /** The path of its socket. */
  socket(): string;
  /** A workspace that asks it, and what that was told. */
  asker(settings?: Partial<Settings>): { readonly workspace: Workspace; readonly told: readonly string[] };
  /** Runs the command line where the server can be found. */
  cli(args: readonly string[], options?: CliOptions): Promise<CliRun>;
}

export interface CliOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Below the root. */
  readonly cwd?: string;
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A place for state where the command line finds it, given `TMPDIR`. */
export function stateIn(temporary: string): string {
  return path.join(temporary, `fossick-${process.getuid?.()}`);
}

export async function localServer(files: Parameters<typeof tree>[0], settings: Partial<Settings> = {}): Promise<LocalServer> {
  const [root, temporary] = [tree(files), tree({})];
  const state = stateIn(temporary);
  const workspace = engineAt(root, { stateDirectory: state, index: { use: "always", minFiles: 1, cacheBytes: 2 ** 26, host: "process" }, ...settings });
  const logged: string[] = [];
  serveLocal(workspace, { version: packageVersion(), log: (level, message) => void logged.push(`${level} ${message}`) });
  const sockets = (): readonly string[] => (fs.existsSync(state) ? fs.readdirSync(state).filter((name) => name.endsWith(".sock")) : []);
  await search(queryFor("nothing", { walk: projectWalk(false, true) }), workspace, NEVER); // an index is built after the first search
  await expect.poll(() => sockets().length, { timeout: 30_000 }).toBe(workspace.fence.allowed.length);
  return {
    ...{ root, state, workspace, logged },
    socket: () => path.join(state, sockets()[0] ?? ""),
    asker: (own = {}) => {
      const asking = engineAt(own.workdir ?? root, {
        stateDirectory: state,
        ripgrep: workspace.settings.ripgrep,
        index: { use: "off", minFiles: 1, cacheBytes: 2 ** 26, host: "process" },
        ...own,
      });
      return askingServer(asking);
    },
    cli: (args, options = {}) => runCli(args, path.join(root, options.cwd ?? "."), { TMPDIR: temporary, HOME: root, ...options.env }, options.onStart),
  };
}

/** Has a workspace ask servers, and notes what it was told. */
export function askingServer(workspace: Workspace, patienceMs = 30_000): { readonly workspace: Workspace; readonly told: readonly string[] } {
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text.replace(/server \d+/, "server"));
  askElsewhere(workspace, serverAsker(workspace, tell, patienceMs));
  return { workspace, told };
}

async function runCli(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, onStart: CliOptions["onStart"]): Promise<CliRun> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  onStart?.((signal) => void child.kill(signal));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
