// MCP over stdio: stdout carries the protocol alone; when stdin ends, so does everything.
import type { Readable, Writable } from "node:stream";
import { textOf } from "../../workspace/raw-path.ts";
import { serveLocal } from "../local/serve.ts";
import { type ServerParts, warnOfShell } from "../mcp-server.ts";
import { Connection } from "./connection.ts";
import { servedParts } from "./served.ts";
import { warmUpByIndex, warmUpSoon } from "./warm-up.ts";

export interface StdioParts extends ServerParts {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Ends the serving from outside (SIGTERM, SIGINT). */
  readonly stop: AbortSignal;
}

/** Serves until the client goes away or `stop` fires; then every process of the workspace is ended. */
export async function serveStdio(parts: StdioParts): Promise<void> {
  const { stdin, stdout, stop, log } = parts;
  const served = servedParts(parts);
  const over = new Promise<void>((resolve) => {
    for (const event of ["end", "close"]) stdin.once(event, () => resolve());
    stdout.once("error", () => resolve()); // nobody reads: the client is gone
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  const connection = new Connection(served, stdin, stdout);
  log("info", "serving over stdio", { dialect: parts.dialect.name, workdir: textOf(parts.workspace.session.directory) });
  warnOfShell(parts.dialect.tools, log);
  serveLocal(served.workspace, served);
  stdin.once("data", () => warmUpSoon(parts));
  warmUpByIndex(parts);
  await over;
  await Promise.allSettled([connection.close(), parts.workspace.close()]);
}
