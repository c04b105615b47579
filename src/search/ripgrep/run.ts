// Starts ripgrep, feeds what it prints to a reader as it comes, and ends it: at its end, at the limit, or when asked.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import fs from "node:fs";
import { Readable, type Writable } from "node:stream";
import { fail, ok, type Result } from "../../failure.ts";
import { fsPath, isUtf8, type RawPath, textOf } from "../../workspace/raw-path.ts";
import { type LeftOut, type Messages, makeMessageReader } from "./messages.ts";
import { type Output, openOutput } from "./output.ts";
import { stepBack } from "./priority.ts";
import type { Ripgrep } from "./resolve.ts";

/** After SIGTERM a process gets this long; ripgrep stuck in a slow file system may not listen. */
const KILL_GRACE_MS = 5_000;

/** What the runs of one search have in common. */
export interface Runs {
  readonly ripgrep: Ripgrep;
  readonly signal: AbortSignal;
  /** `performance.now()` at which they are ended. */
  readonly deadline: number;
  /** Nobody waits for them: whoever does gets the processors first. */
  readonly inBackground?: true;
}

export interface RunRequest extends Runs {
  readonly args: readonly string[];
  readonly cwd: RawPath;
  /** As many as ripgrep thinks fit if not said. */
  readonly threads?: number | undefined;
  /** A descriptor that becomes stdin, or makes what is written to it, anew for each try; nothing otherwise. */
  readonly stdin?: number | (() => Iterable<Buffer>);
  /** With --debug: filled, while it runs, with what the walk leaves out. */
  readonly leftOut?: Map<RawPath, LeftOut>;
}

/** Takes stdout in pieces, each of which is there until it returns; returning "stop" ends the run. */
export interface Reader {
  (chunk: Buffer): "stop" | undefined;
  /** Nothing more comes. */
  end?(): void;
  /** Before that, with --debug, for each file that was left at a NUL (`Messages.stopped`). */
  stopped?(path: RawPath): void;
  /** Takes all that there is, one character a byte, where that is faster. */
  all?(printed: string): void;
  /** What it reads may come by way of a file: it is printed in many small pieces, and ends, or is ended, before it is very much. */
  readonly viaFile?: boolean;
}

export interface RunOutcome {
  readonly ended: "exit" | "stopped" | "time";
  readonly messages: Messages;
}

/**
 * Runs ripgrep. `open` makes a fresh reader for each try: a run that fails for want of threads is repeated once with one, and one whose list was lost
 * with a pipe. What the reader before was told is told again.
 * Throws only when cancelled.
 */
export async function runRipgrep(request: RunRequest, open: () => Reader): Promise<Result<RunOutcome>> {
  const first = await attempt(request, open());
  if (isLost(first)) return judged(await attempt(request, open(), "by pipes"));
  if (!isStarved(first)) return judged(first);
  return judged(await attempt({ ...request, threads: 1 }, open()));
}

interface Attempt {
  readonly ended: RunOutcome["ended"];
  readonly code: number | null;
  readonly startError?: NodeJS.ErrnoException;
  readonly outputs: Outputs;
  readonly messages: Messages;
}

/** What it prints, and what it says besides. */
interface Outputs {
  readonly printed: Output;
  readonly said: Output;
}

async function attempt(request: RunRequest, reader: Reader, how?: "by pipes"): Promise<Attempt> {
  request.signal.throwIfAborted();
  const mayUseFiles = how !== "by pipes";
  // With --debug it says much, line by line, and prints nothing meanwhile.
  const outputs = { printed: openOutput(mayUseFiles && reader.viaFile === true), said: openOutput(mayUseFiles && request.args.includes("--debug")) };
  try {
    return await attended(start(request, outputs), request, reader, outputs);
  } finally {
    outputs.printed.close();
    outputs.said.close();
  }
}

async function attended(child: Child, request: RunRequest, reader: Reader, outputs: Outputs): Promise<Attempt> {
  const { printed, said } = outputs;
  const exited = finished(child); // at once: what could not be started says so soon
  const messages = makeMessageReader(request.leftOut);
  let ended: RunOutcome["ended"] = "exit";
  let killTimer: NodeJS.Timeout | undefined;
  const end = (why: RunOutcome["ended"]): void => {
    if (killTimer !== undefined) return;
    if (why === "time") printed.catchUp();
    ended = why;
    child.kill("SIGTERM");
    killTimer = setTimeout(() => child.kill("SIGKILL"), KILL_GRACE_MS);
  };
  const onAbort = (): void => end("stopped");
  const limitTimer = setTimeout(() => end("time"), Math.max(0, request.deadline - performance.now()));
  request.signal.addEventListener("abort", onAbort, { once: true });
  printed.begin(child.stdout ?? null, (chunk) => {
    if (ended === "exit" && reader(chunk) === "stop") end("stopped");
  });
  // To read what nobody waits for would take time from ripgrep.
  said.begin(child.stderr ?? null, messages.write, request.leftOut === undefined ? "in the end" : "as it grows");
  try {
    const exit = await exited;
    await printed.finish(() => ended === "exit");
    await said.finish(() => !request.signal.aborted);
    request.signal.throwIfAborted();
    const told = messages.end();
    for (const path of told.stopped) reader.stopped?.(path);
    reader.end?.();
    return { ended, ...exit, outputs, messages: told };
  } finally {
    clearTimeout(limitTimer);
    clearTimeout(killTimer);
    request.signal.removeEventListener("abort", onAbort);
  }
}

