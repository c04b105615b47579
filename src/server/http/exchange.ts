// One request and its answer, between Node's streams and the web's objects, which the SDK speaks.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The request as the SDK reads it, without its body. */
  readonly request: Request;
}

/** Its signal fires when the client goes away before it has its answer. */
export function makeExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  let gone: AbortController | undefined;
  // Not a real Request: those follow the signal they are given through a weak reference, and lose it when memory is tidied.
  const request = {
    method: req.method as string,
    url: `http://fossick${req.url}`,
    headers: { get: (name: string) => req.headersDistinct[name.toLowerCase()]?.join(", ") ?? null },
    get signal() {
      gone ??= abortedWith(res);
      return gone.signal;
    },
  };
  return { req, res, request: request as unknown as Request };
}

function abortedWith(res: ServerResponse): AbortController {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone;
}

/** Sends an answer; a stream until it ends or the client goes away. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  if (res.destroyed) return;
  const { connection: _, ...headers } = Object.fromEntries(response.headers); // Node knows better
  if (headers["content-type"]?.startsWith("text/event-stream")) {
    res.writeHead(response.status, headers).flushHeaders();
    await sendStream(res, response.body as ReadableStream<Uint8Array>);
    return;
  }
  const body = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, { ...headers, "cache-control": "no-store", "content-length": body.length }).end(body);
}

async function sendStream(res: ServerResponse, stream: ReadableStream<Uint8Array>): Promise<void> {
  const reader = stream.getReader();
  res.once("close", () => void reader.cancel()); // the next read is the last
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!res.write(value)) await Promise.race([once(res, "drain"), once(res, "close")]).catch(() => {}); // a write that fails closes
  }
  res.end();
}
