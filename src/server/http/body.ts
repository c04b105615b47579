// Reads a request's body, counting: too large is refused while it comes in, and those of all requests under way have a limit together, too.
import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import type { Exchange } from "./exchange.ts";
import { MAX_BODY_BYTES, MAX_BODY_BYTES_IN_ALL, MAX_BODY_VALUES } from "./limits.ts";
import { hasMoreValues } from "./many-values.ts";
import { INVALID_REQUEST, PARSE_ERROR, type Refusal, refuse } from "./refusal.ts";

const TOO_LARGE = refuse(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
const TOO_BUSY = refuse(429, "Too much is under way at once; try again", { headers: { "retry-after": "1" } });
const NOT_JSON = refuse(400, "Parse error: the body is not JSON", { code: PARSE_ERROR });
const TOO_MANY_VALUES = refuse(400, `Invalid Request: the body holds more than ${MAX_BODY_VALUES} values`, { code: INVALID_REQUEST });

export type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusal: Refusal };

const UTF8 = new TextDecoder("utf-8", { fatal: true });

export class Bodies {
  #bytes = 0;

  /** The body as JSON. Clients that ask first are told to go on only now. */
  async read(exchange: Exchange): Promise<Body> {
    const { req, res } = exchange;
    const refusal = refusalFor(req.headers);
    if (refusal !== undefined) return { ok: false, refusal };
    if (req.headers.expect !== undefined && req.httpVersion === "1.1") res.writeContinue();
    const bytes = await this.#bytesOf(exchange);
    if (!Buffer.isBuffer(bytes)) return { ok: false, refusal: bytes };
    if (hasMoreValues(bytes, MAX_BODY_VALUES)) return { ok: false, refusal: TOO_MANY_VALUES };
    try {
      return { ok: true, value: JSON.parse(UTF8.decode(bytes)) };
    } catch {
      return { ok: false, refusal: NOT_JSON };
    }
  }

  /** What is read counts until its request has been answered: as long as a call goes on, it may hold its arguments. */
  #bytesOf(exchange: Exchange): Promise<Buffer | Refusal> {
    const { req } = exchange;
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const done = (outcome: Buffer | Refusal): void => {
        const forget = (): void => {
          this.#bytes -= length;
        };
        if (Buffer.isBuffer(outcome)) exchange.atEnd(forget);
        else forget();
        req.off("data", add).off("end", finish).off("close", finish);
        resolve(outcome);
      };
      const add = (chunk: Buffer): void => {
        chunks.push(chunk);
        length += chunk.length;
        this.#bytes += chunk.length;
        if (length > MAX_BODY_BYTES) done(TOO_LARGE);
        else if (this.#bytes > MAX_BODY_BYTES_IN_ALL) done(TOO_BUSY);
      };
      const finish = (): void => done(req.complete ? Buffer.concat(chunks, length) : NOT_JSON); // cut off: nobody reads why
      req.on("data", add).on("end", finish).on("close", finish);
    });
  }
}

function refusalFor(headers: IncomingMessage["headers"]): Refusal | undefined {
  if (!isJsonContentType(headers["content-type"])) return refuse(415, "Content-Type must be application/json");
  if (headers["content-encoding"] !== undefined) return refuse(415, "The body must not be compressed");
  return Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES ? TOO_LARGE : undefined;
}
