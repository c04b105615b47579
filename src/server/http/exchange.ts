// One request and its answer, between Node's streams and the web's objects, which the SDK speaks.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

const CORKED_MS = 5;

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

export function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** Sends an answer; "lost" if the client went away in the middle of a stream. `onChunk` sees what is streamed before it is sent. */
export async function sendResponse(res: ServerResponse, response: Response, onChunk: (chunk: Uint8Array) => void = () => {}): Promise<"sent" | "lost"> {
  const { connection: _, ...headers } = Object.fromEntries(response.headers); // Node knows better
  if (response.body !== null && isEventStream(response)) {
    res.writeHead(response.status, headers);
    return sendStream(res, response.body.getReader(), onChunk);
  }
  const body = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, { ...headers, "cache-control": "no-store", "content-length": body.length }).end(body);
  return "sent";
}

async function sendStream(
  res: ServerResponse,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): Promise<"sent" | "lost"> {
  let isLost = false;
  const lose = (): void => {
    isLost = true;
    void reader.cancel(); // the next read is the last
  };
  if (res.destroyed) lose();
  res.once("close", lose);
  // An answer that is there at once goes out in one piece; the beginning of a longer one does not wait for the rest.
  res.cork();
  const timer = setTimeout(() => flush(res), CORKED_MS);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onChunk(value);
    if (!res.write(value)) await Promise.race([once(res, "drain"), once(res, "close")]).catch(() => {}); // a write that fails closes
  }
  clearTimeout(timer);
  res.off("close", lose);
  if (!isLost) res.end();
  return isLost ? "lost" : "sent";
}

function flush(res: ServerResponse): void {
  res.flushHeaders();
  res.uncork();
}
