// What runs on this machine, as /proc tells it.
import fs from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** So many processes are read before others get their turn. */
const PER_TURN = 100;

/** Every living process, or undefined where there is no /proc. Zombies are dead. */
export async function livingProcesses(): Promise<readonly Process[] | undefined> {
  const living: Process[] = [];
  const names = namesInProc();
  for (const [index, name] of names.entries()) {
    if (index % PER_TURN === PER_TURN - 1) await nextTurn();
    const process = readStat(name);
    if (process !== undefined) living.push(process);
  }
  return living.length === 0 ? undefined : living;
}

/** Whether the environment that a process was started with holds this text. */
export function environmentHolds(pid: number, text: string): boolean {
  return readProc(`${pid}/environ`)?.includes(text) ?? false;
}

/** What a descriptor of a process leads to, in the words of the kernel: `socket:[4711]`. */
export function descriptorOf(pid: number, fd: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return undefined; // closed, ended, or not ours to look at
  }
}

function namesInProc(): readonly string[] {
  try {
    return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // not Linux, or not mounted
  }
}

/** `pid (any (name) at all) S parent group session …` */
function readStat(name: string): Process | undefined {
  const stat = readProc(`${name}/stat`)?.toString("latin1");
  if (stat === undefined) return undefined;
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 4);
  if (state === "Z" || state === "X") return undefined;
  return { pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session) };
}

function readProc(name: string): Buffer | undefined {
  try {
    return fs.readFileSync(`/proc/${name}`);
  } catch {
    return undefined; // it has just ended, or is not ours to look at
  }
}
