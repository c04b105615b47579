// An MCP server for one workspace: lists the dialect's tools and carries calls to them. Low-level handlers, so that
// arguments reach our own checks and every refusal is a reply the model can read.
import { Server, type ServerContext, type Tool } from "@modelcontextprotocol/server";
import { call } from "../call.ts";
import type { Dialect, Reply } from "../tool.ts";
import { allowedTexts } from "../workspace/fence.ts";
import { textOf } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface ServerParts {
  readonly dialect: Dialect;
  readonly workspace: Workspace;
  readonly version: string;
}

/** One instance serves one connection, of either protocol generation. */
export function makeServer({ dialect, workspace, version }: ServerParts): Server {
  const server = new Server({ name: "fossick", title: "Fossick", version }, { capabilities: { tools: {} }, instructions: instructionsFor(workspace) });
  server.setRequestHandler("tools/list", () => ({ tools: listedTools(dialect) }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) =>
    resultOf(await call(dialect, params.name, params.arguments, { workspace, signal: mcpReq.signal, progress: progressFor(mcpReq) }), workspace),
  );
  return server;
}

/** Progress goes to clients that gave a token for it; the counter only ever rises. */
function progressFor({ _meta, notify }: ServerContext["mcpReq"]): (message: string) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  return (message) => {
    notify({ method: "notifications/progress", params: { progressToken, progress: ++progress, message } }).catch(() => {}); // the client has gone
  };
}

/** The tools as `tools/list` shows them. */
export function listedTools(dialect: Dialect): Tool[] {
  return dialect.tools.map(({ name, description, inputSchema, annotations }) => ({
    name,
    title: annotations.title,
    description,
    inputSchema: inputSchema as unknown as Tool["inputSchema"], // ours is readonly
    annotations: { ...annotations },
  }));
}

function resultOf({ text, image, outcome, structured }: Reply, { settings }: Workspace) {
  return {
    content:
      image === undefined ? [{ type: "text" as const, text }] : [{ type: "image" as const, data: image.data.toString("base64"), mimeType: image.mimeType }],
    ...(outcome === "error" ? { isError: true } : {}),
    // Clients show their model the structured part instead of the text: only for programs that ask.
    ...(settings.structured && structured !== undefined ? { structuredContent: structured as Record<string, unknown> } : {}),
  };
}

function instructionsFor({ fence, session }: Workspace): string {
  return [
    `Working directory: ${textOf(session.directory)}`,
    `Allowed directories: ${allowedTexts(fence).join(", ")}`,
    ...(fence.denied.length === 0 ? [] : [`Denied patterns: ${fence.denied.join(", ")}`]),
  ].join("\n");
}
