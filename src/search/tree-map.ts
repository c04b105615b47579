// Directories and links of a tree: what ripgrep enters but does not list. Remembered between calls and checked at each:
// a directory whose ctime is the same holds the same names, and ctime cannot be forged.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fsPath, joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import { type DirectoryStamp, IGNORE_FILES, isOver, listDirectory, makePause, type TreeMap, walkTree } from "./tree-walk.ts";

interface Remembered extends TreeMap {
  /** Ignore files with their ctime, or 0 where there is none. */
  readonly rules: ReadonlyMap<string, bigint>;
}

const MAX_REMEMBERED = 16;

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
  const seen = await walkTree(plan, directory, wanted);
  return { ...seen, rules: new Map([...rules, ...rulesIn(directory, seen)]) };
}

async function isCurrent(known: Remembered, directory: RawPath, plan: Plan): Promise<boolean> {
  for (const [file, changedNs] of known.rules) if (changedOf(file) !== changedNs) return false;
  const directories = known.directories as Map<RawPath, DirectoryStamp>;
  const pause = makePause();
  for (const [name, stamp] of directories) {
    if (changedOf(fsPath(joined(directory, name))) !== stamp.changedNs) {
      const listed = listDirectory(joined(directory, name));
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
