// What a command gets of the world.
import type { Readable, Writable } from "node:stream";

export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Fires when the program is asked to end. */
  readonly stop: AbortSignal;
}

export const EXIT = { found: 0, nothing: 1, error: 2 } as const;

/** A mistake in how the program was called; the message says what to do. */
export class UsageError extends Error {}

/** Writes and waits until it is out, so that an exit loses nothing. */
export function print(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}
