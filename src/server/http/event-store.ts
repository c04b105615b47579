// What was sent on a session's streams, for a client that comes back for what it missed. Bounded: the oldest is forgotten first.
import { randomBytes } from "node:crypto";
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import { MAX_KEPT_BYTES, MAX_KEPT_EVENTS } from "./limits.ts";

interface Event {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

type Send = (eventId: string, message: JSONRPCMessage) => Promise<void>;

export class KeptEvents implements EventStore {
  /** Ids of other sessions are no ids here. */
  readonly #prefix = randomBytes(4).toString("hex");
  readonly #events = new Map<string, Event>();
  #lastNumber = 0;
  #bytes = 0;

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const eventId = `${this.#prefix}-${++this.#lastNumber}`;
    const bytes = JSON.stringify(message).length;
    const event = bytes <= MAX_KEPT_BYTES ? { streamId, message, bytes } : { streamId, message: tooLarge(message), bytes: 0 };
    this.#events.set(eventId, event);
    this.#bytes += event.bytes;
    this.#forget();
    return eventId;
  }

  /** The stream an event was sent on; undefined if it is not, or no longer, known. */
  streamOf(eventId: string): string | undefined {
    return this.#events.get(eventId)?.streamId;
  }

  async replayEventsAfter(lastEventId: string, { send }: { readonly send: Send }): Promise<string> {
    const streamId = this.streamOf(lastEventId);
    if (streamId === undefined) throw new Error("unknown event id"); // it was asked for just before
    let isAfter = false;
    for (const [eventId, event] of this.#events) {
      // A stream begins with an empty message, which is there for its id alone.
      if (isAfter && event.streamId === streamId && "jsonrpc" in event.message) await send(eventId, event.message);
      if (eventId === lastEventId) isAfter = true;
    }
    return streamId;
  }

  #forget(): void {
    for (const [eventId, { bytes }] of this.#events) {
      if (this.#events.size <= MAX_KEPT_EVENTS && this.#bytes <= MAX_KEPT_BYTES) return;
      this.#events.delete(eventId);
      this.#bytes -= bytes;
    }
  }
}

/** Who comes back for it is told so; who reads along gets the real one. */
function tooLarge(message: JSONRPCMessage): JSONRPCMessage {
  if (!("id" in message) || message.id === undefined) return message;
  return { jsonrpc: "2.0", id: message.id, error: { code: -32603, message: "The answer was too large to be kept for a lost connection: call again" } };
}
