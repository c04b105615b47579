// One request and its answer: until the answer is sent, or the client has gone.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly #atEnd = new Set<() => void>();
  #webRequest: Request | undefined;
  #isOver = false;

  constructor(req: IncomingMessage, res: ServerResponse) {
    this.req = req;
    this.res = res;
    const over = (): void => this.#end();
    res.once("close", over);
    // A response that waits for its turn behind others on the connection is not told when that is closed.
    req.socket.once("close", over);
    this.atEnd(() => req.socket.off("close", over));
    if (req.socket.destroyed) this.#end();
  }

  /** Nothing can be sent any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Has something done when it is over, at once if it is already; what is returned takes that back. */
  atEnd(task: () => void): () => void {
    if (this.#isOver) task();
    else this.#atEnd.add(task);
    return () => void this.#atEnd.delete(task);
  }

  /** The request as the SDK reads it, without its body. Its signal fires when the exchange is over. */
  webRequest(): Request {
    this.#webRequest ??= this.#makeWebRequest();
    return this.#webRequest;
  }

  /** Sends what the SDK answers: a stream until it ends or the client goes away. */
  async send(response: Response): Promise<void> {
    if (this.#isOver) return;
    const { connection: _, ...headers } = Object.fromEntries(response.headers); // Node knows better
    if (headers["content-type"]?.startsWith("text/event-stream")) {
      this.res.writeHead(response.status, headers).flushHeaders();
      return this.#sendStream(response.body as ReadableStream<Uint8Array>);
    }
    const body = Buffer.from(await response.arrayBuffer());
    this.res.writeHead(response.status, { ...headers, "cache-control": "no-store", "content-length": body.length }).end(body);
  }

  #makeWebRequest(): Request {
    const { method, url, headersDistinct } = this.req;
    const over = new AbortController();
    this.atEnd(() => over.abort());
    // Not a real Request: those follow the signal they are given through a weak reference, and lose it when memory is tidied.
    return {
      method,
      url: `http://fossick${url}`,
      headers: { get: (name: string) => headersDistinct[name.toLowerCase()]?.join(", ") ?? null },
      signal: over.signal,
    } as unknown as Request;
  }

  async #sendStream(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    this.atEnd(() => void reader.cancel().catch(() => {})); // the next read is the last
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!this.res.write(value)) await Promise.race([once(this.res, "drain"), new Promise<void>((resolve) => this.atEnd(resolve))]);
    }
    this.res.end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const task of this.#atEnd) task();
    this.#atEnd.clear();
  }
}
