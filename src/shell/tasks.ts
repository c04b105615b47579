// Background tasks of a session: few run at once, and what the done ones printed is kept for a while.
import { randomBytes } from "node:crypto";
import { fail, ok, type Result } from "../failure.ts";
import type { Command } from "./command.ts";
import type { TaskEnding, TaskReport } from "./query.ts";

export const MAX_RUNNING = 10;
const MAX_COMPLETED = 50;
/** What a task runs is remembered so far: enough to recognise it. */
const MAX_COMMAND_CHARS = 2_000;

interface TaskEnd {
  readonly exitCode: number;
  readonly ended: TaskEnding;
}

/** A command that becomes a task. */
export interface TaskRequest {
  readonly command: Command;
  readonly text: string;
  /** Resolves when it has ended. */
  readonly end: Promise<TaskEnd>;
}

export interface Task {
  readonly command: Command;
  readonly text: string;
  /** Resolves when `completed` is there. */
  readonly done: Promise<void>;
  /** Somebody wants it to end. */
  isStopped: boolean;
  completed?: TaskEnd & { readonly at: number };
}

export class Tasks {
  readonly #retentionMs: number;
  readonly #tasks = new Map<string, Task>();
  /** Tasks that are about to be started count as running. */
  #starting = 0;

  constructor(retentionMs: number) {
    this.#retentionMs = retentionMs;
  }

  /** Takes in a command that `start` starts, if there is room; its id. */
  async add<T extends TaskRequest>(start: () => Promise<Result<T>>): Promise<Result<T & { readonly id: string }>> {
    if (!this.hasRoom()) return fail({ code: "task-limit", limit: MAX_RUNNING });
    this.#starting++;
    const started = await start().finally(() => this.#starting--);
    return started.ok ? ok({ ...started.value, id: this.take(started.value) }) : started;
  }

  hasRoom(): boolean {
    return this.#starting + [...this.#tasks.values()].filter((task) => task.completed === undefined).length < MAX_RUNNING;
  }

  /** Takes in a command that runs already; its id. */
  take({ command, text, end }: TaskRequest): string {
    const id = randomBytes(8).toString("hex");
    const done = end.then(({ exitCode, ended }) => {
      task.completed = { exitCode, ended: task.isStopped ? "stopped" : ended, at: performance.now() };
      this.#tasks.delete(id); // to the end of the line: the oldest completion comes first
      this.#tasks.set(id, task);
      this.#forget();
    });
    const task: Task = { command, text: beginning(text), done, isStopped: false };
    this.#tasks.set(id, task);
    return id;
  }

  find(id: string): Result<Task> {
    this.#forget();
    const task = this.#tasks.get(id);
    return task === undefined ? fail({ code: "task-not-found", id }) : ok(task);
  }

  /** What a task has printed; a completed one is forgotten with that. */
  read(id: string): Result<TaskReport> {
    const task = this.find(id);
    if (!task.ok) return task;
    if (task.value.completed !== undefined) this.#tasks.delete(id);
    return ok(reportOf(task.value));
  }

  #forget(): void {
    const completed = [...this.#tasks].filter(([, task]) => task.completed !== undefined);
    const expired = performance.now() - this.#retentionMs;
    for (const [index, [id, task]] of completed.entries()) {
      if (index < completed.length - MAX_COMPLETED || (task.completed as { at: number }).at < expired) this.#tasks.delete(id);
    }
  }
}

/** A task as it is now. */
export function reportOf({ command, completed }: Task): TaskReport {
  const output = command.output();
  return completed === undefined ? { ...output, state: "running" } : { ...output, state: "completed", ended: completed.ended, exitCode: completed.exitCode };
}

/** A copy: the slice of a string keeps the whole of it in memory. */
function beginning(text: string): string {
  return text.length <= MAX_COMMAND_CHARS ? text : `${Buffer.from(text.slice(0, MAX_COMMAND_CHARS)).toString()}…`;
}
