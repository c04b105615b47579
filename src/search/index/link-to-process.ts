// The index of a tree in a process of its own: forked, spoken to, ended.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Link } from "./link.ts";
import type { FromHost } from "./protocol.ts";

const END_GRACE_MS = 2_000;
/** Beside this file as it is compiled; from the sources, as in tests, that of the last build. */
const HOST = new URL(import.meta.url.endsWith(".ts") ? "../../../dist/search/index/host.js" : "./host.js", import.meta.url);
/** In megabytes: its second thread would begin with one, and, where it makes a string of each file, do little but collect garbage. */
const HOST_FLAGS: readonly string[] = ["--min-semi-space-size=8"];

export function linkToProcess(hear: (message: FromHost) => void, gone: () => void): Link {
  const child = fork(fileURLToPath(HOST), [], {
    cwd: "/",
    env: {},
    execArgv: [...HOST_FLAGS],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.on("message", hear);
  child.on("error", gone);
  child.on("exit", gone);
  // A program that forgets to close its workspace ends all the same.
  child.unref();
  child.channel?.unref();
  return {
    isHere: false,
    say: (message) => void (child.connected && child.send(message, () => {})), // if it has gone, `exit` says so
    close: () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        const timer = setTimeout(() => child.kill("SIGKILL"), END_GRACE_MS);
        child.once("exit", () => {
          clearTimeout(timer);
          resolve();
        });
        if (child.connected) child.disconnect();
      }),
  };
}
