// The way from the server to what holds the index of a tree.
import type { FromHost, ToHost } from "./protocol.ts";

export interface Link {
  /** What is said when the other end has gone is not heard. */
  say(message: ToHost): void;
  /** Resolves when nothing of the other end is left. */
  close(): Promise<void>;
}

/** Makes one. `gone` is called if the other end goes of itself. */
export type Connect = (hear: (message: FromHost) => void, gone: () => void) => Link;