/** One that could not be started for want of descriptors has neither end of a pipe. */
type Child = ChildProcessByStdio<null, Readable | null, Readable | null>;

function start({ ripgrep, args, cwd, stdin, threads, inBackground }: RunRequest, { printed, said }: Outputs): Child {
  let directory: ReturnType<typeof enter> | undefined;
  try {
    directory = enter(cwd);
    const stdio = [typeof stdin === "function" ? "pipe" : (stdin ?? "ignore"), printed.stdio, said.stdio] as const;
    const all = [...(threads === undefined ? [] : ["-j", String(threads)]), ...args]; // what the arguments say of threads counts more
    const child = spawn(ripgrep.path, all, { cwd: directory.path, env: ripgrep.environment, stdio: [...stdio], windowsHide: true });
    if (inBackground && child.pid !== undefined) stepBack(child.pid);
    if (typeof stdin === "function" && child.stdin !== null) feed(child.stdin, stdin());
    return child as unknown as Child;
  } finally {
    directory?.leave();
  }
}

function feed(stdin: Writable, pieces: Iterable<Buffer>): void {
  const text = Readable.from(pieces);
  stdin.on("error", () => text.destroy()); // it has seen enough and is gone
  text.pipe(stdin);
}

/** A directory whose name is not UTF-8 cannot be named to spawn; but its descriptor can, which the child has until it execs. */
function enter(cwd: RawPath): { readonly path: string; leave(): void } {
  if (isUtf8(cwd)) return { path: textOf(cwd), leave: () => {} };
  const fd = fs.openSync(fsPath(cwd), fs.constants.O_RDONLY);
  return { path: `/proc/self/fd/${fd}`, leave: () => fs.closeSync(fd) };
}

function finished(child: Child): Promise<{ code: number | null; startError?: NodeJS.ErrnoException }> {
  return new Promise((resolve) => {
    child.once("error", (startError) => resolve({ code: null, startError }));
    child.once("close", (code) => resolve({ code }));
  });
}

/** What it printed or said is lost: the file for it could not be read, or had no room; then it says so, or is killed for it, or ends without a word. */
function isLost({ ended, code, outputs, startError, messages }: Attempt): boolean {
  const { printed, said } = outputs;
  if (!printed.isSound || !said.isSound) return true;
  if (ended !== "exit" || startError !== undefined || code === 0 || code === 1) return false;
  if (said.stdio !== "pipe" && complaints(messages) === "") return true;
  if (printed.stdio === "pipe") return false;
  return code === null || /os error (?:5|27|28|69|122)\b/.test(complaints(messages)); // EIO, EFBIG, ENOSPC, EDQUOT: the last is 69 on macOS
}

function complaints({ other, faults }: Messages): string {
  return other + faults.map(({ reason }) => reason).join();
}

/** Too many threads for this machine right now; the same call with one thread may do. Never remembered. */
function isStarved({ ended, code, startError, messages }: Attempt): boolean {
  if (startError?.code === "EAGAIN") return true;
  return ended === "exit" && code !== 0 && code !== 1 && /os error 11\b|Resource temporarily unavailable/.test(complaints(messages));
}

function judged({ ended, code, startError, messages }: Attempt): Result<RunOutcome> {
  if (startError !== undefined) return fail({ code: "ripgrep-failed", detail: startError.message });
  // Exit 2 with complaints about files, which begin with their path, is a partial success; anything else it says is a refusal to search at all.
  const refused = ended === "exit" && code !== 0 && code !== 1 && messages.other !== "" && !/^(\.?\/|<stdin>)/.test(messages.other);
  if (refused) return fail({ code: isAboutPattern(messages.other) ? "bad-pattern" : "ripgrep-failed", detail: messages.other });
  if (ended === "exit" && code === null) return fail({ code: "ripgrep-failed", detail: "ripgrep was killed" });
  return ok({ ended, messages });
}

function isAboutPattern(text: string): boolean {
  return /regex|not allowed in a|literal|pattern/i.test(text);
}
