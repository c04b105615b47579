// The vocabulary of the shell: what is to be run, and what came of it.
import type { ArtifactFacts } from "../workspace/artifacts.ts";
import type { RawPath } from "../workspace/raw-path.ts";

export interface CommandQuery {
  readonly command: string;
  /** Of each stream the first so many characters are kept. */
  readonly keepChars: number;
  /** Of what follows them the last so many, too; and all of it as an artifact, as far as there is room. */
  readonly lastChars?: number;
  /** Both streams as one, in the order in which they were written: all of it is stdout. */
  readonly streams?: "merged";
}

export interface ForegroundQuery extends CommandQuery {
  readonly timeoutMs: number;
  /** A command that ends outside the fence leaves the session in the working directory. */
  readonly outside?: "return";
}

/** The beginning of a stream, how much there was of it and, if that was asked for, its end. */
export interface Captured {
  readonly text: string;
  /** Characters in it: code points. */
  readonly keptChars: number;
  /** Characters in all, those not kept included. */
  readonly chars: number;
  /** The last characters of those that follow `text`. */
  readonly last?: string;
  /** All of it, if it could be kept. */
  readonly artifact?: ArtifactFacts;
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
  /** It ended outside the fence: the session is here again. */
  readonly returnedTo?: RawPath;
  /** It could not go on in the background: so many tasks run already. */
  readonly taskLimit?: number;
}

/** A command that took too long and goes on in the background. */
export interface CommandMoved extends Output, TaskStarted {
  readonly ended: "moved";
}

export interface TaskStarted {
  readonly id: string;
  readonly lostDirectory?: LostDirectory;
}

/** How a task ended: by itself, by the safety net, or because somebody wanted it to. */
export type TaskEnding = "exit" | "timeout" | "stopped";

/** A background task as it is now. */
export type TaskReport = Output & ({ readonly state: "running" } | { readonly state: "completed"; readonly ended: TaskEnding; readonly exitCode: number });

/** A task that somebody wanted to end, and what it was before. */
export interface TaskStopped {
  readonly id: string;
  /** What was run; of a long text its beginning. */
  readonly command: string;
  readonly was: "running" | "completed" | "stopped";
}
