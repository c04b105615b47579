// What sessions and stateless workspaces share: their limits, and how a server is made.
import type { McpServer, Server } from "@modelcontextprotocol/server";
import type { Dialect } from "../../tool.ts";
import type { Limits, Workspace } from "../../workspace/workspace.ts";
import type { Log } from "../log.ts";
import type { HttpLimits } from "./limits.ts";
import type { Places } from "./places.ts";

export interface House {
  readonly limits: HttpLimits;
  readonly places: Places;
  /** What may go on at once in all workspaces together. */
  readonly inAll: Limits;
  readonly log: Log;
  /** A server for one session, or for one request. */
  serverFor(parts: { readonly dialect: Dialect; readonly workspace: Workspace }): Server | McpServer;
}
