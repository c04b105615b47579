// Commands that misbehave, ended in every way there is: how many processes are left? And a flood: who suffers?
// Functions of a number of trials, without the test runner, so that a long run can use them, too.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { countMarked, mark, waitForMarked } from "../support/processes.ts";
import { connect, type RawClient } from "../support/raw-client.ts";

/** `MARK` marks the processes to be counted. */
export const COMMANDS = {
  "forks many": "for i in 1 2 3 4 5; do sleep MARK & done; wait",
  "leaves its session": "setsid sleep MARK & setsid setsid sleep MARK & sleep MARK",
  "forks twice": "(setsid sh -c 'sleep MARK & sleep MARK &' &); (sleep MARK &); sleep MARK",
  "ignores SIGTERM": "trap '' TERM; setsid sleep MARK & sleep MARK & while :; do sleep MARK; done",
  "floods stdout": "yes MARK",
  "never reads stdin": "sleep MARK; cat",
  "clears its environment": "env -i sleep MARK & (env -i setsid sleep MARK >/dev/null 2>&1 &); wait",
  "closes the channel": "env -i setsid -f sleep MARK 29>&-; sleep MARK",
  "is replaced": "exec sleep MARK",
  respawns: "setsid bash -c 'trap : TERM; while :; do setsid sleep MARK & sleep 0.05; done' & wait",
} as const;

export type Misbehaviour = keyof typeof COMMANDS;

export const WAYS = ["client killed", "stdin closed", "SIGTERM", "SIGINT", "call cancelled", "timeout"] as const;

export type Way = (typeof WAYS)[number];

/** After this nothing may be left. */
const LIMIT_MS = 7_000;

/** Every other call is answered within this, whatever a command prints. */
const CALL_LIMIT_MS = 200;

export interface SurvivorCounts {
  readonly way: Way;
  readonly command: Misbehaviour;
  readonly trials: number;
  /** Trials in which the command did not get under way: they prove nothing. */
  readonly notStarted: number;
  /** Processes left after 7 s, in all trials. */
  readonly survivors: number;
  /** Servers that were to end and were still there after 7 s. */
  readonly serversLeft: number;
  /** The slowest end of everything. */
  readonly slowestMs: number;
}

/** Starts a command and ends it, again and again; counts who is left. */
export async function countSurvivors(way: Way, command: Misbehaviour, trials: number): Promise<SurvivorCounts> {
  const total = { notStarted: 0, survivors: 0, serversLeft: 0, slowestMs: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const one = await inFolder((folder) => survivorTrial(way, COMMANDS[command], folder));
    total.notStarted += one.started ? 0 : 1;
    total.survivors += one.survivors;
    total.serversLeft += one.serverLeft ? 1 : 0;
    total.slowestMs = Math.max(total.slowestMs, one.endedMs);
  }
  return { way, command, trials, ...total, slowestMs: Math.round(total.slowestMs) };
}

async function survivorTrial(way: Way, command: string, folder: string) {
  const marker = mark();
  const client = await connect(folder);
  const text = command.replaceAll("MARK", marker);
  const args = { command: text, ...(way === "timeout" ? { timeout: 1_000 } : {}) };
  const { id } = client.call("bash", args);
  const background = way === "call cancelled" || way === "timeout" ? undefined : client.call("bash", { command: text, run_in_background: true });
  const started = (await waitForMarked(marker, (count) => count > 0, 5_000)) > 0;
  await background?.answer;
  await sleep(150); // for grandchildren to be born
  const start = performance.now();
  const extraMs = way === "timeout" ? 1_000 : 0;
  end(client, way, id);
  const survivors = await waitForMarked(marker, (count) => count === 0, LIMIT_MS + extraMs);
  const serverLeft = way !== "call cancelled" && way !== "timeout" && !(await goneWithin(client, LIMIT_MS));
  const endedMs = performance.now() - start - extraMs;
  client.end("client killed");
  await goneWithin(client, LIMIT_MS);
  return { started, survivors, serverLeft, endedMs };
}

function end(client: RawClient, way: Way, id: number): void {
  if (way === "timeout") return; // by itself
  if (way === "call cancelled") client.notify("notifications/cancelled", { requestId: id, reason: "test" });
  else client.end(way);
}

export interface FloodCounts {
  readonly floods: number;
  readonly seconds: number;
  readonly calls: number;
  readonly slowestCallMs: number;
  /** Calls that took longer than the 200 ms they may take; on a busy machine the flood need not be to blame. */
  readonly lateCalls: number;
  /** Resident memory of the server after the first second and at its peak later, in MB. */
  readonly firstMB: number;
  readonly peakMB: number;
  readonly survivors: number;
}

/** Runs `yes` in the foreground and background while other calls are made. */
export async function watchFlood(floods: number, seconds: number): Promise<FloodCounts> {
  return inFolder(async (folder) => {
    fs.writeFileSync(path.join(folder, "a.txt"), "needle\n");
    const marker = mark();
    const client = await connect(folder);
    client.call("bash", { command: `yes ${marker}`, timeout: 600_000 });
    for (let i = 1; i < floods; i++) await client.call("bash", { command: `yes ${marker}`, run_in_background: true }).answer;
    await sleep(1_000);
    const firstMB = residentMB(client.server);
    const seen = await callMeanwhile(client, seconds);
    client.end("stdin closed");
    await goneWithin(client, LIMIT_MS);
    return { floods, seconds, ...seen, firstMB, survivors: countMarked(marker) };
  });
}

async function callMeanwhile(client: RawClient, seconds: number): Promise<Pick<FloodCounts, "calls" | "slowestCallMs" | "lateCalls" | "peakMB">> {
  const deadline = performance.now() + seconds * 1_000;
  const seen = { calls: 0, slowestCallMs: 0, lateCalls: 0, peakMB: 0 };
  while (performance.now() < deadline) {
    const start = performance.now();
    await client.call("task_output", { task_id: "none" }).answer;
    const tookMs = Math.round(performance.now() - start);
    seen.slowestCallMs = Math.max(seen.slowestCallMs, tookMs);
    seen.lateCalls += tookMs > CALL_LIMIT_MS ? 1 : 0;
    seen.calls++;
    seen.peakMB = Math.max(seen.peakMB, residentMB(client.server));
    await sleep(50);
  }
  return seen;
}

function residentMB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

async function goneWithin({ gone }: RawClient, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const isGone = await Promise.race([gone.then(() => true), sleep(limitMs, false, { signal: timer.signal })]);
  timer.abort();
  return isGone;
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-")));
  try {
    return await use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
