// MCP over stdio: stdout carries the protocol alone; when stdin ends, so does everything.
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { textOf } from "../workspace/raw-path.ts";
import { serveLocal } from "./local/serve.ts";
import { makeServer, type ServerParts, warnOfShell } from "./mcp-server.ts";
import { warmUpByIndex, warmUpSoon } from "./warm-up.ts";
import { wayText } from "./way-text.ts";
import { MAX_LINE_BYTES, WholeLines } from "./whole-lines.ts";

export interface StdioParts extends ServerParts {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Ends the serving from outside (SIGTERM, SIGINT). */
  readonly stop: AbortSignal;
}

/** Serves until the client goes away or `stop` fires; then every process of the workspace is ended. */
export async function serveStdio(parts: StdioParts): Promise<void> {
  const { stdin, stdout, stop, log } = parts;
  const over = new Promise<void>((resolve) => {
    for (const event of ["end", "close"]) stdin.once(event, () => resolve());
    stdout.once("error", () => resolve()); // nobody reads: the client is gone
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  const handle = serve(() => makeServer(parts), {
    transport: new StdioServerTransport(stdin.pipe(new WholeLines(log)), stdout, { maxBufferSize: 2 * MAX_LINE_BYTES }),
    onerror: (error) => log("warn", error.message),
  });
  log("info", "serving over stdio", { dialect: parts.dialect.name, workdir: textOf(parts.workspace.session.directory) });
  warnOfShell(parts.dialect.tools, log);
  parts.workspace.session.onWay = (way) => log("debug", "search", { way: wayText(way) });
  serveLocal(parts.workspace, parts);
  stdin.once("data", () => warmUpSoon(parts));
  warmUpByIndex(parts);
  await over;
  await Promise.allSettled([handle.close(), parts.workspace.close()]);
}
