// A survey of a tree: every directory that ripgrep enters is put under watch, then ripgrep lists the files. In this order, so that
// nothing comes or goes unseen in between.
import fs from "node:fs";
import path from "node:path";
import { entryAt, parentOf, statOf } from "../../../workspace/entry.ts";
import { fsPath, joined, type RawPath, rawOf, textOf } from "../../../workspace/raw-path.ts";
import { FILES, walkArguments } from "../../ripgrep/arguments.ts";
import { readNames } from "../../ripgrep/listing.ts";
import { KNOWN_VERSION, majorVersion } from "../../ripgrep/resolve.ts";
import { runRipgrep } from "../../ripgrep/run.ts";
import { gitSettings, rulesAbove, TICK_NS } from "../../tree-map.ts";
import { ctimeOf, type DirectoryStamp, IGNORE_FILES, makePause, type TreeMap, type TreePlan, walkTree } from "../../tree-walk.ts";
import type { Hopeless } from "../protocol.ts";
import { Rules } from "./rules.ts";
import { ChangedMeanwhile, type Watch } from "./watch.ts";

export interface Survey {
  /** Names relative to the tree. */
  readonly files: Set<RawPath>;
  readonly directories: Set<RawPath>;
  readonly links: ReadonlySet<RawPath>;
  /** Directories in which something has a say in what is ignored. */
  readonly ruled: ReadonlySet<RawPath>;
  /** What may keep a name off the list; undefined if that is not known of this ripgrep. */
  readonly ignored: Rules | undefined;
  /** Files with ignore rules that are not watched, with their ctime. */
  readonly rules: ReadonlyMap<RawPath, bigint>;
}

/** A watch costs the kernel about a kilobyte, and other programs need some, too. */
export const MAX_DIRECTORIES = 50_000;

