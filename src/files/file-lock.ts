// One writer at a time for a file, over all servers on this machine. Comparing a file right before replacing it still leaves a moment in
// between; two servers that both respect this lock cannot meet in it.
//
// The lock is a listening socket whose address is made of the directory's identity and the file's name: on Linux in the abstract
// namespace, on Windows a named pipe. The kernel takes it back when its process ends, however it ends, so there is nothing to clean up and
// no stale lock to judge. Elsewhere it is a socket file in the temporary directory; one that nobody listens on is taken over.
// Not covered: servers in different network namespaces (containers that share a volume), and programs that know nothing of the lock.
// Against those there is the comparison.
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Held } from "../workspace/hold.ts";
import type { RawPath } from "../workspace/raw-path.ts";

/** Who cannot have the lock by then is refused. */
const MAX_WAIT_MS = 30_000;
const MAX_PAUSE_MS = 20;
/** Where sockets of this kind must not be made. */
const FORBIDDEN: readonly string[] = ["EPERM", "EACCES", "EAFNOSUPPORT", "ENOTSUP", "EINVAL"];

/** The key of a file: its directory, however that is reached, and its name there. */
export function lockKey(directory: Held, name: RawPath): string {
  return `${directory.stats.dev}:${directory.stats.ino}/${name}`;
}

/** Runs the task with the lock, or says that somebody else keeps it. */
export async function withFileLock<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T | "busy"> {
  const address = addressOf(key);
  const deadline = performance.now() + MAX_WAIT_MS;
  let lock = await tryListen(address);
  while (lock === "taken") {
    if (performance.now() > deadline) return "busy";
    await sleep(1 + Math.random() * MAX_PAUSE_MS, undefined, { signal });
    lock = await tryListen(address);
  }
  try {
    return await task();
  } finally {
    if (lock !== "unavailable") await closed(lock);
  }
}

function addressOf(key: string): string {
  const name = `fossick-lock-${crypto.createHash("sha256").update(key, "latin1").digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
}

function closed(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function tryListen(address: string): Promise<net.Server | "taken" | "unavailable"> {
  const server = net.createServer((socket) => socket.destroy());
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve);
    server.listen(address, () => resolve(undefined));
  });
  if (error === undefined) return server;
  if (FORBIDDEN.includes(error.code ?? "")) return "unavailable"; // a sandbox: there is still the comparison
  if (error.code !== "EADDRINUSE") throw error;
  if (address.startsWith("/") && !(await isListening(address))) fs.rmSync(address, { force: true });
  return "taken";
}

function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once("connect", () => resolve(true)).once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED"));
    socket.once("connect", () => socket.destroy());
  });
}
