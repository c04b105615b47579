// The processes a command has started, however they hide: ended together, politely first.
import { pid as OURSELVES } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { livingProcesses, type Process } from "./processes.ts";
import { HIDDEN_FD } from "./wrapper.ts";

/** The variable that carries the tag. Not one of ours by name: those are kept from commands. */
export const TAG_VARIABLE = "PROCESS_TREE_TAG";

/** After SIGTERM a process gets this long … */
const GRACE_MS = 5_000;
/** … or this, once the session is being closed. */
const CLOSING_GRACE_MS = 1_000;
/** SIGTERM goes to what is there now: who ends the helpers of something that starts new ones only makes it faster. */
const TERM_NEWCOMERS_MS = 50;
/** SIGKILL is repeated until there has been nothing new for so long; what is then left hangs in the kernel. */
const KILL_LIMIT_MS = 700;
const FIRST_LOOK_MS = 5;
const LAST_LOOK_MS = 100;

/** Where a child has what it inherits: the channel, stdout and stderr. */
const INHERITED_FDS = [HIDDEN_FD.bash, 1, 2];

export interface Tree {
  /** In the environment of everything the command started, and of nothing else. */
  readonly tag: string;
  /** Shells that were started as leaders of a session and a group. */
  readonly leaders: readonly number[];
  /** Ends of the channels to them, and of their output, which all their children inherit. */
  readonly channels: readonly string[];
}

/** SIGTERM, a grace, SIGKILL until nothing is left. `closing` shortens the grace, even one that has begun. */
export async function endTree(tree: Tree, closing: AbortSignal): Promise<void> {
  if (await isGoneAfterTerm(tree, () => (closing.aborted ? CLOSING_GRACE_MS : GRACE_MS))) return;
  await kill(tree);
}

/** Whether there is such a process, or, for a negative number, anything in such a group. */
export function isAlive(target: number): boolean {
  return send(target, 0);
}

async function isGoneAfterTerm(tree: Tree, graceMs: () => number): Promise<boolean> {
  const start = performance.now();
  const told = new Set<number>();
  for await (const targets of looksAt(tree)) {
    const waited = performance.now() - start;
    if (waited > graceMs()) return false;
    if (waited > TERM_NEWCOMERS_MS && told.size > 0) continue;
    for (const target of targets) if (!told.has(target)) send(target, "SIGTERM");
    for (const target of targets) told.add(target);
  }
  return true;
}

/** However slow the looks are: as long as they bring up something new, there is something to be done. */
async function kill(tree: Tree): Promise<void> {
  const told = new Set<number>();
  let lastNew = performance.now();
  for await (const targets of looksAt(tree)) {
    for (const target of targets) send(target, "SIGKILL");
    if (targets.some((target) => !told.has(target))) lastNew = performance.now();
    else if (performance.now() - lastNew > KILL_LIMIT_MS) return;
    for (const target of targets) told.add(target);
  }
}

/** What is left of a tree, look after look, until nothing is. */
async function* looksAt(tree: Tree): AsyncGenerator<readonly number[]> {
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(2 * wait, LAST_LOOK_MS)) {
    const targets = await targetsIn(tree);
    if (targets.length === 0) return;
    yield targets;
    await sleep(wait);
  }
}

/** What to signal: groups as `-leader`, which takes all of a group at once, and single processes that left theirs. */
async function targetsIn(tree: Tree): Promise<readonly number[]> {
  const living = await livingProcesses();
  if (living === undefined) return tree.leaders.map((leader) => -leader).filter(isAlive);
  return [...new Set(membersOf(tree, living).map(({ pid, group }) => (tree.leaders.includes(group) ? -group : pid)))];
}

/**
 * In a leader's session, tagged, with a channel to us, or started by one that is: to hide, a process has to do away with all of it.
 * We are none: both ends of a pipe have the same name, and ours may have any number.
 */
function membersOf(tree: Tree, living: readonly Process[]): readonly Process[] {
  const members = new Map<number, Process>();
  for (const process of living) {
    if (process.pid === OURSELVES) continue;
    if (tree.leaders.includes(process.session) || process.environmentHolds(tree.tag) || hasChannel(process, tree)) members.set(process.pid, process);
  }
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const process of living) if (members.has(process.parent)) members.set(process.pid, process);
  }
  return [...members.values()];
}

function hasChannel(process: Process, { channels }: Tree): boolean {
  if (channels.length === 0) return false;
  return INHERITED_FDS.some((fd) => channels.includes(process.descriptor(fd) ?? ""));
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false; // gone meanwhile, or another user's
  }
}
