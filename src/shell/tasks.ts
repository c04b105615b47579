// Background tasks of a session: few run at once, and what the done ones printed is kept for a while, to be read once.
import { randomBytes } from "node:crypto";
import { fail, ok, type Result } from "../failure.ts";
import type { Command } from "./command.ts";
import type { TaskReport } from "./query.ts";

const MAX_RUNNING = 10;
const MAX_COMPLETED = 50;

/** How a task ended: by itself, or by the safety net. */
interface TaskEnd {
  readonly exitCode: number;
  readonly ended: "exit" | "timeout";
}

interface Task {
  readonly command: Command;
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

  /** Takes in a command that `start` starts, if there is room; its id. `end` resolves when it has ended. */
  async add<T extends { readonly command: Command; readonly end: Promise<TaskEnd> }>(
    start: () => Promise<Result<T>>,
  ): Promise<Result<T & { readonly id: string }>> {
    const running = this.#starting + [...this.#tasks.values()].filter((task) => task.completed === undefined).length;
    if (running >= MAX_RUNNING) return fail({ code: "task-limit", limit: MAX_RUNNING });
    this.#starting++;
    const started = await start().finally(() => this.#starting--);
    if (!started.ok) return started;
    const id = randomBytes(8).toString("hex");
    const task: Task = { command: started.value.command };
    this.#tasks.set(id, task);
    void started.value.end.then((end) => {
      task.completed = { ...end, at: performance.now() };
      this.#tasks.delete(id); // to the end of the line: the oldest completion comes first
      this.#tasks.set(id, task);
      this.#forget();
    });
    return ok({ ...started.value, id });
  }

  /** What a task has printed; a completed one is forgotten with that. */
  read(id: string): Result<TaskReport> {
    this.#forget();
    const task = this.#tasks.get(id);
    if (task === undefined) return fail({ code: "task-not-found", id });
    const output = task.command.output();
    if (task.completed === undefined) return ok({ ...output, state: "running" });
    this.#tasks.delete(id);
    return ok({ ...output, state: "completed", ended: task.completed.ended, exitCode: task.completed.exitCode });
  }

  #forget(): void {
    const completed = [...this.#tasks].filter(([, task]) => task.completed !== undefined);
    const expired = performance.now() - this.#retentionMs;
    for (const [index, [id, task]] of completed.entries()) {
      if (index < completed.length - MAX_COMPLETED || (task.completed as { at: number }).at < expired) this.#tasks.delete(id);
    }
  }
}
