// The vocabulary of the shell: what is to be run, and what came of it.
import type { RawPath } from "../workspace/raw-path.ts";

export interface CommandQuery {
  readonly command: string;
  /** Of each stream the first so many characters are kept. */
  readonly keepChars: number;
}

export interface ForegroundQuery extends CommandQuery {
  readonly timeoutMs: number;
}

/** The beginning of a stream, and how much there was of it. */
export interface Captured {
  readonly text: string;
  /** Characters in it: code points. */
  readonly keptChars: number;
  /** Characters in all, those not kept included. */
  readonly chars: number;
}

export interface Output {
  readonly stdout: Captured;
  readonly stderr: Captured;
}

/** The session's directory could not be entered any more: the command ran elsewhere. */
export interface LostDirectory {
  readonly lost: RawPath;
  readonly usedInstead: RawPath;
  readonly reason: "missing" | "inaccessible";
}

export interface CommandResult extends Output {
  /** The command's own; 128 + N if signal N ended it. */
  readonly exitCode: number;
  readonly ended: "exit" | "timeout";
  readonly lostDirectory?: LostDirectory;
}

export interface TaskStarted {
  readonly id: string;
  readonly lostDirectory?: LostDirectory;
}

/** A background task as it is now. */
export type TaskReport = Output &
  ({ readonly state: "running" } | { readonly state: "completed"; readonly ended: "exit" | "timeout"; readonly exitCode: number });
