// Directories and links of a tree: what ripgrep enters but does not list. Remembered between calls and checked at each:
// a directory whose ctime is the same holds the same names, and ctime cannot be forged.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fsPath, joined, type RawPath, rawOf, textOf } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import { FILES, walkArguments } from "./ripgrep/arguments.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import { runRipgrep } from "./ripgrep/run.ts";

export interface TreeMap {
  /** Names relative to the directory; nothing that is left out, and only what is below. */
  readonly links: readonly RawPath[];
  readonly directories: ReadonlyMap<RawPath, DirectoryStamp>;
  /** The time was over before all was seen. */
  readonly isPartial: boolean;
}

interface DirectoryStamp {
  readonly changedNs: bigint;
  /** Subdirectories, links and ignore files: what decides where a walk goes. */
  readonly signature: string;
}

interface Remembered extends TreeMap {
  /** Ignore files with their ctime, or 0 where there is none. */
  readonly rules: ReadonlyMap<string, bigint>;
}

const MAX_REMEMBERED = 16;
/** In a tree of more directories, asking ripgrep which of them are ignored pays off. */
const MANY_DIRECTORIES = 2_000;
/** How long the event loop may be held at a time. */
const SLICE_MS = 4;
const IGNORE_FILES = [".gitignore", ".ignore", ".rgignore"];

/** The map of a directory as it is now. Where only links are wanted, ignored directories may be in it as long as there is no link. */
export async function mapTree(plan: Plan, directory: RawPath, wanted: "links" | "directories"): Promise<TreeMap> {
  const maps = memoryOf(plan);
  const key = JSON.stringify([wanted, directory, plan.walk]);
  const known = maps.get(key);
  maps.delete(key);
  const current = known !== undefined && (await isCurrent(known, directory, plan)) ? known : await build(plan, directory, wanted);
  if (!current.isPartial) maps.set(key, current);
  for (const oldest of maps.keys()) if (maps.size > MAX_REMEMBERED) maps.delete(oldest);
  return current;
}

function memoryOf(plan: Plan): Map<string, Remembered> {
  const { memory } = plan.workspace.session;
  if (!memory.has("tree maps")) memory.set("tree maps", new Map<string, Remembered>());
  return memory.get("tree maps") as Map<string, Remembered>;
}

async function build(plan: Plan, directory: RawPath, wanted: "links" | "directories"): Promise<Remembered> {
  const rules = rulesAbove(directory, plan);
  const seen = await walk(plan, directory);
  const needsJudge = wanted === "directories" || seen.links.length > 0 || seen.directories.size > MANY_DIRECTORIES;
  return { ...(needsJudge ? withoutLeftOut(seen, await askWhatIsLeftOut(plan, directory)) : seen), rules: new Map([...rules, ...rulesIn(directory, seen)]) };
}

/** A walk of our own; what ripgrep leaves out it knows only by name. */
async function walk({ walk: { skipNames, bulkNames }, ...plan }: Plan, directory: RawPath): Promise<TreeMap> {
  const links: RawPath[] = [];
  const directories = new Map<RawPath, DirectoryStamp>();
  const pending: RawPath[] = [""];
  const pause = makePause();
  while (pending.length > 0 && !isOver(plan)) {
    const name = pending.pop() as RawPath;
    const listed = list(joined(directory, name));
    if (listed === undefined) continue; // gone, or not to be read: ripgrep says so
    directories.set(name, listed.stamp);
    const enter = (entry: RawPath): boolean => !skipNames.includes(entry) && !bulkNames.includes(entry);
    for (const entry of listed.links) if (enter(entry)) links.push(joined(name, entry));
    for (const entry of listed.directories) if (enter(entry)) pending.push(joined(name, entry));
    await pause();
  }
  return { links, directories, isPartial: isOver(plan) };
}

function isOver(plan: Pick<Plan, "signal" | "deadline">): boolean {
  return plan.signal.aborted || performance.now() > plan.deadline;
}

