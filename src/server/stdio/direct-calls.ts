// Calls that go past the SDK: it looks at every message several times, with schemas, which takes as long as many a search by the index.
// What is not a plain call, and what is wrong in any way, is left to it.
import type { Writable } from "node:stream";
import { tieToWorkspace } from "../../workspace/until-closed.ts";
import { answerCall, type Caller, type ServerParts } from "../mcp-server.ts";

/** A request `tools/call`. */
interface CallMessage {
  readonly id: string | number;
  readonly params: { readonly name: string; readonly arguments?: object; readonly _meta?: Caller["meta"] };
}

/** What a line must have in it to be looked at. */
const TAKEN: readonly string[] = ['"tools/call"', '"notifications/cancelled"'];
const INTERNAL_ERROR = -32603;

export class DirectCalls {
  readonly #parts: ServerParts;
  readonly #output: Writable;
  readonly #running = new Map<string | number, AbortController>();
  readonly #abortAll = (): void => {
    for (const call of this.#running.values()) call.abort();
  };
  #hasBegun = false;

  constructor(parts: ServerParts, output: Writable) {
    this.#parts = parts;
    this.#output = output;
    parts.workspace.closed.addEventListener("abort", this.#abortAll, { once: true });
  }

  /** The client is one whose calls need no more than what is looked at here. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** Nobody waits for an answer any more, and nothing is taken. */
  end(): void {
    this.#hasBegun = false;
    this.#parts.workspace.closed.removeEventListener("abort", this.#abortAll);
    this.#abortAll();
  }

  /** Whether a line was a call, or ended one. */
  take(line: Buffer): boolean {
    if (!this.#hasBegun || !TAKEN.some((method) => line.includes(method))) return false;
    const message = parsed(line);
    return this.#takeCall(callIn(message)) || this.#cancel(cancelledIn(message));
  }

  #takeCall(message: CallMessage | undefined): boolean {
    if (message === undefined || this.#running.has(message.id)) return false;
    void this.#answer(message);
    return true;
  }

  /** As in the SDK, a cancelled call has no answer. */
  async #answer({ id, params }: CallMessage): Promise<void> {
    const running = new AbortController();
    tieToWorkspace(running.signal, this.#parts.workspace);
    this.#running.set(id, running);
    const caller = { signal: running.signal, meta: params._meta, notify: async (notification: object) => this.#send({ ...notification, jsonrpc: "2.0" }) };
    try {
      const result = await answerCall(this.#parts, params, caller);
      if (!running.signal.aborted) this.#send({ result, jsonrpc: "2.0", id });
    } catch (error) {
      if (!running.signal.aborted) this.#fail(id, error as Error);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Our own mistake; who called must not wait for ever. */
  #fail(id: CallMessage["id"], { message, stack }: Error): void {
    this.#parts.log("error", String(stack ?? message));
    this.#send({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } });
  }

  #cancel(id: unknown): boolean {
    const running = this.#running.get(id as string | number);
    running?.abort();
    return running !== undefined;
  }

  #send(message: object): void {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

/** Of which the SDK knows more. */
const RELATED_TASK = "io.modelcontextprotocol/related-task";

function callIn(message: unknown): CallMessage | undefined {
  if (!hasOnly(message, ["jsonrpc", "id", "method", "params"]) || message.jsonrpc !== "2.0" || message.method !== "tools/call") return undefined;
  const { id, params } = message;
  if (!isId(id) || !hasOnly(params, ["name", "arguments", "_meta"]) || typeof params.name !== "string") return undefined;
  const { arguments: args, _meta: meta } = params;
  const isPlain = isAbsentOrObject(args) && isAbsentOrObject(meta) && isAbsentOrId(meta?.progressToken) && meta?.[RELATED_TASK] === undefined;
  return isPlain ? (message as unknown as CallMessage) : undefined;
}

function cancelledIn(message: unknown): unknown {
  const isPlain = hasOnly(message, ["jsonrpc", "method", "params"]) && message.jsonrpc === "2.0" && message.method === "notifications/cancelled";
  if (!isPlain || !hasOnly(message.params, ["requestId", "reason", "_meta"])) return undefined;
  const { requestId, reason, _meta } = message.params;
  return isAbsentOrObject(_meta) && (reason === undefined || typeof reason === "string") ? requestId : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAbsentOrObject(value: unknown): value is Fields | undefined {
  return value === undefined || isObject(value);
}

function hasOnly(value: unknown, keys: readonly string[]): value is Fields {
  return isObject(value) && Object.keys(value).every((key) => keys.includes(key));
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isAbsentOrId(value: unknown): boolean {
  return value === undefined || isId(value);
}
