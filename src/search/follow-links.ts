// Follows the links met on a walk: what they lead to is scanned under their names.
import { ok, type Result } from "../failure.ts";
import { escapeGlob } from "../workspace/glob.ts";
import { joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import { added, NO_RUN } from "./index/candidates-run.ts";
import { canBeMetBehind, isBinary, runsForLinkedFiles } from "./linked-files.ts";
import { type LinkedNames, leadsBack } from "./linked-names.ts";
import { type Link, linksOf, type Mount, mountsOf } from "./links.ts";
import type { Plan } from "./plan.ts";
import type { RunOutcome } from "./ripgrep/run.ts";
import type { IndexedRoot, Scan } from "./scan.ts";
import type { Tally } from "./tally.ts";
import { accepted, type Locate, runWalk, type WalkRun } from "./walk-run.ts";

/** More are not followed, and told of. */
export const MAX_LINKS = 1_000;

type Failed = Extract<Result<never>, { ok: false }>;

/** Rounds of links: those met in the tree, those met behind them, and so on; every real directory is entered once. */
export async function followLinks(
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
    const added = mounts.filter((mount) => first.names.add(mount) === "new" || plan.filter.looksAtPaths || mount.kind === "file");
    const listed = await listedOf(plan, at, first.names, added);
    const told = new Set([...listed, ...(tally.large.get(at.index) ?? [])]);
    tally.largeBehindLinks.push(...largeAmong(added, request, first.names, told).map(({ name }) => joined(at.root.path, name)));
    const unseen = added.filter((mount) => mount.size <= request.maxBytes && first.names.needsScan(mount, listed));
    if (unseen.length === 0) return undefined;
    const outcome = await scanMounts(plan, request, at, unseen);
    if (!outcome.ok) return outcome;
    tally.add(outcome.value, at);
    links = [];
    for (const mount of unseen) if (mount.kind === "directory") links = [...links, ...(await linksBehind(mount, plan, at, tally))];
  }
  return undefined;
}

/** Those that stand where the way has been are met there, or were. */
async function linksBehind(mount: Mount, plan: Plan, { root }: IndexedRoot, tally: Tally): Promise<readonly Link[]> {
  const links = linksOf(await tally.map(plan, mount.real), mount.name, mount.real, [...mount.through, mount.real]);
  return links.filter(({ at }) => !leadsBack(mount, at, root.real));
}

/** Files that are too large, but for those that are told of anyway, under the names that they have without links. */
function largeAmong(mounts: readonly Mount[], { maxBytes }: Scan, names: LinkedNames, told: ReadonlySet<RawPath>): readonly Mount[] {
  return mounts.filter((mount) => mount.size > maxBytes && !told.has(names.walkedName(mount) ?? "") && names.mayBeShown(mount));
}

/** Files that the walk meets without links, as far as the index knows. */
async function listedOf(plan: Plan, at: IndexedRoot, names: LinkedNames, mounts: readonly Mount[]): Promise<ReadonlySet<RawPath>> {
  const walked = mounts.flatMap((mount) => (mount.kind === "file" ? (names.walkedName(mount) ?? []) : []));
  return new Set(walked.length === 0 || plan.narrowed?.isReady(at) !== true ? [] : await plan.narrowed.newest(at, walked));
}

/** Looks at what links lead to, under their names. */
export async function scanMounts(plan: Plan, request: Pick<Scan, "args" | "open">, at: IndexedRoot, mounts: readonly Mount[]): Promise<Result<RunOutcome>> {
  const met = new Set(mounts.filter(canBeMetBehind));
  const named = mounts.filter((mount) => !met.has(mount) && !(mount.kind === "file" && isBinary(mount.real, plan.workspace)));
  const runs = [...runsForLinkedFiles(plan, request, at, [...met]), ...(named.length === 0 ? [] : [() => walkByName(plan, request, at, named)])];
  let sum = NO_RUN;
  for (const run of runs) {
    if (sum.ended !== "exit") break;
    const outcome = await run();
    if (!outcome.ok) return outcome;
    sum = added(sum, outcome.value);
  }
  return ok(sum);
}

function walkByName(plan: Plan, request: Pick<Scan, "args" | "open">, { root, index }: IndexedRoot, mounts: readonly Mount[]): Promise<Result<RunOutcome>> {
  const byLength = [...mounts].sort((a, b) => b.name.length - a.name.length);
  const locate: Locate = (printed) => {
    const mount = byLength.find(({ name }) => printed === name || printed.startsWith(`${name}/`)) as Mount;
    const real = mount.real + printed.slice(mount.name.length);
    return leadsBack(mount, real, root.real) ? undefined : accepted({ root: index, name: printed, real, isRoot: false }, plan);
  };
  // What is denied where a link leads is denied under the link's name, too.
  const exclude = mounts.flatMap(({ name, real }) => plan.workspace.fence.denyGlobsBelow(real).map((glob) => `/${escapeGlob(textOf(name))}${glob}`));
  const run: WalkRun = { args: [...request.args, "--with-filename"], paths: mounts.map(({ name }) => `./${textOf(name)}`), exclude };
  return runWalk(plan, root, run, () => request.open(locate));
}
