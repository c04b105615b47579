// The sessions of 2025 clients. An id opens one only together with the token and the path that made it.
import type { Dialect } from "../../tool.ts";
import type { Exchange } from "./exchange.ts";
import type { Grant } from "./grant.ts";
import type { House } from "./house.ts";
import type { Tenancy } from "./places.ts";
import { NO_SUCH_SESSION, type Refusal, refuse, TOO_MANY_SESSIONS } from "./refusal.ts";
import { Session } from "./session.ts";

interface Entry {
  readonly session: Session;
  readonly tenancy: Tenancy;
}

export class Sessions {
  readonly #house: House;
  readonly #entries = new Map<string, Entry>();

  constructor(house: House) {
    this.#house = house;
  }

  /** Whether this id is that of a session of theirs. Asked before a body is read. */
  has(id: string, grant: Grant, dialect: Dialect): boolean {
    return this.#find(id, grant, dialect) !== undefined;
  }

  /** Answers a request within a session. */
  async answer(exchange: Exchange, id: string, grant: Grant, dialect: Dialect, body?: unknown): Promise<Refusal | undefined> {
    const entry = this.#find(id, grant, dialect);
    if (entry === undefined) return NO_SUCH_SESSION;
    if (exchange.req.method === "DELETE") {
      await entry.tenancy.end();
      exchange.res.writeHead(200, { "content-length": 0 }).end();
      return undefined;
    }
    exchange.atEnd(entry.tenancy.use());
    return entry.session.answer(exchange, body);
  }

  /** Answers a greeting: a new session, unless the greeting is refused. The id is always ours, whatever the client would like. */
  async open(exchange: Exchange, grant: Grant, dialect: Dialect, body: unknown): Promise<Refusal | undefined> {
    const { places, limits, serverFor, log } = this.#house;
    if (places.isFullFor(grant)) return TOO_MANY_SESSIONS;
    const workspace = this.#house.open(grant);
    if (!workspace.ok) return refuse(500, "The working directory, or one that is allowed, is not there any more");
    const session = new Session({ grant, dialect, workspace: workspace.value, resumeMs: limits.resumeMs });
    const facts = { token: grant.name, dialect: dialect.name };
    const tenancy = places.take(grant, async () => {
      this.#entries.delete(session.id);
      await session.close();
      if (session.isGreeted) log("info", "session ended", facts);
    });
    this.#entries.set(session.id, { session, tenancy });
    exchange.atEnd(tenancy.use());
    await serverFor({ dialect, workspace: workspace.value }).connect(session.transport);
    const refusal = session.answer(exchange, body);
    if (session.isGreeted) log("info", "session begun", facts);
    else await tenancy.end();
    return refusal;
  }

  #find(id: string, grant: Grant, dialect: Dialect): Entry | undefined {
    const entry = this.#entries.get(id);
    return entry?.session.grant === grant && entry.session.dialect === dialect && !entry.tenancy.isOver ? entry : undefined;
  }
}
