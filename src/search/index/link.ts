// The way from the server to what holds the index of a tree.
import type { FromHost, ToHost } from "./protocol.ts";

export interface Link {
  /** The other end is in this very process. */
  readonly isHere: boolean;
  /** What is said when the other end has gone is not heard. */
  say(message: ToHost): void;
  /** Resolves when nothing of the other end is left; never rejects. */
  close(): Promise<void>;
}

/** Makes one. `gone` is called if the other end goes of itself. */
export type Connect = (hear: (message: FromHost) => void, gone: () => void) => Link;
