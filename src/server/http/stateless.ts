// Clients of 2026-07-28 have no sessions: each request stands alone. What has to last — the directory, tasks, seen files — belongs to the
// token, or to a part of it that the client names.
import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Dialect } from "../../tool.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Exchange } from "./exchange.ts";
import type { Grant } from "./grant.ts";
import type { House } from "./house.ts";
import { KEEP_ALIVE_MS } from "./limits.ts";
import type { Tenancy } from "./places.ts";
import { type Refusal, refuse, TOO_MANY_SESSIONS } from "./refusal.ts";

/** How a client names one of several workspaces of its token: in a header, or in the request's `_meta`. */
export const HANDLE_HEADER = "fossick-workspace";
export const HANDLE_META = "fossick/workspace";
const HANDLE = /^[\w.-]{1,128}$/;

interface Room {
  readonly workspace: Workspace;
  readonly tenancy: Tenancy;
  readonly handlers: Map<string, Handlers>;
}

/** Of one dialect. Commands may take long: their answers are streams from the start, so that they are not taken for dead. */
interface Handlers {
  readonly commands: McpHttpHandler;
  readonly others: McpHttpHandler;
}

export class Stateless {
  readonly #house: House;
  readonly #rooms = new Map<Grant, Map<string, Room>>();

  constructor(house: House) {
    this.#house = house;
  }

  async answer(exchange: Exchange, grant: Grant, dialect: Dialect, body: unknown): Promise<Refusal | undefined> {
    const handle = handleOf(exchange.req.headers[HANDLE_HEADER] as string | undefined, body);
    if (typeof handle !== "string") return handle;
    const room = this.#roomOf(grant, handle);
    if ("status" in room) return room;
    exchange.atEnd(room.tenancy.use());
    const { commands, others } = this.#handlersOf(room, dialect);
    const handler = isCommand(body, dialect) ? commands : others;
    await exchange.send(await handler.fetch(exchange.webRequest(), { parsedBody: body }));
    return undefined;
  }

  #roomOf(grant: Grant, handle: string): Room | Refusal {
    const rooms = this.#rooms.get(grant) ?? new Map<string, Room>();
    this.#rooms.set(grant, rooms);
    const known = rooms.get(handle);
    if (known !== undefined) return known;
    const { places } = this.#house;
    if (places.isFullFor(grant)) return TOO_MANY_SESSIONS;
    const workspace = this.#house.open(grant);
    if (!workspace.ok) return refuse(500, "The working directory, or one that is allowed, is not there any more");
    const handlers: Room["handlers"] = new Map();
    const tenancy = places.take(grant, async () => {
      rooms.delete(handle);
      const serving = [...handlers.values()].flatMap(({ commands, others }) => [commands.close(), others.close()]);
      await Promise.allSettled([...serving, workspace.value.close()]);
    });
    const room = { workspace: workspace.value, tenancy, handlers };
    rooms.set(handle, room);
    return room;
  }

  #handlersOf({ workspace, handlers }: Room, dialect: Dialect): Handlers {
    const known = handlers.get(dialect.name);
    if (known !== undefined) return known;
    const { serverFor, log } = this.#house;
    const handler = (responseMode: "sse" | "auto"): McpHttpHandler =>
      createMcpHandler(() => serverFor({ dialect, workspace }), {
        legacy: "reject",
        responseMode,
        keepAliveMs: KEEP_ALIVE_MS,
        onerror: (error) => log("debug", error.message),
      });
    const made = { commands: handler("sse"), others: handler("auto") };
    handlers.set(dialect.name, made);
    return made;
  }
}

function isCommand(body: unknown, { tools }: Dialect): boolean {
  const { method, params } = (body ?? {}) as { readonly method?: unknown; readonly params?: { readonly name?: unknown } };
  return method === "tools/call" && tools.some(({ name, annotations }) => name === params?.name && annotations.openWorldHint);
}

/** The workspace a request names; the token's own if it names none. */
function handleOf(header: string | undefined, body: unknown): string | Refusal {
  const meta = (body as { readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> } } | null)?.params?._meta?.[HANDLE_META];
  const handle = meta ?? header;
  if (handle === undefined) return "";
  if (typeof handle !== "string" || !HANDLE.test(handle)) return refuse(400, "A workspace handle is 1 to 128 letters, digits, dots, dashes and underscores");
  return header !== undefined && header !== handle ? refuse(400, "The header and _meta name different workspaces") : handle;
}
