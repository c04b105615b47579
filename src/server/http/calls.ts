// The requests of a session that are not answered yet, and what becomes of them when the connection that waits for them is lost: for a
// moment they go on, since the client may come back; then they are stopped.
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";

/** A body with requests, until all of them are answered. */
export interface Post {
  readonly open: Set<RequestId>;
  /** What their answers are sent on, once the client knows: without an event's id it cannot come back. */
  streamId?: string;
  timer?: NodeJS.Timeout;
}

export class Calls {
  readonly #resumeMs: number;
  readonly #stop: (id: RequestId) => void;
  readonly #open = new Map<RequestId, Post>();

  /** `stop` is told of calls that nobody comes back for. */
  constructor(resumeMs: number, stop: (id: RequestId) => void) {
    this.#resumeMs = resumeMs;
    this.#stop = stop;
  }

  /** Notes the requests of a body; undefined if one has the id of another that is under way: their answers could not be told apart. */
  begin(body: unknown): Post | undefined {
    const ids = requestIdsIn(body);
    if (new Set(ids).size < ids.length || ids.some((id) => this.#open.has(id))) return undefined;
    const post: Post = { open: new Set(ids) };
    for (const id of ids) this.#open.set(id, post);
    return post;
  }

  /** The requests whose answers go to this stream. */
  on(streamId: string): Post | undefined {
    return [...this.#open.values()].find((post) => post.streamId === streamId);
  }

  isOpen(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** Whether others that came with it are still open. */
  hasCompany(id: RequestId): boolean {
    return (this.#open.get(id)?.open.size ?? 0) > 1;
  }

  answered(id: RequestId): void {
    this.#open.get(id)?.open.delete(id);
    this.#open.delete(id);
  }

  /** Somebody reads the answers again. */
  found(post: Post): void {
    clearTimeout(post.timer);
  }

  /** Nobody reads the answers any more. */
  lost(post: Post): void {
    const stop = (): void => {
      for (const id of post.open) this.#stop(id);
    };
    clearTimeout(post.timer);
    if (post.streamId === undefined) stop();
    else if (post.open.size > 0) post.timer = setTimeout(stop, this.#resumeMs).unref();
  }

  close(): void {
    for (const post of this.#open.values()) clearTimeout(post.timer);
    this.#open.clear();
  }
}

function requestIdsIn(body: unknown): readonly RequestId[] {
  const messages = (Array.isArray(body) ? body : [body]) as readonly (Partial<JSONRPCMessage> | null)[];
  return messages.flatMap((message) => {
    if (typeof message !== "object" || message === null || !("method" in message) || !("id" in message)) return [];
    return typeof message.id === "string" || typeof message.id === "number" ? [message.id] : [];
  });
}
