// A session of a 2025 client: a workspace of its own, and a transport.
import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isInitializeRequest, type JSONRPCMessage, parseJSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import type { Dialect } from "../../tool.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Exchange } from "./exchange.ts";
import type { Grant } from "./grant.ts";
import { INVALID_REQUEST, PARSE_ERROR, type Refusal, refuse } from "./refusal.ts";
import { SessionTransport } from "./session-transport.ts";

const MAX_BATCH = 100;
/** What a client speaks that does not say so; the specification of 2025-06-18 has it. */
const UNNAMED_VERSION = "2025-03-26";

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
  #isGreeted = false;

  constructor({ grant, dialect, workspace, resumeMs }: SessionParts) {
    this.grant = grant;
    this.dialect = dialect;
    this.#workspace = workspace;
    this.transport = new SessionTransport(this.id, resumeMs);
  }

  /** Whether it has really begun. */
  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  /** Answers the POST of a body, or the GET of a stream. What becomes of the answer is between the transport and the response. */
  answer(exchange: Exchange, body?: unknown): Refusal | undefined {
    const { headers } = exchange.req;
    const missing = (body === undefined ? [] : ["application/json"]).concat("text/event-stream").find((type) => !headers.accept?.includes(type));
    if (missing !== undefined) return refuse(406, `Not acceptable: Accept must include ${missing}`);
    const version = versionIn(headers);
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
      return refuse(400, `Unsupported protocol version; supported: ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`);
    if (body === undefined) return this.transport.listen(exchange, headers["last-event-id"] as string | undefined);
    const messages = messagesIn(body);
    if ("status" in messages) return messages;
    if (messages.some((message) => "method" in message && message.method === "initialize")) return this.#greet(messages, exchange);
    return this.transport.receive(messages, exchange, version ?? UNNAMED_VERSION);
  }

  /** Ends the streams, the calls and every process. */
  async close(): Promise<void> {
    await Promise.allSettled([this.transport.close(), this.#workspace.close()]);
  }

  #greet(messages: readonly JSONRPCMessage[], exchange: Exchange): Refusal | undefined {
    const [greeting] = messages;
    if (messages.length > 1 || !isInitializeRequest(greeting))
      return refuse(400, "Invalid Request: a greeting stands alone, and says what the client is", { code: INVALID_REQUEST });
    if (this.#isGreeted) return refuse(400, "Invalid Request: the session has begun already", { code: INVALID_REQUEST });
    this.#isGreeted = true;
    const { protocolVersion } = greeting.params;
    return this.transport.receive(messages, exchange, SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : UNNAMED_VERSION);
  }
}

function versionIn(headers: IncomingHttpHeaders): string | undefined {
  return headers["mcp-protocol-version"] as string | undefined;
}

function messagesIn(body: unknown): readonly JSONRPCMessage[] | Refusal {
  const given: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (given.length === 0 || given.length > MAX_BATCH) return refuse(400, `Invalid Request: a batch has 1 to ${MAX_BATCH} messages`, { code: INVALID_REQUEST });
  try {
    return given.map((message) => parseJSONRPCMessage(message));
  } catch {
    return refuse(400, "Parse error: not a JSON-RPC message", { code: PARSE_ERROR });
  }
}
