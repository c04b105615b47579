// A session of a 2025 client: a workspace of its own, the SDK's transport, and streams that can be taken up again.
import { randomBytes } from "node:crypto";
import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Dialect } from "../../tool.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { Calls, type Post } from "./calls.ts";
import { KeptEvents } from "./event-store.ts";
import { type Exchange, isEventStream, sendResponse } from "./exchange.ts";
import type { Grant } from "./grant.ts";
import { KEEP_ALIVE_MS } from "./limits.ts";
import { INVALID_REQUEST, type Refusal, refuse } from "./refusal.ts";

/** Not a code of MCP's own; LSP's for the same. */
const REQUEST_CANCELLED = -32800;
/** A client whose stream broke is asked to come back after this. */
const RETRY_MS = 500;

/** Tells which requests have been answered. */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  onanswered: (id: RequestId) => void = () => {};

  override async send(message: JSONRPCMessage, options?: { readonly relatedRequestId?: RequestId }): Promise<void> {
    if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined) this.onanswered(message.id);
    await super.send(message, options);
  }
}

export interface SessionParts {
  readonly grant: Grant;
  readonly dialect: Dialect;
  readonly workspace: Workspace;
  readonly resumeMs: number;
}

export class Session {
  /** 128 bits that nobody can guess. */
  readonly id = randomBytes(16).toString("hex");
  readonly grant: Grant;
  readonly dialect: Dialect;
  readonly transport: SessionTransport;
  readonly #workspace: Workspace;
  readonly #events = new KeptEvents();
  readonly #calls: Calls;

  constructor({ grant, dialect, workspace, resumeMs }: SessionParts) {
    this.grant = grant;
    this.dialect = dialect;
    this.#workspace = workspace;
    this.#calls = new Calls(resumeMs, (id) => this.#cancel(id));
    this.transport = new SessionTransport({
      sessionIdGenerator: () => this.id,
      eventStore: this.#events,
      retryInterval: RETRY_MS,
      keepAliveMs: KEEP_ALIVE_MS,
    });
    this.transport.onanswered = (id) => this.#calls.answered(id);
    // Whoever connects the transport keeps this one and adds its own.
    this.transport.onmessage = (message) => this.#seen(message);
  }

  /** Answers a request: a POST with its body, or the GET of a stream. */
  async answer(exchange: Exchange, body?: unknown): Promise<Refusal | undefined> {
    const post =
      body === undefined
        ? this.#resumed(exchange.request)
        : (this.#calls.begin(body) ?? refuse(400, "A request with this id is under way", { code: INVALID_REQUEST }));
    if (post !== undefined && "status" in post) return post;
    const response = await this.transport.handleRequest(exchange.request, body === undefined ? {} : { parsedBody: body });
    if (!isEventStream(response)) for (const id of post?.open ?? []) this.#calls.answered(id); // refused
    if (post !== undefined) this.#calls.found(post);
    const outcome = await sendResponse(exchange.res, response, (chunk) => this.#note(post, chunk));
    if (outcome === "lost" && post !== undefined) this.#calls.lost(post);
    return undefined;
  }

  /** Ends the streams, the calls and every process. */
  async close(): Promise<void> {
    this.#calls.close();
    await Promise.allSettled([this.transport.close(), this.#workspace.close()]);
  }

  /** The requests a client comes back for; nothing if it opens a stream of its own. */
  #resumed(request: Request): Post | Refusal | undefined {
    const lastEventId = request.headers.get("last-event-id");
    if (lastEventId === null) return undefined;
    const streamId = this.#events.streamOf(lastEventId);
    return streamId === undefined ? refuse(400, "Unknown event id: it is too old, or not of this session") : this.#calls.on(streamId);
  }

  /** Learns, from the first id that is sent to the client, which stream it can come back to. */
  #note(post: Post | undefined, chunk: Uint8Array): void {
    if (post === undefined || post.streamId !== undefined) return;
    const eventId = /^id: (\S+)$/m.exec(Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.byteLength, 200)).toString("latin1"))?.[1];
    const streamId = eventId === undefined ? undefined : this.#events.streamOf(eventId);
    if (streamId !== undefined) post.streamId = streamId;
  }

  #seen(message: JSONRPCMessage): void {
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.requestId as RequestId | undefined;
    if (id !== undefined && this.#calls.isOpen(id)) this.#endCancelled(id);
  }

  /** Nobody waits for the answer any more. */
  #cancel(requestId: RequestId): void {
    this.transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason: "the connection was lost" } });
  }

  /** A cancelled request is not answered: its stream ends. Only a client that comes back for it is told why. */
  #endCancelled(id: RequestId): void {
    if (!this.#calls.hasCompany(id)) this.transport.closeSSEStream(id);
    this.transport.send({ jsonrpc: "2.0", id, error: { code: REQUEST_CANCELLED, message: "The request was cancelled" } }).catch(() => {}); // it was never begun
  }
}
