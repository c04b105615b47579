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
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, values] of Object.entries(req.headersDistinct)) for (const value of values ?? []) headers.append(name, value);
  // Not a real Request: those follow the signal they are given through a weak reference, and lose it when memory is tidied.
  const request = { method: req.method as string, url: `http://fossick${req.url}`, headers, signal: gone.signal } as unknown as Request;
  return { req, res, request };
}

export function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** Sends an answer; "lost" if the client went away in the middle of a stream. `onChunk` sees what is streamed before it is sent. */
export async function sendResponse(res: ServerResponse, response: Response, onChunk: (chunk: Uint8Array) => void = () => {}): Promise<"sent" | "lost"> {
  const { connection: _, ...headers } = Object.fromEntries(response.headers); // Node knows better
  if (response.body !== null && isEventStream(response)) {
    res.writeHead(response.status, headers).flushHeaders();
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
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onChunk(value);
    if (!res.write(value)) await Promise.race([once(res, "drain"), once(res, "close")]).catch(() => {}); // a write that fails closes
  }
  res.off("close", lose);
  if (!isLost) res.end();
  return isLost ? "lost" : "sent";
}
