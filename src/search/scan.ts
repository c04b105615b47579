// Runs ripgrep over the roots of a plan: the files named, and each directory with what links in it lead to.
import { ok, type Result } from "../failure.ts";
import { deniedThroughLink } from "../workspace/denied-links.ts";
import { entryAt } from "../workspace/entry.ts";
import { escapeGlob } from "../workspace/glob.ts";
import { openFile } from "../workspace/open-file.ts";
import { isUtf8, joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { LinkedNames, leadsBack } from "./linked-names.ts";
import { type Link, linksOf, type Mount, mountsOf } from "./links.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";
import { walkArguments } from "./ripgrep/arguments.ts";
import { type Reader, type RunOutcome, runRipgrep } from "./ripgrep/run.ts";
import { mapTree } from "./tree-map.ts";
import type { TreeMap } from "./tree-walk.ts";

/** Where something was found. */
export interface Place {
  readonly root: number;
  /** Relative to the root, as it was met; "" if the root is the file. */
  readonly name: RawPath;
  readonly real: RawPath;
  /** The caller named this very file. */
  readonly isRoot: boolean;
}

export interface Scan {
  /** What to look for and how to print it. */
  readonly args: readonly string[];
  /** Makes a reader; `locate` turns a printed path into a place, if it belongs to the answer. */
  readonly open: (locate: Locate) => Reader;
}

type Locate = (printed: RawPath) => Place | undefined;

/** What a scan learned beside its results. */
export interface Scanned {
  readonly ended: RunOutcome["ended"];
  readonly unreadable: readonly { readonly path: RawPath; readonly reason: string }[];
  readonly linksOutside: number;
  readonly linksTooMany: number;
  /** The name under which a place is shown: with links, the first in byte order. */
  nameOf(place: Place): RawPath;
}

const MAX_LINKS = 1_000;

export async function scan(plan: Plan, request: Scan): Promise<Result<Scanned>> {
  const tally = new Tally();
  const files = plan.roots.flatMap((root, index) => (root.kind === "file" ? [{ root, index }] : []));
  if (files.length > 0) {
    const failure = await scanFiles(plan, request, files, tally);
    if (failure !== undefined) return failure;
  }
  for (const [index, root] of plan.roots.entries()) {
    if (root.kind === "file" || tally.ended !== "exit") continue;
    const failure = await scanDirectory(plan, request, { root, index }, tally);
    if (failure !== undefined) return failure;
  }
  return ok(tally);
}

type Failed = Extract<Result<never>, { ok: false }>;
interface IndexedRoot {
  readonly root: Root;
  readonly index: number;
}

/** The sum of several runs. */
class Tally implements Scanned {
  ended: RunOutcome["ended"] = "exit";
  readonly unreadable: { path: RawPath; reason: string }[] = [];
  linksOutside = 0;
  linksTooMany = 0;
  readonly names = new Map<number, LinkedNames>();

  add(outcome: RunOutcome, prefix: RawPath): void {
    if (this.ended === "exit") this.ended = outcome.ended;
    this.unreadable.push(...outcome.messages.faults.map(({ path, reason }) => ({ path: joined(prefix, path), reason })));
  }

  /** The links of a tree; without all of them the answer is not whole. */
  async map(plan: Plan, directory: RawPath): Promise<TreeMap> {
    const tree = await mapTree(plan, directory, "links");
    if (tree.isPartial && this.ended === "exit") this.ended = "time";
    return tree;
  }

  nameOf(place: Place): RawPath {
    return this.names.get(place.root)?.firstNameOf(place) ?? place.name;
  }
}

async function scanFiles(plan: Plan, request: Scan, files: readonly IndexedRoot[], tally: Tally): Promise<Failed | undefined> {
  const named = files.filter(({ root }) => isUtf8(root.real));
  const failure = named.length === 0 ? undefined : await scanNamedFiles(plan, request, named, tally);
  for (const file of files.filter(({ root }) => !isUtf8(root.real))) await scanOpenFile(plan, request, file, tally);
  return failure;
}

/** A name that is not UTF-8 cannot be an argument: the file goes in as stdin. */
async function scanOpenFile(plan: Plan, request: Scan, { root, index }: IndexedRoot, tally: Tally): Promise<void> {
  const file = openFile(root.real, plan.workspace);
  if (!file.ok) return void tally.unreadable.push({ path: root.path, reason: file.failure.code });
  try {
    const args = [...request.args, "--with-filename", "--", "-"];
    const locate: Locate = () => ({ root: index, name: "", real: root.real, isRoot: true });
    const outcome = await runRipgrep({ ...plan, args, cwd: "/", stdin: file.value.fd }, () => request.open(locate));
    if (outcome.ok) tally.add(outcome.value, "");
  } finally {
    file.value.close();
  }
}

async function scanNamedFiles(plan: Plan, request: Scan, files: readonly IndexedRoot[], tally: Tally): Promise<Failed | undefined> {
  const byPath = new Map(files.map(({ root, index }) => [root.real, { root: index, name: "", real: root.real, isRoot: true }]));
  const args = [...request.args, "--with-filename", "--threads=1", "--", ...files.map(({ root }) => textOf(root.real))];
  const outcome = await runRipgrep({ ...plan, args, cwd: "/" }, () => request.open((printed) => byPath.get(printed)));
  if (!outcome.ok) return outcome;
  tally.add(outcome.value, "");
  return undefined;
}

async function scanDirectory(plan: Plan, request: Scan, { root, index }: IndexedRoot, tally: Tally): Promise<Failed | undefined> {
  const locate: Locate = (printed) => accepted({ root: index, name: printed, real: joined(root.real, printed), isRoot: false }, plan);
  const run: WalkRun = { args: [...request.args, "--with-filename"], paths: ["./"] };
  const [outcome, tree] = await Promise.all([
    runWalk(plan, root, run, () => request.open(locate)),
    plan.walk.followLinks ? tally.map(plan, root.real) : undefined,
  ]);
  if (!outcome.ok) return outcome;
  tally.add(outcome.value, root.path);
  if (tree === undefined || tree.links.length === 0) return undefined;
  const names = new LinkedNames(root.real, tree, plan);
  tally.names.set(index, names);
  return followLinks(plan, request, { root, index }, { links: linksOf(tree, "", root.real), names }, tally);
}

/** Rounds of links: those met in the tree, those met behind them, and so on; every real directory is entered once. */
async function followLinks(
  plan: Plan,
  request: Scan,
  at: IndexedRoot,
  first: { links: readonly Link[]; names: LinkedNames },
  tally: Tally,
): Promise<Failed | undefined> {
  let left = MAX_LINKS;
  for (let { links } = first; links.length > 0 && tally.ended === "exit"; ) {
    const { mounts, refused } = mountsOf(links.slice(0, left), plan, at.root.real);
    tally.linksOutside += refused;
    tally.linksTooMany += Math.max(0, links.length - left);
    left = Math.max(0, left - links.length);
    const unseen = mounts.filter((mount) => (first.names.add(mount) === "new" || plan.filter.looksAtPaths) && first.names.needsScan(mount));
    if (unseen.length === 0) return undefined;
    const failure = await scanMounts(plan, request, at, unseen, tally);
    if (failure !== undefined) return failure;
    links = [];
    for (const mount of unseen) if (mount.kind === "directory") links = [...links, ...linksOf(await tally.map(plan, mount.real), mount.name, mount.real)];
  }
  return undefined;
}

async function scanMounts(plan: Plan, request: Scan, { root, index }: IndexedRoot, mounts: readonly Mount[], tally: Tally): Promise<Failed | undefined> {
  const byLength = [...mounts].sort((a, b) => b.name.length - a.name.length);
  const locate: Locate = (printed) => {
    const mount = byLength.find(({ name }) => printed === name || printed.startsWith(`${name}/`)) as Mount;
    const real = mount.real + printed.slice(mount.name.length);
    return leadsBack(mount, real) ? undefined : accepted({ root: index, name: printed, real, isRoot: false }, plan);
  };
  // What is denied where a link leads is denied under the link's name, too.
  const exclude = mounts.flatMap(({ name, real }) => plan.workspace.fence.denyGlobsBelow(real).map((glob) => `/${escapeGlob(textOf(name))}${glob}`));
  const run: WalkRun = { args: [...request.args, "--with-filename"], paths: mounts.map(({ name }) => `./${textOf(name)}`), exclude };
  const outcome = await runWalk(plan, root, run, () => request.open(locate));
  if (!outcome.ok) return outcome;
  tally.add(outcome.value, root.path);
  return undefined;
}

/** ripgrep's own filters are hints, this is the judge: names, hidden parts (a type filter lets them through), the fence. */
export function isAccepted(place: Place, kind: "file" | "directory", { filter, walk, workspace }: Plan): boolean {
  if (!filter.passes(place.name, kind)) return false;
  if (!walk.hidden && /(^|\/)\./.test(place.name)) return false;
  if (workspace.fence.denied.length === 0) return true;
  return workspace.fence.judge(place.real, kind).inside && !isDeniedUnderAnotherName(place.real, workspace);
}

function isDeniedUnderAnotherName(real: RawPath, workspace: Workspace): boolean {
  const stats = entryAt(real);
  return stats !== undefined && deniedThroughLink(stats, workspace) !== undefined;
}

function accepted(place: Place, plan: Plan): Place | undefined {
  return isAccepted(place, "file", plan) ? place : undefined;
}

export interface WalkRun {
  readonly args: readonly string[];
  readonly paths: readonly string[];
  /** Globs below the root that are not entered, beside those of the plan. */
  readonly exclude?: readonly string[];
}

/** Runs ripgrep in a root with the plan's walk. */
export function runWalk(plan: Plan, root: Root, { args, paths, exclude = [] }: WalkRun, open: () => Reader): Promise<Result<RunOutcome>> {
  const excluded = [...plan.filter.exclude, ...plan.workspace.fence.denyGlobsBelow(root.real), ...exclude];
  const walk = walkArguments({ walk: plan.walk, exclude: excluded, narrow: plan.filter.narrow, explain: false });
  return runRipgrep({ ...plan, args: [...walk, ...args, "--", ...paths], cwd: root.real }, open);
}