/** "again": the tree changed meanwhile. */
export async function surveyTree(plan: TreePlan, tree: RawPath, watch: Watch): Promise<Survey | "again" | Hopeless> {
  const startNs = BigInt(Date.now()) * 1_000_000n;
  const outside = rulesAbove(tree, plan);
  const map = await walkTree(plan, tree, "directories");
  if (!map.directories.has("")) return "cannot be watched";
  if (map.isPartial || map.directories.size > MAX_DIRECTORIES) return "too many directories";
  const hindrance = await watchAll(map, tree, watch, { ...plan, startNs });
  if (hindrance !== undefined) return hindrance;
  watch.keepOnly((directory) => map.directories.has(directory.slice(tree.length).replace(/^\//, "")));
  const elsewhere = rulesElsewhere(map, tree).map((rule) => [rule, ctimeOf(rule)] as const);
  const rules = new Map([...outside, ...unwatchedRules(map, tree), ...elsewhere]);
  if ([...rules.values()].some((changedNs) => changedNs > startNs - TICK_NS)) return "again";
  const files = await listFiles(plan, tree);
  if (typeof files === "string") return files;
  const ignored = (await majorVersion(plan.ripgrep)) < KNOWN_VERSION ? undefined : ignoredIn(plan, tree, [...rules.keys()]);
  const ruled = new Set([...map.directories].flatMap(([name, { hasRules }]) => (hasRules ? [name] : [])));
  return { files, directories: new Set(map.directories.keys()), links: new Set(map.links), ruled, ignored, rules };
}

/** `others` are files with rules that are not watched, and git's settings, which say where some of them are. */
function ignoredIn(plan: TreePlan, tree: RawPath, others: readonly RawPath[]): Rules {
  const apart = new Set([...gitSettings(plan.ripgrep).map(rawOf), ...IGNORE_FILES.map((name) => joined(tree, name))]);
  const flag = "--glob=!";
  const globs = walkFlags(plan, tree).flatMap((each) => (each.startsWith(flag) ? [each.slice(flag.length)] : []));
  return new Rules({ tree, elsewhere: others.filter((file) => !apart.has(file)), globs, hidden: plan.walk.hidden });
}

function walkFlags({ walk, workspace }: TreePlan, tree: RawPath): readonly string[] {
  return walkArguments({ walk, exclude: workspace.fence.denyGlobsBelow(tree), narrow: [], explain: false });
}

interface Watching extends Pick<TreePlan, "signal"> {
  /** When the survey began. */
  readonly startNs: bigint;
}

async function watchAll(map: TreeMap, tree: RawPath, watch: Watch, { startNs, signal }: Watching): Promise<"again" | Hopeless | undefined> {
  const device = statOf(tree)?.dev;
  const pause = makePause();
  for (const [name, stamp] of map.directories) {
    const directory = joined(tree, name);
    if (signal.aborted) return "again";
    try {
      if (watch.add(directory) === "new") {
        const now = fs.statSync(fsPath(directory), { bigint: true });
        if (now.dev !== device) return "another file system inside";
        if (!isUnchanged(directory, stamp, now.ctimeNs, startNs)) return "again";
      }
    } catch (error) {
      return hopeOf(error);
    }
    await pause();
  }
  return undefined;
}

/** Whether nothing happened in a directory between the look at it and the watch over it. Clocks of file systems tick slowly: what is too new may have. */
function isUnchanged(directory: RawPath, stamp: DirectoryStamp, changedNs: bigint, startNs: bigint): boolean {
  if (changedNs !== stamp.changedNs || changedNs > startNs - TICK_NS) return false;
  return [...stamp.rules].every(([rule, ruleNs]) => ctimeOf(joined(directory, rule)) === ruleNs && ruleNs <= startNs - TICK_NS);
}

function hopeOf(error: unknown): "again" | Hopeless {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof ChangedMeanwhile || code === "ENOENT" || code === "ENOTDIR") return "again";
  if (code === "ENOSPC" || code === "EMFILE" || code === "ENFILE" || code === "ENOMEM") return "watch limit reached";
  if (code === "EACCES" || code === "EPERM") return "unreadable directories";
  return "cannot be watched";
}

/** `.git` is not entered, and so not watched; but one of its files says what is ignored. Files with several names, and those that are linked to, change elsewhere. */
function unwatchedRules(map: TreeMap, tree: RawPath): ReadonlyMap<RawPath, bigint> {
  const found = new Map<RawPath, bigint>();
  for (const [name, { rules }] of map.directories) {
    for (const [rule, changedNs] of rules) {
      const file = joined(joined(tree, name), rule);
      const entry = entryAt(file);
      if (rule.includes("/") || !entry?.isFile() || entry.nlink > 1n) found.set(file, changedNs);
    }
  }
  return found;
}

/** In a linked worktree or a submodule `.git` is a file that says where the repository is, and with it those rules. */
function rulesElsewhere(map: TreeMap, tree: RawPath): readonly RawPath[] {
  const directories = [...[...map.directories.keys()].map((name) => joined(tree, name)), ...above(tree)];
  return directories.filter((directory) => statOf(joined(directory, ".git"))?.isFile()).flatMap((directory) => rulesOfLinked(textOf(directory)));
}

function rulesOfLinked(directory: string): readonly RawPath[] {
  const git = path.resolve(directory, firstLine(path.join(directory, ".git")).replace(/^gitdir: /, ""));
  const shared = path.join(git, "commondir");
  return [shared, path.join(git, "info/exclude"), path.join(path.resolve(git, firstLine(shared)), "info/exclude")].map(rawOf);
}

function firstLine(file: string): string {
  try {
    return fs.readFileSync(file, "utf8").split("\n")[0]?.trim() ?? "";
  } catch {
    return ""; // not there
  }
}

function above(directory: RawPath): readonly RawPath[] {
  return directory === "/" ? [] : [parentOf(directory), ...above(parentOf(directory))];
}

/** Where ripgrep has something to complain about, it would do so in each search: that is left to it. */
async function listFiles(plan: TreePlan, tree: RawPath): Promise<Set<RawPath> | "again" | Hopeless> {
  const files = new Set<RawPath>();
  const outcome = await runRipgrep({ ...plan, args: [...walkFlags(plan, tree), ...FILES, "--", "./"], cwd: tree }, () => readNames((name) => files.add(name)));
  if (!outcome.ok || outcome.value.ended !== "exit") return "cannot be watched";
  return outcome.value.messages.faults.length > 0 || outcome.value.messages.other !== "" ? "unreadable directories" : files;
}
