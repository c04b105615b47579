// Real pipes for stdout and stderr. What Node calls a pipe is a socket, and sockets cannot be opened by name: in a
// command `echo oops >/dev/stderr` and `tee /dev/stdout` would fail (https://github.com/nodejs/node/issues/21941).
// Node cannot make a pipe, but bash can, and on Linux its owner may open it through /proc.
import fs from "node:fs";
import net from "node:net";
import type { Duplex, Readable } from "node:stream";
import { descriptorOf } from "./processes.ts";
import { HIDDEN_FD, PIPE_FDS, PIPES_ANSWER, pipesAreReady } from "./wrapper.ts";

export interface Streams {
  readonly stdout: Readable;
  readonly stderr: Readable;
}

export interface Taken extends Streams {
  /** The shell's end of the channel, as the kernel names it. */
  readonly channelName?: string;
  /** Its stdout and stderr, likewise. */
  readonly outputNames?: readonly string[];
}

export interface PipesRequest {
  readonly pid: number;
  readonly channel: Duplex;
  /** What the shell was started with: for when its own pipes cannot be had. */
  readonly given: Streams;
  readonly nonce: string;
  readonly exit: Promise<unknown>;
}

/** Waits for the shell's own pipes and opens them. */
export async function takePipes({ pid, channel, given, nonce, exit }: PipesRequest): Promise<Taken> {
  const isReady = await Promise.race([ready(channel, nonce), exit.then(() => false)]);
  if (!isReady) return given; // ended before it could say anything
  const opened = openPipes(pid);
  const channelName = descriptorOf(pid, HIDDEN_FD.bash);
  const outputNames = [PIPE_FDS.stdout, PIPE_FDS.stderr].flatMap((fd) => descriptorOf(pid, fd) ?? []);
  channel.write(opened === undefined ? PIPES_ANSWER.refused : PIPES_ANSWER.opened);
  if (opened !== undefined) for (const stream of Object.values(given)) stream.destroy();
  return { ...(opened ?? given), ...(channelName === undefined ? {} : { channelName }), ...(opened === undefined ? {} : { outputNames }) };
}

function ready(channel: Duplex, nonce: string): Promise<true> {
  return new Promise((resolve) => {
    let heard = Buffer.alloc(0);
    const listen = (chunk: Buffer): void => {
      heard = Buffer.concat([heard, chunk]);
      if (!pipesAreReady(heard, nonce)) return;
      channel.off("data", listen);
      resolve(true);
    };
    channel.on("data", listen);
  });
}

function openPipes(pid: number): Streams | undefined {
  const fds: number[] = [];
  try {
    for (const fd of [PIPE_FDS.stdout, PIPE_FDS.stderr]) fds.push(fs.openSync(`/proc/${pid}/fd/${fd}`, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK));
    const [stdout, stderr] = fds.map((fd) => new net.Socket({ fd, readable: true, writable: false }));
    return { stdout: stdout as Readable, stderr: stderr as Readable };
  } catch {
    for (const fd of fds) fs.closeSync(fd);
    return undefined; // a /proc that does not let us, or no descriptors left
  }
}
