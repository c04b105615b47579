// A walk of our own for what ripgrep enters but does not list: directories and links. ripgrep stays the judge of what is left out.
import fs from "node:fs";
import { statOf } from "../workspace/entry.ts";
import type { Fence } from "../workspace/fence.ts";
import { fsPath, isUtf8, joined, type RawPath, rawOf, textOf } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import { FILES, walkArguments } from "./ripgrep/arguments.ts";
import { readNames } from "./ripgrep/listing.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import { runRipgrep } from "./ripgrep/run.ts";

/** What a walk has to know of a plan. */
export type TreePlan = Pick<Plan, "walk" | "ripgrep" | "signal" | "deadline"> & {
  readonly workspace: { readonly fence: Pick<Fence, "denyGlobsBelow"> };
};

export interface TreeMap {
  /** Names relative to the directory; nothing that is left out. */
  readonly links: readonly RawPath[];
  readonly directories: ReadonlyMap<RawPath, DirectoryStamp>;
  /** Directories that could not be read, with their ctime: it changes when they can. */
  readonly locked: ReadonlyMap<RawPath, bigint>;
  /** The time was over before all was seen. */
  readonly isPartial: boolean;
}

export interface DirectoryStamp {
  readonly changedNs: bigint;
  /** Subdirectories, links and ignore files: what decides where a walk goes. */
  readonly signature: string;
  /** Files with ignore rules that count here, with their ctime; 0 where there is none. */
  readonly rules: ReadonlyMap<RawPath, bigint>;
  /** Something stands here that has a say in what is ignored. */
  readonly hasRules: boolean;
}

export const IGNORE_FILES: readonly string[] = [".gitignore", ".ignore", ".rgignore"];
/** What these are decides how far ignore rules reach. */
const REPOSITORY_NAMES: readonly string[] = [".git", ".jj", ".hg", ".svn"];

/** Whether something of this name has a say in what is ignored. */
export function isRule(base: RawPath): boolean {
  return IGNORE_FILES.includes(base) || REPOSITORY_NAMES.includes(base);
}
/** In a tree of more directories it pays to ask ripgrep first which of them it enters. */
const MANY_DIRECTORIES = 2_000;
/** How long the event loop may be held at a time. */
const SLICE_MS = 4;
/** Well below what a process takes as arguments. */
const MAX_ARGUMENT_CHARS = 100_000;

/** Walks a tree. Where only links are wanted and a small tree has none, ignored directories may be among its directories. */
export async function walkTree(plan: TreePlan, directory: RawPath, wanted: "links" | "directories"): Promise<TreeMap> {
  const quick = wanted === "links" ? await walkAll(plan, directory) : undefined;
  return quick !== undefined && quick.links.length === 0 && !quick.isPartial ? quick : walkJudged(plan, directory);
}

/** Everything but what is skipped by name; given up, as partial, in a large tree. */
async function walkAll(plan: TreePlan, directory: RawPath): Promise<TreeMap> {
  const links: RawPath[] = [];
  const directories = new Map<RawPath, DirectoryStamp>();
  const locked = new Map<RawPath, bigint>();
  const pending: RawPath[] = [""];
  const pause = makePause();
  while (pending.length > 0 && directories.size < MANY_DIRECTORIES && !isOver(plan)) {
    const name = pending.pop() as RawPath;
    const listed = enteredFrom(directory, name, plan);
    if (listed === undefined) {
      locked.set(name, ctimeOf(joined(directory, name)));
      continue;
    }
    directories.set(name, listed.stamp);
    links.push(...listed.links);
    pending.push(...listed.directories);
    await pause();
  }
  return { links, directories, locked, isPartial: pending.length > 0 };
}

/**
 * A directory that holds a file ripgrep lists is entered. Of the others, and of links, ripgrep is asked where they stand:
 * it explains entry by entry, which costs, so it is asked about their directories alone.
 */
async function walkJudged(plan: TreePlan, directory: RawPath): Promise<TreeMap> {
  const entered = await directoriesWithFiles(plan, directory);
  const links: RawPath[] = [];
  const directories = new Map<RawPath, DirectoryStamp>();
  const locked = new Map<RawPath, bigint>();
  const pause = makePause();
  for (let pending: RawPath[] = [""]; pending.length > 0; ) {
    const doubtful: RawPath[] = [];
    const met: RawPath[] = [];
    while (pending.length > 0 && !isOver(plan)) {
      const name = pending.pop() as RawPath;
      const listed = enteredFrom(directory, name, plan);
      if (listed === undefined) {
        locked.set(name, ctimeOf(joined(directory, name)));
        continue;
      }
      directories.set(name, listed.stamp);
      met.push(...listed.links);
      for (const each of listed.directories) (entered.has(each) ? pending : doubtful).push(each);
      await pause();
    }
    const leftOut = await askAbout(plan, directory, [...doubtful, ...met]);
    links.push(...met.filter((name) => !isLeftOut(name, leftOut)));
    pending = doubtful.filter((name) => !isLeftOut(name, leftOut));
    if (isOver(plan)) return { links, directories, locked, isPartial: true };
  }
  return { links, directories, locked, isPartial: false };
}

