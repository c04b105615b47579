// What was sent on a session's streams, for a client that comes back for what it missed. Bounded: the oldest is forgotten first.
import { randomBytes } from "node:crypto";
import { MAX_KEPT_BYTES, MAX_KEPT_EVENTS } from "./limits.ts";

interface Event {
  readonly streamId: number;
  readonly data: string;
}

export class KeptEvents {
  /** Ids of other sessions are no ids here. */
  readonly #prefix = randomBytes(4).toString("hex");
  readonly #events = new Map<string, Event>();
  #lastNumber = 0;
  #size = 0;

  /** Keeps what is sent on a stream; the event's id. What is too large is kept as `otherwise`. */
  keep(streamId: number, data: string, otherwise = ""): string {
    const eventId = `${this.#prefix}-${++this.#lastNumber}`;
    const kept = data.length <= MAX_KEPT_BYTES ? data : otherwise;
    this.#events.set(eventId, { streamId, data: kept });
    this.#size += kept.length;
    this.#forget();
    return eventId;
  }

  /** The stream an event was sent on; undefined if it is not, or no longer, known. */
  streamOf(eventId: string): number | undefined {
    return this.#events.get(eventId)?.streamId;
  }

  /** What came after an event on its stream: ids and data. */
  after(eventId: string): readonly (readonly [string, string])[] {
    const streamId = this.streamOf(eventId);
    const ids = [...this.#events.keys()];
    return ids.slice(ids.indexOf(eventId) + 1).flatMap((id) => {
      const { data, streamId: its } = this.#events.get(id) as Event;
      return its === streamId && data !== "" ? [[id, data] as const] : [];
    });
  }

  #forget(): void {
    for (const [eventId, { data }] of this.#events) {
      if (this.#events.size <= MAX_KEPT_EVENTS && this.#size <= MAX_KEPT_BYTES) return;
      this.#events.delete(eventId);
      this.#size -= data.length;
    }
  }
}
