// A session's shell: runs commands in the session's directory, keeps its tasks, and leaves no process behind.
import { randomBytes } from "node:crypto";
import { ok, type Result } from "../failure.ts";
import { recordArtifact } from "../workspace/artifacts.ts";
import { untilClosed } from "../workspace/until-closed.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Command, type CommandRequest, type Exit, startCommand } from "./command.ts";
import { firstOf, MAX_TIMER_MS, type Why } from "./first-of.ts";
import { enterDirectory, insideFence } from "./place.ts";
import { endTree } from "./process-tree.ts";
import { ProgressLines } from "./progress-lines.ts";
import type { CommandMoved, CommandQuery, CommandResult, ForegroundQuery, LostDirectory, TaskReport, TaskStarted, TaskStopped } from "./query.ts";
import { MAX_RUNNING, reportOf, type TaskRequest, Tasks } from "./tasks.ts";

const shells = new WeakMap<Workspace, Shell>();

/** The shell of a workspace; it is closed with it. */
export function shellOf(workspace: Workspace): Shell {
  const shell = shells.get(workspace) ?? new Shell(workspace);
  shells.set(workspace, shell);
  return shell;
}

interface Started {
  readonly command: Command;
  readonly lost: { readonly lostDirectory?: LostDirectory };
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

  /** Runs a command to its end or its limit, and moves the session to where it ended up. Throws only when cancelled. */
  run(query: ForegroundQuery, signal: AbortSignal, progress: (message: string) => void): Promise<Result<CommandResult>> {
    return this.#inForeground(query, signal, progress, async (started, cancelled) => {
      const why = await firstOf(started.command.exited, query.timeoutMs, cancelled);
      return this.#ended(started, why, query, cancelled);
    });
  }

  /** The same, but at its limit the command goes on in the background, if there is room. */
  runOrMove(query: ForegroundQuery, signal: AbortSignal, progress: (message: string) => void): Promise<Result<CommandResult | CommandMoved>> {
    return this.#inForeground(query, signal, progress, async (started, cancelled) => {
      const { command, lost } = started;
      const why = await firstOf(command.exited, query.timeoutMs, cancelled);
      if (why !== "timeout" || cancelled.aborted) return this.#ended(started, why, query, cancelled);
      if (!this.#tasks.hasRoom()) return { ...(await this.#ended(started, why, query, cancelled)), taskLimit: MAX_RUNNING };
      command.unwatch();
      return { ...command.output(), ended: "moved", id: this.#tasks.take(this.#taskOf(command, query)), ...lost };
    });
  }

  /** Starts a command that nobody waits for. */
  async startTask(query: CommandQuery): Promise<Result<TaskStarted>> {
    const task = await this.#tasks.add(async () => {
      const started = await this.#start(query);
      return started.ok ? ok({ ...started.value, ...this.#taskOf(started.value.command, query) }) : started;
    });
    return task.ok ? ok({ id: task.value.id, ...task.value.lost }) : task;
  }

  /** What a task has printed so far; once it is completed, for the last time. */
  readTask(id: string): Result<TaskReport> {
    return this.#tasks.read(id);
  }

  /** What a task has printed when it is completed or the time is over. It can be asked again. Throws only when cancelled. */
  async waitForTask(id: string, timeoutMs: number, signal: AbortSignal): Promise<Result<TaskReport>> {
    const task = this.#tasks.find(id);
    if (!task.ok) return task;
    const cancelled = untilClosed(signal, this.#workspace);
    await firstOf(task.value.done, timeoutMs, cancelled);
    cancelled.throwIfAborted();
    return ok(reportOf(task.value));
  }

  /** Ends a task with everything it has started. What it printed can still be read. Throws only when cancelled, and ends it all the same. */
  async stopTask(id: string, signal: AbortSignal): Promise<Result<TaskStopped>> {
    const found = this.#tasks.find(id);
    if (!found.ok) return found;
    const { value: task } = found;
    const facts = { id, command: task.text };
    if (task.completed !== undefined) return ok({ ...facts, was: task.completed.ended === "stopped" ? "stopped" : "completed" });
    task.isStopped = true;
    const ended = this.#endTree(task.command).then(() => task.done);
    await firstOf(ended, MAX_TIMER_MS, signal);
    signal.throwIfAborted();
    return ok({ ...facts, was: "running" });
  }

  #inForeground<T>(
    query: ForegroundQuery,
    signal: AbortSignal,
    progress: (message: string) => void,
    finish: (started: Started, cancelled: AbortSignal) => Promise<T>,
  ): Promise<Result<T>> {
    const cancelled = untilClosed(signal, this.#workspace);
    return this.#workspace.commands.run(async () => {
      const lines = new ProgressLines(progress);
      try {
        const started = await this.#start(query, { stdout: lines.stream(), stderr: lines.stream() });
        return started.ok ? ok(await finish(started.value, cancelled)) : started;
      } finally {
        lines.end(cancelled.aborted ? "drop" : "send");
      }
    }, cancelled);
  }

  /** The end of a command that nobody waits for any more: by itself, or, after all, at a limit. */
  #taskOf(command: Command, query: CommandQuery): TaskRequest {
    const { backgroundTimeoutMs } = this.#workspace.settings;
    const end = firstOf(command.exited, backgroundTimeoutMs === 0 ? MAX_TIMER_MS : backgroundTimeoutMs, undefined)
      .then((why) => this.#exit(command, why))
      .then(({ exit, ended }) => ({ exitCode: exit.exitCode, ended }));
    return { command, text: query.command, end };
  }

  async #start(query: CommandQuery, watch?: CommandRequest["watch"]): Promise<Result<Started>> {
    this.#dropFinished();
    const place = await enterDirectory(this.#workspace);
    if (!place.ok) return place;
    const { lostDirectory } = place.value;
    const environment = this.#workspace.settings.commandEnvironment;
    // From here to the process there is no turn in which we could be closed.
    if (this.#workspace.closed.aborted) place.value.leave();
    this.#workspace.closed.throwIfAborted();
    const started = await startCommand({
      ...query,
      record: () => recordArtifact(this.#workspace),
      place: place.value,
      environment,
      sessionTag: this.#tag,
      ...(watch === undefined ? {} : { watch }),
    });
    if (!started.ok) return started;
    this.#commands.add(started.value);
    return ok({ command: started.value, lost: lostDirectory === undefined ? {} : { lostDirectory } });
  }

  /** The result of a command whose time has come, and the session's move. */
  async #ended({ command, lost }: Started, why: Why, { outside }: ForegroundQuery, cancelled: AbortSignal): Promise<CommandResult> {
    const { exit, ended } = await this.#exit(command, why);
    cancelled.throwIfAborted();
    const result: CommandResult = { ...command.output(), exitCode: exit.exitCode, ended, ...lost };
    if (ended === "timeout" || exit.directory === undefined) return result;
    const directory = outside === "return" ? await insideFence(exit.directory, this.#workspace) : exit.directory;
    this.#workspace.session.directory = directory;
    return directory === exit.directory ? result : { ...result, returnedTo: directory };
  }

  /** A command's exit; one that did not end by itself is ended first, with its whole tree. */
  async #exit(command: Command, why: Why): Promise<{ readonly exit: Exit; readonly ended: "exit" | "timeout" }> {
    if (why !== "exit") await this.#endTree(command);
    return { exit: await command.exited, ended: why === "timeout" ? "timeout" : "exit" };
  }

  /** Closing ends all trees itself. */
  async #endTree(command: Command): Promise<void> {
    if (!this.#workspace.closed.aborted) await endTree(command.tree(), this.#workspace.closed);
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