/** Names of directories that hold a listed file, at any depth. */
async function directoriesWithFiles(plan: TreePlan, directory: RawPath): Promise<ReadonlySet<RawPath>> {
  const found = new Set<RawPath>([""]);
  const add = (name: RawPath): void => {
    for (let end = name.lastIndexOf("/"); end > 0 && !found.has(name.slice(0, end)); end = name.lastIndexOf("/", end - 1)) found.add(name.slice(0, end));
  };
  await runRipgrep({ ...plan, args: [...walkFlags(plan, directory, false), ...FILES, "--", "./"], cwd: directory }, () => readNames(add));
  return found;
}

/** What ripgrep leaves out of the directories in which these names stand, and why. */
async function askAbout(plan: TreePlan, directory: RawPath, names: readonly RawPath[]): Promise<ReadonlyMap<RawPath, LeftOut>> {
  const leftOut = new Map<RawPath, LeftOut>();
  const parents = [...new Set(names.map((name) => name.slice(0, Math.max(0, name.lastIndexOf("/")))))].filter(isUtf8);
  for (let batch = takeBatch(parents); batch.length > 0 && !isOver(plan); batch = takeBatch(parents)) {
    const args = [...walkFlags(plan, directory, true), ...FILES, "--max-depth=1", "--", ...batch.map((parent) => `./${textOf(parent)}`)];
    await runRipgrep({ ...plan, args, cwd: directory, leftOut }, () => () => undefined);
  }
  return leftOut;
}

function takeBatch(parents: RawPath[]): readonly RawPath[] {
  const batch: RawPath[] = [];
  for (let chars = 0; parents.length > 0 && chars < MAX_ARGUMENT_CHARS; chars += (batch.at(-1)?.length ?? 0) + 3) batch.push(parents.pop() as RawPath);
  return batch;
}

function walkFlags(plan: TreePlan, directory: RawPath, explain: boolean): readonly string[] {
  return walkArguments({ walk: plan.walk, exclude: plan.workspace.fence.denyGlobsBelow(directory), narrow: [], explain });
}

/** ripgrep prints invalid bytes of a name as U+FFFD. "kind" is no reason: it only says that a link is not a file. */
function isLeftOut(name: RawPath, leftOut: ReadonlyMap<RawPath, LeftOut>): boolean {
  const why = (leftOut.get(name) ?? leftOut.get(rawOf(textOf(name))))?.why;
  return why === "rule" || why === "override" || why === "hidden";
}

/** What stands in a directory, under names relative to the tree and without what is skipped by name. */
function enteredFrom(directory: RawPath, name: RawPath, { walk }: TreePlan): ReturnType<typeof listDirectory> {
  const listed = listDirectory(joined(directory, name));
  if (listed === undefined) return undefined;
  const enter = (entries: readonly RawPath[]): readonly RawPath[] =>
    entries.filter((entry) => !walk.skipNames.includes(entry) && !walk.bulkNames.includes(entry)).map((entry) => joined(name, entry));
  return { stamp: listed.stamp, links: enter(listed.links), directories: enter(listed.directories) };
}

export interface Listed {
  readonly stamp: DirectoryStamp;
  readonly links: readonly RawPath[];
  readonly directories: readonly RawPath[];
}

/** Reads a directory; undefined if it is gone or not to be read (ripgrep says so). The stamp is taken before, so that a change in between is seen next time. */
export function listDirectory(directory: RawPath): Listed | undefined {
  try {
    const { ctimeNs } = fs.statSync(fsPath(directory), { bigint: true });
    const entries = fs.readdirSync(fsPath(directory), { withFileTypes: true, encoding: "latin1" }) as fs.Dirent[];
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
    const directories = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const rules = entries.map(({ name }) => name).filter((name) => IGNORE_FILES.includes(name));
    const signature = JSON.stringify([links.sort(), directories.sort(), rules.sort()]);
    const ruleFiles = [...rules, ...([...directories, ...links].includes(".git") ? [".git/info/exclude"] : [])];
    const stamps = new Map(ruleFiles.map((name) => [name, ctimeOf(joined(directory, name))]));
    const hasRules = entries.some(({ name }) => isRule(name));
    return { stamp: { changedNs: ctimeNs, signature, rules: stamps, hasRules }, links, directories };
  } catch {
    return undefined;
  }
}

/** When something last changed, itself or what it may be used for; 0 if it is not there. That cannot be forged. */
export function ctimeOf(file: RawPath): bigint {
  return statOf(file)?.ctimeNs ?? 0n;
}

export function isOver(plan: Pick<Plan, "signal" | "deadline">): boolean {
  return plan.signal.aborted || performance.now() > plan.deadline;
}

/** Lets the event loop go whenever a slice of time is used up. */
export function makePause(): () => Promise<void> | undefined {
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
