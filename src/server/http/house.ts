// What sessions and stateless workspaces share: their limits, how a workspace is opened and a server is made.
import type { McpServer, Server } from "@modelcontextprotocol/server";
import type { Result } from "../../failure.ts";
import type { Dialect } from "../../tool.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Log } from "../log.ts";
import type { Grant } from "./grant.ts";
import type { HttpLimits } from "./limits.ts";
import type { Places } from "./places.ts";

export interface House {
  readonly limits: HttpLimits;
  readonly places: Places;
  readonly log: Log;
  /** A workspace for what a token opens; all of them together keep to one set of limits. */
  open(grant: Grant): Result<Workspace>;
  /** A server for one session, or for one request. */
  serverFor(parts: { readonly dialect: Dialect; readonly workspace: Workspace }): Server | McpServer;
}
