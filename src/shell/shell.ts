// A session's shell: runs commands in the session's directory, keeps its tasks, and leaves no process behind.
import { randomBytes } from "node:crypto";
import { ok, type Result } from "../failure.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Command, type CommandRequest, type Exit, startCommand } from "./command.ts";
import { enterDirectory } from "./place.ts";
import { endTree } from "./process-tree.ts";
import { ProgressLines } from "./progress-lines.ts";
import type { CommandQuery, CommandResult, ForegroundQuery, LostDirectory, TaskReport, TaskStarted } from "./query.ts";
import { Tasks } from "./tasks.ts";

/** The longest that timers can wait; nothing lives so long. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const shells = new WeakMap<Workspace, Shell>();

/** The shell of a workspace; it is closed with it. */
export function shellOf(workspace: Workspace): Shell {
  const shell = shells.get(workspace) ?? new Shell(workspace);
  shells.set(workspace, shell);
  return shell;
}

interface Started {
  readonly command: Command;
  readonly lostDirectory?: LostDirectory;
}

export class Shell {
  readonly #workspace: Workspace;
  readonly #tag = randomBytes(8).toString("hex");
  readonly #tasks: Tasks;
  /** Everything that runs or has left something behind. */
  readonly #commands = new Set<Command>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#tasks = new Tasks(workspace.settings.taskRetentionMs);
    workspace.onClose(() => this.#close());
  }

  /** Runs a command to its end, and moves the session to where it ended up. Throws only when cancelled. */
  run(query: ForegroundQuery, signal: AbortSignal, progress: (message: string) => void): Promise<Result<CommandResult>> {
    const cancelled = AbortSignal.any([signal, this.#workspace.closed]);
    return this.#workspace.commands.run(async () => {
      const lines = new ProgressLines(progress);
      try {
        const started = await this.#start(query, { stdout: lines.stream(), stderr: lines.stream() });
        if (!started.ok) return started;
        const { command, lostDirectory } = started.value;
        const { exit, ended } = await this.#until(command, query.timeoutMs, cancelled);
        cancelled.throwIfAborted();
        if (ended === "exit" && exit.directory !== undefined) this.#workspace.session.directory = exit.directory;
        return ok({ ...command.output(), exitCode: exit.exitCode, ended, ...(lostDirectory === undefined ? {} : { lostDirectory }) });
      } finally {
        lines.end(cancelled.aborted ? "drop" : "send");
      }
    }, cancelled);
  }

  /** Starts a command that nobody waits for. */
  async startTask(query: CommandQuery): Promise<Result<TaskStarted>> {
    const { settings } = this.#workspace;
    const timeoutMs = settings.backgroundTimeoutMs === 0 ? MAX_TIMER_MS : settings.backgroundTimeoutMs;
    const task = await this.#tasks.add(async () => {
      const started = await this.#start(query);
      if (!started.ok) return started;
      const end = this.#until(started.value.command, timeoutMs).then(({ exit, ended }) => ({ exitCode: exit.exitCode, ended }));
      return ok({ ...started.value, end });
    });
    if (!task.ok) return task;
    const { id, lostDirectory } = task.value;
    return ok(lostDirectory === undefined ? { id } : { id, lostDirectory });
  }

  /** What a task has printed so far; once it is completed, for the last time. */
  readTask(id: string): Result<TaskReport> {
    return this.#tasks.read(id);
  }

  async #start({ command, keepChars }: CommandQuery, watch?: CommandRequest["watch"]): Promise<Result<Started>> {
    this.#dropFinished();
    const place = await enterDirectory(this.#workspace);
    if (!place.ok) return place;
    const { lostDirectory } = place.value;
    const environment = this.#workspace.settings.commandEnvironment;
    // From here to the process there is no turn in which we could be closed.
    if (this.#workspace.closed.aborted) place.value.leave();
    this.#workspace.closed.throwIfAborted();
    const started = await startCommand({
      command,
      keepChars,
      place: place.value,
      environment,
      sessionTag: this.#tag,
      ...(watch === undefined ? {} : { watch }),
    });
    if (!started.ok) return started;
    this.#commands.add(started.value);
    return ok({ command: started.value, ...(lostDirectory === undefined ? {} : { lostDirectory }) });
  }

  /** Waits for a command's exit; at the limit, or when cancelled, its whole tree is ended first. */
  async #until(command: Command, timeoutMs: number, cancelled?: AbortSignal): Promise<{ exit: Exit; ended: "exit" | "timeout" }> {
    const why = await firstOf(command.exited, timeoutMs, cancelled);
    // Closing ends all trees itself.
    if (why !== "exit" && !this.#workspace.closed.aborted) await endTree(command.tree(), this.#workspace.closed);
    return { exit: await command.exited, ended: why === "timeout" ? "timeout" : "exit" };
  }

  #dropFinished(): void {
    for (const command of this.#commands) if (command.isOver()) this.#commands.delete(command);
  }

  /** Ends what runs and what was left behind, all at once. */
  async #close(): Promise<void> {
    const trees = [...this.#commands].map((command) => command.tree());
    const whole = { tag: this.#tag, leaders: trees.flatMap(({ leaders }) => leaders), channels: trees.flatMap(({ channels }) => channels) };
    await endTree(whole, this.#workspace.closed);
    for (const command of this.#commands) command.release();
    this.#commands.clear();
  }
}

function firstOf(exited: Promise<unknown>, timeoutMs: number, cancelled: AbortSignal | undefined): Promise<"exit" | "timeout" | "cancelled"> {
  return new Promise((resolve) => {
    const done = (why: "exit" | "timeout" | "cancelled"): void => {
      clearTimeout(timer);
      cancelled?.removeEventListener("abort", cancel);
      resolve(why);
    };
    const cancel = (): void => done("cancelled");
    const timer = setTimeout(() => done("timeout"), Math.min(timeoutMs, MAX_TIMER_MS));
    if (cancelled?.aborted) cancel();
    else cancelled?.addEventListener("abort", cancel, { once: true });
    void exited.then(() => done("exit"));
  });
}
