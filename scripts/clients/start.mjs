// Starts a program in an environment made from nothing, waits until it ends or shall end, and ends what it leaves behind.
/** @import { ChildProcess } from "node:child_process" */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";

/**
 * How it ended, if not well.
 * @param {{ file: string, args: readonly string[], env: Readonly<Record<string, string>>, home: string, cwd: string, folder: string, stop: AbortSignal }} what `folder`
 * gets stdout.txt and stderr.txt
 */
export async function runProgram({ file, args, env, home, cwd, folder, stop }) {
  fs.mkdirSync(path.join(home, "tmp"), { recursive: true });
  const outputs = ["stdout.txt", "stderr.txt"].map((name) => fs.openSync(path.join(folder, name), "w"));
  const child = spawn(file, args, { cwd, env: { ...environment(home), ...env }, stdio: ["ignore", ...outputs], detached: true });
  for (const descriptor of outputs) fs.closeSync(descriptor);
  return endOf(child, stop);
}

/** @param {string} home */
function environment(home) {
  return {
    PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    XDG_CACHE_HOME: path.join(home, ".cache"),
    XDG_DATA_HOME: path.join(home, ".local/share"),
    XDG_STATE_HOME: path.join(home, ".local/state"),
    TMPDIR: path.join(home, "tmp"),
    NO_COLOR: "1",
  };
}

/**
 * @param {ChildProcess} child
 * @param {AbortSignal} stop
 */
async function endOf(child, stop) {
  try {
    const [code, signal] = await once(child, "exit", { signal: stop });
    return code === 0 ? undefined : `it ended with ${signal ?? `exit code ${code}`}`;
  } catch (error) {
    return stop.aborted ? "it did not end, and was ended" : String(error);
  } finally {
    endGroup(child.pid);
  }
}

/** @param {number | undefined} leader */
function endGroup(leader) {
  if (leader === undefined) return; // it never started
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left.
  }
}
