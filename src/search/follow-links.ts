// Follows the links met on a walk: what they lead to is scanned under their names.
import type { Result } from "../failure.ts";
import { escapeGlob } from "../workspace/glob.ts";
import { textOf } from "../workspace/raw-path.ts";
import { type LinkedNames, leadsBack } from "./linked-names.ts";
import { type Link, linksOf, type Mount, mountsOf } from "./links.ts";
import type { Plan } from "./plan.ts";
import type { IndexedRoot, Scan } from "./scan.ts";
import type { Tally } from "./tally.ts";
import { accepted, type Locate, runWalk, type WalkRun } from "./walk-run.ts";

/** More are not followed, and told of. */
const MAX_LINKS = 1_000;

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
