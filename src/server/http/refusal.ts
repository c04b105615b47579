// An answer that refuses a request: a status and a sentence, in the shape of a JSON-RPC error, since that is what clients of ours can read.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** Of the JSON-RPC error. */
  readonly code?: number;
  readonly headers?: OutgoingHttpHeaders;
}

export const INVALID_REQUEST = -32600;
export const PARSE_ERROR = -32700;
/** As the SDK's own transport says it. */
const REFUSED = -32000;
const SESSION_NOT_FOUND = -32001;

/** A request that was refused may still be sending: so much is read and thrown away, so that the client can read why. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;
const MAX_DISCARDING_MS = 2_000;

export function refuse(status: number, message: string, more: Omit<Refusal, "status" | "message"> = {}): Refusal {
  return { status, message, ...more };
}

/** The same whether there never was such a session, it has ended, or it is somebody else's. */
export const NO_SUCH_SESSION = refuse(404, "Session not found", { code: SESSION_NOT_FOUND });

/** Without a number: others' sessions are nobody's business. */
export const TOO_MANY_SESSIONS = refuse(429, "There are too many sessions; end one, or wait until one has been idle for long enough", {
  headers: { "retry-after": "30" },
});

export function sendRefusal(req: IncomingMessage, res: ServerResponse, { status, message, code = REFUSED, headers }: Refusal): void {
  if (res.destroyed) return;
  const text = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  const isRead = req.complete || !hasBody(req);
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...(isRead ? {} : { connection: "close" }),
    ...headers,
  });
  if (isRead) res.end(text);
  else endAfterDiscarding(req, res, text);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** To close a connection while the other side is still sending resets it, and the answer is lost: it is read on for a moment. */
function endAfterDiscarding(req: IncomingMessage, res: ServerResponse, text: string): void {
  let discarded = 0;
  const end = (): void => {
    clearTimeout(timer);
    req.off("data", count);
    res.end();
  };
  const count = (chunk: Buffer): void => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) end();
  };
  const timer = setTimeout(end, MAX_DISCARDING_MS);
  res.once("close", () => clearTimeout(timer));
  req.once("end", end);
  req.on("data", count);
  res.write(text);
}
