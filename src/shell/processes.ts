// What runs on this machine, as /proc tells it.
import fs from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

/** A process as it was at one look. What is read of it later is read once, however many ask. */
export class Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly #descriptors = new Map<number, string | undefined>();
  #environment: Buffer | undefined;

  constructor(pid: number, parent: number, group: number, session: number) {
    this.pid = pid;
    this.parent = parent;
    this.group = group;
    this.session = session;
  }

  /** Whether the environment that it was started with holds this text. */
  environmentHolds(text: string): boolean {
    this.#environment ??= readProc(`${this.pid}/environ`) ?? Buffer.alloc(0);
    return this.#environment.includes(text);
  }

  /** What a descriptor of it leads to. */
  descriptor(fd: number): string | undefined {
    if (!this.#descriptors.has(fd)) this.#descriptors.set(fd, descriptorOf(this.pid, fd));
    return this.#descriptors.get(fd);
  }
}

/** So many processes are read before others get their turn. */
const PER_TURN = 100;

/** What is read goes here first; more than most environments have. */
const SPACE = Buffer.alloc(64 * 1024);

let nextLook: Promise<readonly Process[] | undefined> | undefined;

/** Every living process, or undefined where there is no /proc. Zombies are dead. One look serves all that ask before it begins: many commands end at once. */
export function livingProcesses(): Promise<readonly Process[] | undefined> {
  nextLook ??= nextTurn().then(() => {
    nextLook = undefined;
    return look();
  });
  return nextLook;
}

async function look(): Promise<readonly Process[] | undefined> {
  const living: Process[] = [];
  const names = namesInProc();
  for (const [index, name] of names.entries()) {
    if (index % PER_TURN === PER_TURN - 1) await nextTurn();
    const process = readStat(name);
    if (process !== undefined) living.push(process);
  }
  return living.length === 0 ? undefined : living;
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
  return new Process(Number(name), Number(parent), Number(group), Number(session));
}

/** Not readFile: these files do not tell their size, and that one then takes new memory for the largest each time. */
function readProc(name: string): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = fs.openSync(`/proc/${name}`, "r");
    const parts: Buffer[] = [];
    for (let length = SPACE.length; length === SPACE.length; ) {
      length = fs.readSync(fd, SPACE);
      parts.push(Buffer.from(SPACE.subarray(0, length)));
    }
    return Buffer.concat(parts);
  } catch {
    return undefined; // it has just ended, or is not ours to look at
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
