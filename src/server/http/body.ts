// Reads a request's body, counting: too large is refused while it comes in, and all that come in together have a limit, too.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { MAX_BODY_BYTES, MAX_BODY_BYTES_IN_ALL } from "./limits.ts";
import { PARSE_ERROR, type Refusal, refuse } from "./refusal.ts";

const TOO_LARGE = refuse(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
const TOO_BUSY = refuse(429, "Too much is coming in at once; try again", { headers: { "retry-after": "1" } });
const NOT_JSON = refuse(400, "Parse error: the body is not JSON", { code: PARSE_ERROR });

export type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusal: Refusal };

const UTF8 = new TextDecoder("utf-8", { fatal: true });

export class Bodies {
  #bytes = 0;

  /** The body as JSON. Clients that ask first are told to go on only now. */
  async read(req: IncomingMessage, res: ServerResponse): Promise<Body> {
    const refusal = refusalFor(req.headers);
    if (refusal !== undefined) return { ok: false, refusal };
    if (req.headers.expect !== undefined && req.httpVersion === "1.1") res.writeContinue();
    const bytes = await this.#bytesOf(req);
    if (!Buffer.isBuffer(bytes)) return { ok: false, refusal: bytes };
    try {
      return { ok: true, value: JSON.parse(UTF8.decode(bytes)) };
    } catch {
      return { ok: false, refusal: NOT_JSON };
    }
  }

  #bytesOf(req: IncomingMessage): Promise<Buffer | Refusal> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const done = (outcome: Buffer | Refusal): void => {
        this.#bytes -= length;
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