/** Reads a directory; the stamp is taken before, so that a change in between is seen next time. */
function list(directory: RawPath): { stamp: DirectoryStamp; links: readonly RawPath[]; directories: readonly RawPath[] } | undefined {
  try {
    const { ctimeNs } = fs.statSync(fsPath(directory), { bigint: true });
    const entries = fs.readdirSync(fsPath(directory), { withFileTypes: true, encoding: "latin1" }) as fs.Dirent[];
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
    const directories = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const rules = entries.map(({ name }) => name).filter((name) => IGNORE_FILES.includes(name));
    return { stamp: { changedNs: ctimeNs, signature: JSON.stringify([links.sort(), directories.sort(), rules.sort()]) }, links, directories };
  } catch {
    return undefined;
  }
}

/** Names that ripgrep's walk leaves out below a directory, and why. */
async function askWhatIsLeftOut(plan: Plan, directory: RawPath): Promise<ReadonlyMap<RawPath, LeftOut>> {
  const leftOut = new Map<RawPath, LeftOut>();
  const exclude = plan.workspace.fence.denyGlobsBelow(directory);
  const args = [...walkArguments({ walk: plan.walk, exclude, narrow: [], explain: true }), ...FILES, "--", "./"];
  await runRipgrep({ ...plan, args, cwd: textOf(directory), leftOut }, () => () => undefined);
  return leftOut;
}

function withoutLeftOut(seen: TreeMap, leftOut: ReadonlyMap<RawPath, LeftOut>): TreeMap {
  const isEntered = (name: RawPath): boolean => !isBelowLeftOut(name, leftOut);
  return { ...seen, links: seen.links.filter(isEntered), directories: new Map([...seen.directories].filter(([name]) => isEntered(name))) };
}

function isBelowLeftOut(name: RawPath, leftOut: ReadonlyMap<RawPath, LeftOut>): boolean {
  for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1)) {
    if (isLeftOut(name.slice(0, end), leftOut)) return true;
  }
  return isLeftOut(name, leftOut);
}

/** ripgrep prints invalid bytes of a name as U+FFFD. "kind" is no reason: it only says that a link is not a file. */
function isLeftOut(name: RawPath, leftOut: ReadonlyMap<RawPath, LeftOut>): boolean {
  const why = (leftOut.get(name) ?? leftOut.get(rawOf(textOf(name))))?.why;
  return why === "rule" || why === "override" || why === "hidden";
}

async function isCurrent(known: Remembered, directory: RawPath, plan: Plan): Promise<boolean> {
  for (const [file, changedNs] of known.rules) if (changedOf(file) !== changedNs) return false;
  const directories = known.directories as Map<RawPath, DirectoryStamp>;
  const pause = makePause();
  for (const [name, stamp] of directories) {
    if (changedOf(fsPath(joined(directory, name))) !== stamp.changedNs) {
      const listed = list(joined(directory, name));
      if (listed?.stamp.signature !== stamp.signature) return false;
      directories.set(name, listed.stamp); // files came or went: none of our business
    }
    await pause();
    if (isOver(plan)) return false;
  }
  return true;
}

function changedOf(file: string | Buffer): bigint {
  try {
    return fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? 0n;
  } catch {
    return 0n; // `.git` may be a file: a worktree, a submodule
  }
}

/** Ignore files that stand above the tree or nowhere in it. */
function rulesAbove(directory: RawPath, plan: Plan): ReadonlyMap<string, bigint> {
  const files: string[] = [];
  for (let above = textOf(directory); ; above = path.dirname(above)) {
    files.push(...IGNORE_FILES.map((name) => path.join(above, name)), path.join(above, ".git/info/exclude"));
    if (above === path.dirname(above)) break;
  }
  const home = plan.ripgrep.environment.HOME ?? os.homedir();
  files.push(...[".gitconfig", ".config/git/config", ".config/git/ignore"].map((name) => path.join(home, name)));
  return new Map(files.map((file) => [file, changedOf(file)]));
}

function rulesIn(directory: RawPath, { directories }: TreeMap): ReadonlyMap<string, bigint> {
  const rules = new Map<string, bigint>();
  for (const [name, { signature }] of directories) {
    for (const rule of IGNORE_FILES) {
      if (!signature.includes(`"${rule}"`)) continue;
      const file = textOf(joined(joined(directory, name), rule));
      rules.set(file, changedOf(file));
    }
  }
  return rules;
}

/** Lets the event loop go whenever a slice of time is used up. */
function makePause(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        sliceEnd = performance.now() + SLICE_MS;
        resolve();
      }),
    );
  };
}
