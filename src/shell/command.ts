// One command: its shell, its pipes and its tree of processes.
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import os from "node:os";
import type { Duplex, Readable } from "node:stream";
import { fail, ok, type Result } from "../failure.ts";
import type { Recording } from "../workspace/artifacts.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import type { Keep } from "./capture.ts";
import { type Streams, type Taken, takePipes } from "./pipes.ts";
import { isAlive, type Tree } from "./process-tree.ts";
import type { CommandQuery, Output } from "./query.ts";
import { Reading, type Watch } from "./reading.ts";
import { SHELL, type SpawnRequest, spawnShell } from "./spawn.ts";
import { CHANNEL_FD, reportedDirectory, scriptFor } from "./wrapper.ts";

/** Of what comes through the channel only the end matters. */
const MAX_CHANNEL_BYTES = 64 * 1024;

export interface CommandRequest extends CommandQuery, Pick<SpawnRequest, "place" | "environment"> {
  /** Where all of a stream is kept; asked for where the query wants that. */
  readonly record: () => Recording;
  /** In the environment of every command of the session. */
  readonly sessionTag: string;
  readonly watch?: Watch;
}

export interface Exit {
  readonly exitCode: number;
  /** Where the command ended up, if it told. */
  readonly directory?: RawPath;
}

/** A command that was started. It is there until its last process is gone. */
export interface Command {
  /** What it has started, as far as that can be told now. */
  tree(): Tree;
  /** Resolves when the shell has ended and what was printed is read; children in the background are not waited for. */
  readonly exited: Promise<Exit>;
  output(): Output;
  /** Whoever watched it does not any more. */
  unwatch(): void;
  /** Whether it has exited and left nothing behind: no process in its group, no holder of its pipes or its channel. */
  isOver(): boolean;
  /** Lets go of the pipes. */
  release(): void;
}

/** Starts a command in a session and process group of its own, its stdin empty. */
export async function startCommand(request: CommandRequest): Promise<Result<Command>> {
  const tag = randomBytes(8).toString("hex");
  const nonce = randomBytes(4).toString("hex");
  const child = await spawnShell({ ...request, ...scriptFor(request, SHELL, nonce), tag: `${request.sessionTag}.${tag}` });
  if (child instanceof Error) return fail({ code: "command-not-started", detail: child.message });
  const leader = child.pid as number;
  const exit = new Promise<number>((resolve) => child.once("exit", (code, signal) => resolve(code ?? 128 + os.constants.signals[signal as NodeJS.Signals])));
  const channel = child.stdio[CHANNEL_FD] as Duplex;
  const report = keepEnd(channel);
  const reading = new Reading({ stdout: keepFor(request), stderr: keepFor(request) }, request.watch);
  const given: Streams = { stdout: child.stdout as Readable, stderr: child.stderr as Readable };
  const taken: Promise<Taken> = SHELL.pipes === "own" ? takePipes({ pid: leader, channel, given, nonce, exit }) : Promise.resolve(given);
  let channels: readonly string[] = [];
  const begun = taken.then(({ channelName, outputNames = [], ...streams }) => {
    channels = [...(channelName === undefined ? [] : [channelName]), ...outputNames];
    reading.begin(streams);
  });
  // While a group has members no other process gets its leader's number: who has it after the exit is a stranger.
  const leads = (): boolean => !hasExited(child) || !isAlive(leader);
  return ok({
    tree: () => ({ tag, leaders: leads() ? [leader] : [], channels }),
    exited: Promise.all([exit, begun]).then(async ([exitCode]) => {
      await reading.finish();
      const directory = reportedDirectory(report(), nonce);
      return directory === undefined ? { exitCode } : { exitCode, directory };
    }),
    output: () => reading.output(),
    unwatch: () => reading.unwatch(),
    isOver: () => hasExited(child) && !isAlive(-leader) && !reading.isOpen() && channel.closed,
    release: () => {
      reading.stop();
      for (const stream of child.stdio) stream?.destroy();
    },
  });
}

function keepFor({ keepChars, lastChars, record }: CommandRequest): Keep {
  return lastChars === undefined ? { keepChars } : { keepChars, lastChars, recording: record() };
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function keepEnd(stream: Readable): () => Buffer {
  let kept = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-MAX_CHANNEL_BYTES);
  });
  stream.on("error", () => {}); // as good as its end
  return () => kept;
}
