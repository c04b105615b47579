// An MCP server for one workspace: lists the dialect's tools and carries calls to them. Low-level handlers, so that
// arguments reach our own checks and every refusal is a reply the model can read.
import { Server } from "@modelcontextprotocol/server";
import { call } from "../call.ts";
import type { CallContext, Dialect, Reply, Tool } from "../tool.ts";
import { allowedTexts } from "../workspace/fence.ts";
import { textOf } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { listedTools } from "./listed-tools.ts";
import type { Log } from "./log.ts";

export interface ServerParts {
  readonly dialect: Dialect;
  readonly workspace: Workspace;
  readonly version: string;
  readonly log: Log;
}

/** One instance serves one connection, of either protocol generation. */
export function makeServer(parts: ServerParts): Server {
  const { dialect, workspace, version } = parts;
  const server = new Server({ name: "fossick", title: "Fossick", version }, { capabilities: { tools: {} }, instructions: instructionsFor(dialect, workspace) });
  server.setRequestHandler("tools/list", () => ({ tools: listedTools(dialect) }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq: { signal, _meta, notify } }) => answerCall(parts, params, { signal, meta: _meta, notify }));
  return server;
}

/** Who made a call, and hears of it. */
export interface Caller {
  readonly signal: AbortSignal;
  readonly meta: { readonly progressToken?: string | number | undefined } | undefined;
  readonly notify: (notification: ProgressNotification) => Promise<void>;
}

interface ProgressNotification {
  readonly method: "notifications/progress";
  readonly params: { readonly progressToken: string | number; readonly progress: number; readonly message: string };
}

/** The result of a call as the protocol has it; rejects only if it was cancelled. */
export async function answerCall(parts: ServerParts, { name, arguments: args }: { readonly name: string; readonly arguments?: unknown }, caller: Caller) {
  return resultOf(await loggedCall(parts, name, args, { signal: caller.signal, progress: progressFor(caller) }), parts.workspace);
}

/** Said at the start wherever a shell is offered. */
export function warnOfShell(tools: readonly Tool[], log: Log): void {
  if (tools.some(({ annotations }) => annotations.openWorldHint))
    log("warn", "the shell is not fenced: it can do whatever this user can; --disable-tools leaves it out");
}

async function loggedCall({ dialect, workspace, log }: ServerParts, tool: string, args: unknown, run: Omit<CallContext, "workspace">): Promise<Reply> {
  const { signal } = run;
  const start = performance.now();
  const told = (outcome: string) => ({ tool, outcome, ms: Math.round(performance.now() - start) });
  try {
    const reply = await call(dialect, tool, args, { workspace, ...run });
    log("debug", "call", told(reply.outcome));
    return reply;
  } catch (error) {
    log(signal.aborted ? "debug" : "error", signal.aborted ? "call" : String((error as Error).stack ?? error), told(signal.aborted ? "cancelled" : "failed"));
    if (signal.aborted) throw error;
    // Our own mistake is no reason for a protocol error: the model can still do something else.
    return { text: `Internal error: ${(error as Error).message}`, outcome: "error" };
  }
}

/** It is sent along each time. */
const MAX_PROGRESS_TOKEN_CHARS = 1_000;

/** Progress goes to clients that gave a token for it; the counter only ever rises. */
function progressFor({ meta, notify }: Caller): (message: string) => void {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined || String(progressToken).length > MAX_PROGRESS_TOKEN_CHARS) return () => {};
  let progress = 0;
  return (message) => {
    notify({ method: "notifications/progress", params: { progressToken, progress: ++progress, message } }).catch(() => {}); // the client has gone
  };
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

/** Without --allow-dir the working directory is what is allowed, and named already. */
function instructionsFor({ purpose }: Dialect, { fence, session, settings }: Workspace): string {
  return [
    ...(purpose === undefined ? [] : [purpose]),
    `Working directory: ${textOf(session.directory)}`,
    ...(settings.allowDirs.length === 0 ? [] : [`Allowed directories: ${allowedTexts(fence).join(", ")}`]),
    ...(fence.denied.length === 0 ? [] : [`Denied patterns: ${fence.denied.join(", ")}`]),
  ].join("\n");
}
