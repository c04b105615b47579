// Counting processes from outside: by an argument that nothing else on the machine has.
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A number of seconds for `sleep` that marks a process; long enough never to end by itself. */
export function mark(): string {
  return String(1_000_000_000 + Math.floor(Math.random() * 1_000_000_000));
}

/** How many living processes have this text among their arguments. */
export function countMarked(text: string): number {
  return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isMarked(name, text)).length;
}

/** Waits until as many as wanted are there, or the time is over; how many there are then. */
export async function waitForMarked(text: string, wanted: (count: number) => boolean, limitMs: number): Promise<number> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const count = countMarked(text);
    if (wanted(count) || performance.now() > deadline) return count;
    await sleep(20);
  }
}

function isMarked(pid: string, text: string): boolean {
  try {
    const isDead = /\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, "latin1"));
    return !isDead && fs.readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(text);
  } catch {
    return false; // ended meanwhile
  }
}
