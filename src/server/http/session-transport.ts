// The transport of a 2025 session: requests come in by POST and are answered on the stream of that POST; a lost stream can be taken up
// again. The SDK has such a transport, too; this one writes to Node's responses directly, which is what most of its time went into, ends
// the streams of cancelled calls, and stops calls that nobody waits for.
import type { JSONRPCMessage, MessageExtraInfo, RequestId, Transport } from "@modelcontextprotocol/server";
import { Answers } from "./answers.ts";
import { EventStream } from "./event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { KeptEvents } from "./kept-events.ts";
import { INVALID_REQUEST, type Refusal, refuse } from "./refusal.ts";

/** Not a code of MCP's own; LSP's for the same. */
const REQUEST_CANCELLED = -32800;
const INTERNAL_ERROR = -32603;
/** A client whose stream broke is asked to come back after this. */
const RETRY_MS = 500;
/** Clients from this version on understand an event without data, and can come back from the start. */
const FIRST_WITH_EMPTY_EVENTS = "2025-11-25";
/** The stream that a client opens for whatever else there is to tell. */
const STANDING_STREAM = 0;

export class SessionTransport implements Transport {
  readonly sessionId: string;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  readonly #resumeMs: number;
  readonly #events = new KeptEvents();
  readonly #answers = new Map<RequestId, Answers>();
  #standing: EventStream | undefined;
  #lastStreamId = STANDING_STREAM;
  #isClosed = false;

  constructor(sessionId: string, resumeMs: number) {
    this.sessionId = sessionId;
    this.#resumeMs = resumeMs;
  }

  async start(): Promise<void> {}

  /** Takes in the messages of a POST, and answers it. */
  receive(messages: readonly JSONRPCMessage[], exchange: Exchange, protocolVersion: string): Refusal | undefined {
    const ids = messages.flatMap((message) => ("method" in message && "id" in message ? [message.id] : []));
    // Their answers could not be told apart.
    if (new Set(ids).size < ids.length || ids.some((id) => this.#answers.has(id))) {
      return refuse(400, "A request with this id is under way", { code: INVALID_REQUEST });
    }
    if (exchange.isOver && ids.length > 0) return undefined; // nobody waits for it: it is not begun
    if (ids.length === 0) exchange.res.writeHead(202, { "content-length": 0 }).end();
    const extra = ids.length === 0 ? {} : this.#expect(ids, exchange, protocolVersion);
    for (const message of messages) {
      if ("method" in message && !("id" in message) && message.method === "notifications/cancelled") this.#endCancelled(message.params?.requestId as RequestId);
      this.onmessage?.(message, extra);
    }
    return undefined;
  }

  /** Answers a GET: a standing stream, or what a client comes back for. */
  listen(exchange: Exchange, lastEventId: string | undefined): Refusal | undefined {
    if (exchange.isOver) return undefined;
    if (lastEventId === undefined || lastEventId === "") {
      if (this.#standing !== undefined) return refuse(409, "There is a stream already");
      this.#stand(exchange);
      return undefined;
    }
    const streamId = this.#events.streamOf(lastEventId);
    if (streamId === undefined) return refuse(400, "Unknown event id: it is too old, or not of this session");
    const missed = this.#events.after(lastEventId);
    const answers = [...this.#answers.values()].find((each) => each.streamId === streamId);
    const stream: EventStream = streamId === STANDING_STREAM ? this.#stand(exchange) : this.#streamOn(exchange, () => answers?.lost(stream), "back");
    for (const [eventId, data] of missed) stream.write(eventId, data, answers === undefined ? "end" : "more");
    if (answers !== undefined) answers.readOn(stream);
    else if (streamId !== STANDING_STREAM) stream.end();
    return undefined;
  }

  async send(message: JSONRPCMessage, options?: { readonly relatedRequestId?: RequestId | undefined }): Promise<void> {
    if (this.#isClosed) return;
    const isAnswer = !("method" in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    const answers = id === undefined ? undefined : this.#answers.get(id);
    if (id !== undefined && answers === undefined) throw new Error(`nobody waits for an answer to ${id}`);
    const data = JSON.stringify(message);
    const eventId = this.#events.keep(answers?.streamId ?? STANDING_STREAM, data, isAnswer ? tooLarge(id) : "");
    if (answers === undefined) this.#standing?.write(eventId, data, "more");
    else answers.write(eventId, data, isAnswer ? "end" : "more");
    if (isAnswer) this.#answered(id as RequestId);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const answers of this.#answers.values()) answers.end();
    this.#answers.clear();
    this.#standing?.end();
    this.onclose?.();
  }

  /** Opens the stream for the answers to these. A client that can come back may be made to. */
  #expect(ids: readonly RequestId[], exchange: Exchange, protocolVersion: string): MessageExtraInfo {
    const answers = new Answers(ids, ++this.#lastStreamId, this.#resumeMs, (id) => this.#abandon(id));
    for (const id of ids) this.#answers.set(id, answers);
    const stream: EventStream = this.#streamOn(exchange, () => answers.lost(stream));
    answers.readOn(stream);
    if (protocolVersion < FIRST_WITH_EMPTY_EVENTS) return {};
    stream.prime(this.#events.keep(answers.streamId, ""), RETRY_MS);
    return { closeSSEStream: () => answers.letGo() };
  }

  #stand(exchange: Exchange): EventStream {
    this.#standing?.end();
    const stream: EventStream = this.#streamOn(exchange, () => {
      if (this.#standing === stream) this.#standing = undefined;
    });
    this.#standing = stream;
    return stream;
  }

  #answered(id: RequestId): void {
    const answers = this.#answers.get(id);
    this.#answers.delete(id);
    answers?.open.delete(id);
    if (answers?.open.size === 0) answers.end();
  }

  /** Nobody has come back for the answer. */
  #abandon(requestId: RequestId): void {
    this.#endCancelled(requestId);
    this.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason: "the connection was lost" } });
  }

  /** A cancelled request is not answered: its stream ends. Only a client that comes back for it is told why. */
  #endCancelled(id: RequestId): void {
    const answers = this.#answers.get(id);
    if (answers === undefined) return;
    this.#events.keep(answers.streamId, errorText(id, REQUEST_CANCELLED, "The request was cancelled"));
    this.#answered(id);
  }

  #streamOn(exchange: Exchange, onLost: () => void, client: "new" | "back" = "new"): EventStream {
    return new EventStream(exchange, { headers: { "mcp-session-id": this.sessionId }, onLost, client });
  }
}

function tooLarge(id: RequestId | undefined): string {
  return errorText(id, INTERNAL_ERROR, "The answer was too large to be kept for a lost connection: call again");
}

function errorText(id: RequestId | undefined, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
