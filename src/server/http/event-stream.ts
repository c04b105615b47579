// Server-sent events on one response. What is answered soon goes out in one piece; what takes longer begins, and shows signs of life.
import type { Exchange } from "./exchange.ts";
import { KEEP_ALIVE_MS } from "./limits.ts";

/** Most calls are answered within this time. A client that waits longer sees its stream begin. */
const SOON_MS = 200;

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" };

export interface EventStreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Called if the client goes away before the end. */
  readonly onLost: () => void;
  /** Whether the client has come back with an event's id, and could do so again. */
  readonly client: "new" | "back";
}

export class EventStream {
  readonly #exchange: Exchange;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #forgetLoss: () => void;
  readonly #client: "new" | "back";
  /** What has not been sent yet; undefined once the stream has begun. */
  #held: string | undefined = "";
  #timer: NodeJS.Timeout | undefined;
  #hasEvents = false;

  constructor(exchange: Exchange, { headers, onLost, client }: EventStreamOptions) {
    this.#exchange = exchange;
    this.#headers = { ...HEADERS, ...headers };
    this.#client = client;
    this.#timer = setTimeout(() => this.#begin(), SOON_MS);
    this.#forgetLoss = exchange.atEnd(() => {
      clearInterval(this.#timer);
      onLost();
    });
  }

  /** Whether the client has gone. */
  get isLost(): boolean {
    return this.#exchange.isOver;
  }

  /** Whether the client knows an event's id, and can come back with it. */
  get hasClientAnId(): boolean {
    return this.#client === "back" || (this.#held === undefined && this.#hasEvents);
  }

  /** The first event of a stream that can be taken up again: there for its id alone. */
  prime(eventId: string, retryMs: number): void {
    this.#hasEvents = true;
    this.#held = `${this.#held ?? ""}id: ${eventId}\nretry: ${retryMs}\ndata: \n\n`;
  }

  /** An event; the last one may wait for the stream's end, which comes with it. */
  write(eventId: string, data: string, then: "more" | "end"): void {
    this.#hasEvents = true;
    const text = `event: message\nid: ${eventId}\ndata: ${data}\n\n`;
    if (this.#held === undefined) this.#exchange.res.write(text);
    else this.#held += text;
    if (then === "more") this.#begin();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#forgetLoss();
    const { res } = this.#exchange;
    if (this.#held === undefined) res.end();
    else if (!this.isLost) res.writeHead(200, { ...this.#headers, "content-length": Buffer.byteLength(this.#held) }).end(this.#held);
  }

  #begin(): void {
    if (this.#held === undefined || this.isLost) return;
    clearTimeout(this.#timer);
    const { res } = this.#exchange;
    res.writeHead(200, this.#headers);
    if (this.#held === "") res.flushHeaders();
    else res.write(this.#held);
    this.#held = undefined;
    this.#timer = setInterval(() => res.write(": keepalive\n\n"), KEEP_ALIVE_MS).unref();
  }
}
