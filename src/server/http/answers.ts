// The answers to one POST: they go out on its stream, or on a later one that takes its place. When nobody reads them the calls go on for a
// moment, since the client may come back; then they are stopped.
import type { RequestId } from "@modelcontextprotocol/server";
import type { EventStream } from "./event-stream.ts";

export class Answers {
  /** Requests that are not answered yet. */
  readonly open: Set<RequestId>;
  readonly streamId: number;
  readonly #resumeMs: number;
  readonly #stop: (id: RequestId) => void;
  #stream: EventStream | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `stop` is told of requests whose answers nobody comes back for. */
  constructor(ids: readonly RequestId[], streamId: number, resumeMs: number, stop: (id: RequestId) => void) {
    this.open = new Set(ids);
    this.streamId = streamId;
    this.#resumeMs = resumeMs;
    this.#stop = stop;
  }

  /** Answers go here from now on; who read them before is sent away. */
  readOn(stream: EventStream): void {
    clearTimeout(this.#timer);
    this.#stream?.end();
    this.#stream = stream;
  }

  write(eventId: string, data: string, then: "more" | "end"): void {
    this.#stream?.write(eventId, data, then);
  }

  /** Ends the stream, but not the calls: the client is to come back for the answers. */
  letGo(): void {
    this.end();
    this.#wait();
  }

  /** The client of this stream has gone away. Without an event's id it has nothing to come back with. */
  lost(stream: EventStream): void {
    if (stream !== this.#stream) return;
    this.#stream = undefined;
    if (stream.hasClientAnId) this.#wait();
    else this.#stopAll();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stream?.end();
    this.#stream = undefined;
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#stopAll(), this.#resumeMs).unref();
  }

  #stopAll(): void {
    for (const id of this.open) this.#stop(id);
  }
}
