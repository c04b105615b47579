// The way of a request: its head, then its token, then its session, and only then its body. Whatever fails is answered with a refusal.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isLegacyRequest } from "@modelcontextprotocol/server";
import type { Dialect } from "../../tool.ts";
import { Bodies } from "./body.ts";
import { Exchange } from "./exchange.ts";
import type { Grant } from "./grant.ts";
import { type Reach, readHead } from "./head.ts";
import type { House } from "./house.ts";
import { MAX_EXCHANGES } from "./limits.ts";
import { INVALID_REQUEST, NO_SUCH_SESSION, type Refusal, refuse, sendRefusal } from "./refusal.ts";
import { Sessions } from "./sessions.ts";
import { HANDLE_HEADER, Stateless } from "./stateless.ts";
import { ownerOf } from "./tokens.ts";

const METHODS = "GET, POST, DELETE";
const ASKED_HEADERS = `Authorization, Content-Type, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID, ${HANDLE_HEADER}`;

export interface FrontParts {
  readonly house: House;
  /** Known once the server listens. */
  readonly reach: () => Reach;
  readonly grants: readonly Grant[];
  /** True when the server is about to end. */
  readonly isStopping: () => boolean;
}

export class Front {
  readonly #parts: FrontParts;
  readonly #sessions: Sessions;
  readonly #stateless: Stateless;
  readonly #bodies = new Bodies();
  #exchanges = 0;

  constructor(parts: FrontParts) {
    this.#parts = parts;
    this.#sessions = new Sessions(parts.house);
    this.#stateless = new Stateless(parts.house);
  }

  /** Answers a request, whatever it is. */
  async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { log } = this.#parts.house;
    req.on("error", () => {}); // the client has gone; so has the one who would read this
    res.on("error", () => {});
    const exchange = new Exchange(req, res);
    this.#exchanges++;
    exchange.atEnd(() => this.#exchanges--);
    try {
      const refusal = await this.#answer(exchange);
      if (refusal === undefined) return;
      log("debug", "refused", { status: refusal.status, why: refusal.message });
      if (!res.headersSent) sendRefusal(req, res, refusal);
    } catch (error) {
      log(exchange.isOver ? "debug" : "error", String((error as Error).stack ?? error));
      if (res.headersSent) res.destroy();
      else sendRefusal(req, res, refuse(500, "Internal error"));
    }
  }

  async #answer(exchange: Exchange): Promise<Refusal | undefined> {
    const { req, res } = exchange;
    const head = readHead(req, this.#parts.reach());
    if ("status" in head) return head;
    res.setHeader("x-content-type-options", "nosniff");
    const { path, allowedOrigin } = head;
    if (allowedOrigin !== undefined) {
      res.setHeader("access-control-allow-origin", allowedOrigin);
      res.setHeader("access-control-expose-headers", "Mcp-Session-Id, WWW-Authenticate");
      res.setHeader("vary", "Origin");
      if (req.method === "OPTIONS") return preflight(res);
    }
    if (path === "/health") return this.#health(req, res);
    if (path !== "/mcp" && !path.startsWith("/mcp/")) return refuse(404, "Not found");
    if (!METHODS.split(", ").includes(req.method as string)) return refuse(405, "Method not allowed", { headers: { allow: METHODS } });
    const grant = this.#grantFor(req.headers.authorization);
    if (grant === undefined) return unauthorized(req.headers.authorization);
    const dialect = grant.dialects.get(path === "/mcp" ? grant.settings.dialect : path.slice("/mcp/".length));
    if (dialect === undefined) return refuse(404, `There is no such dialect; expected one of: ${[...grant.dialects.keys()].join(", ")}`);
    if (this.#exchanges > MAX_EXCHANGES) return refuse(429, "Too many requests at once; try again", { headers: { "retry-after": "1" } });
    if (this.#parts.isStopping()) return refuse(503, "The server is stopping");
    return this.#serve(exchange, grant, dialect);
  }

  async #serve(exchange: Exchange, grant: Grant, dialect: Dialect): Promise<Refusal | undefined> {
    const { req } = exchange;
    const id = req.headers["mcp-session-id"] as string | undefined;
    if (id !== undefined && !this.#sessions.has(id, grant, dialect)) return NO_SUCH_SESSION;
    if (req.method !== "POST") return id === undefined ? withoutSession() : this.#sessions.answer(exchange, id, grant, dialect);
    const body = await this.#bodies.read(exchange);
    if (!body.ok) return body.refusal;
    if (!(await isOld(exchange, body.value))) return this.#stateless.answer(exchange, grant, dialect, body.value);
    if (id !== undefined) return this.#sessions.answer(exchange, id, grant, dialect, body.value);
    return isGreeting(body.value) ? this.#sessions.open(exchange, grant, dialect, body.value) : withoutSession();
  }

  /** Where no token is asked for, there is one grant, and it is everybody's. */
  #grantFor(authorization: string | undefined): Grant | undefined {
    const { grants } = this.#parts;
    const open = grants.find(({ hash }) => hash === undefined);
    return open ?? ownerOf(authorization, grants as readonly (Grant & { readonly hash: Buffer })[]);
  }

  #health(req: IncomingMessage, res: ServerResponse): Refusal | undefined {
    if (req.method !== "GET" && req.method !== "HEAD") return refuse(405, "Method not allowed", { headers: { allow: "GET, HEAD" } });
    const isStopping = this.#parts.isStopping();
    const text = `${JSON.stringify({ status: isStopping ? "stopping" : "ok" })}\n`;
    res.writeHead(isStopping ? 503 : 200, { "content-type": "application/json", "content-length": text.length, "cache-control": "no-store" }).end(text);
    return undefined;
  }
}

function preflight(res: ServerResponse): undefined {
  res.writeHead(204, { "access-control-allow-methods": METHODS, "access-control-allow-headers": ASKED_HEADERS, "access-control-max-age": "600" }).end();
}

function unauthorized(authorization: string | undefined): Refusal {
  const challenge = `Bearer realm="fossick"${authorization === undefined ? "" : ', error="invalid_token"'}`;
  return refuse(401, "A valid bearer token is required", { headers: { "www-authenticate": challenge } });
}

function withoutSession(): Refusal {
  return refuse(400, "The header Mcp-Session-Id is required", { code: INVALID_REQUEST });
}

/** Whether a request is one of the 2025 generation. What says so itself need not be looked into. */
async function isOld(exchange: Exchange, body: unknown): Promise<boolean> {
  const { "mcp-session-id": id, "mcp-protocol-version": version = "2025" } = exchange.req.headers;
  return (id !== undefined && version < "2026" && !Array.isArray(body)) || isLegacyRequest(exchange.webRequest(), body);
}

function isGreeting(body: unknown): boolean {
  return (body as { readonly method?: unknown } | null)?.method === "initialize";
}
