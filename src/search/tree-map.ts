// Directories and links of a tree: what ripgrep enters but does not list. Remembered between calls and checked at each:
// a directory whose ctime is the same holds the same names, and ctime cannot be forged.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { joined, type RawPath, rawOf, textOf } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { Ripgrep } from "./ripgrep/resolve.ts";
import { ctimeOf, type DirectoryStamp, IGNORE_FILES, isOver, listDirectory, makePause, type TreeMap, walkTree } from "./tree-walk.ts";

interface Remembered extends TreeMap {
  /** What the index called the tree's structure when this was known to be current. */
  readonly structure?: string | undefined;
  /** Ignore files outside the tree with their ctime, or 0 where there is none. */
  readonly rulesAbove: ReadonlyMap<RawPath, bigint>;
}

/** Clocks of file systems tick in milliseconds: what changed so shortly before we looked may change again unseen. */
export const TICK_NS = 20_000_000n;
const MAX_REMEMBERED = 16;

/** The map of a directory as it is now. Where only links are wanted, ignored directories may be in it as long as there is no link. */
export async function mapTree(plan: Plan, directory: RawPath, wanted: "links" | "directories"): Promise<TreeMap> {
  const maps = memoryOf(plan);
  const key = keyOf(plan, directory, wanted);
  const known = maps.get(key);
  // Who watches the tree need not ask it.
  const structure = plan.narrowed?.structureOf(directory);
  if (known !== undefined && structure !== undefined && known.structure === structure) return known;
  maps.delete(key);
  const startNs = BigInt(Date.now()) * 1_000_000n;
  const current = known !== undefined && (await isCurrent(known, directory, plan)) ? known : await build(plan, directory, wanted);
  if (!current.isPartial && newestOf(current) < startNs - TICK_NS) maps.set(key, { ...current, structure });
  for (const oldest of maps.keys()) if (maps.size > MAX_REMEMBERED) maps.delete(oldest);
  return current;
}

/** The map of a directory's links as it was at a call before, with what the index called its structure then. */
export function rememberedLinks(plan: Plan, directory: RawPath): (TreeMap & { readonly structure: string }) | undefined {
  const known = memoryOf(plan).get(keyOf(plan, directory, "links"));
  return known?.structure === undefined ? undefined : { ...known, structure: known.structure };
}

function keyOf({ walk }: Plan, directory: RawPath, wanted: "links" | "directories"): string {
  return JSON.stringify([wanted, directory, walk]);
}

function memoryOf(plan: Plan): Map<string, Remembered> {
  const { memory } = plan.workspace.session;
  if (!memory.has("tree maps")) memory.set("tree maps", new Map<string, Remembered>());
  return memory.get("tree maps") as Map<string, Remembered>;
}

async function build(plan: Plan, directory: RawPath, wanted: "links" | "directories"): Promise<Remembered> {
  return { rulesAbove: rulesAbove(directory, plan), ...(await walkTree(plan, directory, wanted)) };
}

function newestOf({ directories, locked, rulesAbove: rules }: Remembered): bigint {
  let newest = 0n;
  for (const changedNs of [...rules.values(), ...locked.values()]) if (changedNs > newest) newest = changedNs;
  for (const stamp of directories.values()) for (const changedNs of [stamp.changedNs, ...stamp.rules.values()]) if (changedNs > newest) newest = changedNs;
  return newest;
}

async function isCurrent(known: Remembered, directory: RawPath, plan: Plan): Promise<boolean> {
  for (const [file, changedNs] of known.rulesAbove) if (ctimeOf(file) !== changedNs) return false;
  for (const [name, changedNs] of known.locked) if (ctimeOf(joined(directory, name)) !== changedNs) return false;
  const directories = known.directories as Map<RawPath, DirectoryStamp>;
  const pause = makePause();
  for (const [name, stamp] of directories) {
    for (const [rule, changedNs] of stamp.rules) if (ctimeOf(joined(joined(directory, name), rule)) !== changedNs) return false;
    if (ctimeOf(joined(directory, name)) !== stamp.changedNs) {
      const listed = listDirectory(joined(directory, name));
      if (listed?.stamp.signature !== stamp.signature) return false;
      directories.set(name, listed.stamp); // files came or went: none of our business
    }
    await pause();
    if (isOver(plan)) return false;
  }
  return true;
}

/** Ignore files that stand above the tree or nowhere in it. */
export function rulesAbove(directory: RawPath, plan: Pick<Plan, "ripgrep">): ReadonlyMap<RawPath, bigint> {
  const files: string[] = [];
  for (let above = textOf(directory); ; above = path.dirname(above)) {
    files.push(...IGNORE_FILES.map((name) => path.join(above, name)), path.join(above, ".git/info/exclude"));
    if (above === path.dirname(above)) break;
  }
  files.push(...gitSettings(plan.ripgrep), ...globalIgnores(plan.ripgrep));
  return new Map(files.map(rawOf).map((file) => [file, ctimeOf(file)]));
}

/** Files of the user that say what is ignored everywhere. */
export function globalIgnores(ripgrep: Ripgrep): readonly string[] {
  const home = homeOf(ripgrep);
  return [path.join(home, ".config/git/ignore"), ...gitSettings(ripgrep).flatMap((file) => excludesIn(file, home))];
}

/** They say where such a file is. */
export function gitSettings(ripgrep: Ripgrep): readonly string[] {
  return [".gitconfig", ".config/git/config"].map((name) => path.join(homeOf(ripgrep), name));
}

function homeOf({ environment }: Ripgrep): string {
  return environment.HOME ?? os.homedir();
}

/** ripgrep reads git's settings in the same simple way. */
function excludesIn(settings: string, home: string): readonly string[] {
  try {
    const found = /^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$/im.exec(fs.readFileSync(settings, "utf8"))?.[1];
    return found === undefined ? [] : [found.replace(/^~(?=\/)/, home)];
  } catch {
    return []; // none
  }
}
