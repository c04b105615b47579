// MCP over Streamable HTTP, for clients of both generations: listens, answers, and ends with nothing left behind.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createWorkspace, limitsInAll } from "../../workspace/workspace.ts";
import { serveLocal } from "../local/serve.ts";
import type { Log } from "../log.ts";
import { makeServer, warnOfShell } from "../mcp-server.ts";
import { Front } from "./front.ts";
import type { Grant } from "./grant.ts";
import { bracketed, type Reach } from "./head.ts";
import type { House } from "./house.ts";
import { HEADERS_TIMEOUT_MS, type HttpLimits, IDLE_CONNECTION_MS, MAX_CONNECTIONS, REQUEST_TIMEOUT_MS, SILENCE_MS, TIMEOUT_CHECK_MS } from "./limits.ts";
import { Places } from "./places.ts";

/** Answers that are on their way when the server ends have so long to get out. */
const FAREWELL_MS = 200;

export interface HttpParts {
  /** A port of 0 is any that is free. */
  readonly reach: Reach;
  readonly grants: readonly Grant[];
  readonly limits: HttpLimits;
  readonly version: string;
  readonly log: Log;
  /** Ends the serving from outside (SIGTERM, SIGINT). */
  readonly stop: AbortSignal;
  /** Told where it can be reached, once it can. */
  readonly onListening: (url: string) => void;
  /** Makes the servers that are spoken to; for trials with other tools on the same transport. */
  readonly serverFor?: House["serverFor"];
}

/** Serves until `stop` fires; then every session and every process is ended. Rejects if it cannot listen. */
export async function serveHttp(parts: HttpParts): Promise<void> {
  const { grants, limits, version, log, stop, serverFor = (of) => makeServer({ ...of, version, log }) } = parts;
  const places = new Places(limits.maxSessions, grants.length, limits.idleMs);
  const house: House = { limits, places, log, serverFor, open: opener(parts) };
  let reach = parts.reach;
  const front = new Front({ house, grants, reach: () => reach, isStopping: () => stop.aborted });
  const server = listener((req, res) => void front.answer(req, res));
  server.listen(reach.port, reach.host);
  await once(server, "listening");
  server.on("error", (error) => log("warn", error.message)); // out of descriptors, for one: others are served on
  reach = { ...reach, port: (server.address() as AddressInfo).port };
  warnOfShell(
    grants.flatMap(({ dialects }) => [...dialects.values()].flatMap(({ tools }) => tools)),
    log,
  );
  parts.onListening(`http://${bracketed(reach.host)}:${reach.port}/mcp`);
  if (!stop.aborted) await once(stop, "abort");
  await end(server, places);
}

function opener({ version, log }: HttpParts): House["open"] {
  const inAll = limitsInAll();
  return ({ settings }) => {
    const workspace = createWorkspace(settings, inAll);
    if (workspace.ok) serveLocal(workspace.value, { version, log });
    return workspace;
  };
}

function listener(answer: http.RequestListener): http.Server {
  const server = http.createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    insecureHTTPParser: false,
    requireHostHeader: false, // we refuse it ourselves, as every other wrong Host
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = 0; // Node drops those beyond a number, an Origin among them; their size has a limit of its own
  server.timeout = SILENCE_MS;
  server.on("connection", (socket) => socket.setMaxListeners(0)); // one for each request that waits on it
  server.on("request", answer);
  server.on("checkContinue", answer);
  return server;
}

async function end(server: http.Server, places: Places): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await places.endAll();
  server.closeIdleConnections();
  await Promise.race([closed, sleep(FAREWELL_MS)]);
  server.closeAllConnections();
  await closed;
}
