// How much the HTTP server takes in, and how long it waits. Those that people set have a flag.

export interface HttpLimits {
  /** Sessions and stateless workspaces together. */
  readonly maxSessions: number;
  /** A session that nobody uses ends after this. */
  readonly idleMs: number;
  /** A call whose connection is lost goes on so long: the client may come back for the answer. */
  readonly resumeMs: number;
}

export const HTTP_DEFAULTS: HttpLimits = { maxSessions: 64, idleMs: 10 * 60_000, resumeMs: 5_000 };

/** A larger body is refused while it comes in. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** More, and they would take longer to look at than others should wait. A call has a dozen. */
export const MAX_BODY_VALUES = 20_000;
/** Of all requests that are under way. */
export const MAX_BODY_BYTES_IN_ALL = 64 * 1024 * 1024;
/** Requests that are being answered, streams included. */
export const MAX_EXCHANGES = 4_000;
export const MAX_CONNECTIONS = 2_000;

/** Slow senders: a head, and a whole request, must be there within this. */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are looked at for that. */
export const TIMEOUT_CHECK_MS = 1_000;
/** Slow readers: a connection on which nothing moves is closed. Streams have a sign of life more often. */
export const SILENCE_MS = 120_000;
export const KEEP_ALIVE_MS = 15_000;
/** A connection without a request is kept so long: to close it just when a client uses it again looks like a failure to that client. */
export const IDLE_CONNECTION_MS = 60_000;

/** What a session remembers of its streams, for clients that come back. */
export const MAX_KEPT_EVENTS = 1_000;
export const MAX_KEPT_BYTES = 1024 * 1024;
