// Runs ripgrep over the roots of a plan: the files named, and each directory with what links in it lead to.
import { ok, type Result } from "../failure.ts";
import { openFile } from "../workspace/open-file.ts";
import { isUtf8, joined, textOf } from "../workspace/raw-path.ts";
import { followLinks } from "./follow-links.ts";
import type { What } from "./index/verify/verify.ts";
import { LinkedNames } from "./linked-names.ts";
import { linksOf } from "./links.ts";
import { type Look, lookInside } from "./look-inside.ts";
import type { Part } from "./part.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";
import { type Reader, runRipgrep } from "./ripgrep/run.ts";
import { scanFront } from "./scan-front.ts";
import { type Scanned, Tally } from "./tally.ts";
import type { TreeMap } from "./tree-walk.ts";
import { accepted, type Locate } from "./walk-run.ts";

export interface Scan {
  /** What is printed of a file. */
  readonly what: What;
  /** What to look for and how to print it. */
  readonly args: readonly string[];
  /** Larger files are left out, which is to be told. */
  readonly maxBytes: number;
  /** If the front of the result is enough. */
  readonly part?: Part;
  /** Makes a reader; `locate` turns a printed path into a place, if it belongs to the answer. */
  readonly open: (locate: Locate) => Reader;
}

/** A root and its index in the plan. */
export interface IndexedRoot {
  readonly root: Root;
  readonly index: number;
}

export async function scan(plan: Plan, request: Scan): Promise<Result<Scanned>> {
  const tally = new Tally(plan);
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

async function scanFiles(plan: Plan, request: Scan, files: readonly IndexedRoot[], tally: Tally): Promise<Failed | undefined> {
  const named = files.filter(({ root }) => isUtf8(root.real));
  const failure = named.length === 0 ? undefined : await scanNamedFiles(plan, request, named, tally);
  for (const file of files.filter(({ root }) => !isUtf8(root.real))) await scanOpenFile(plan, request, file, tally);
  return failure;
}

/** A name that is not UTF-8 cannot be an argument: the file goes in as stdin. */
async function scanOpenFile(plan: Plan, request: Scan, { root, index }: IndexedRoot, tally: Tally): Promise<void> {
  const file = openFile(root.real, plan.workspace);
  if (!file.ok) return tally.addUnreadable({ path: root.path, reason: file.failure.code });
  try {
    const args = [...request.args, "--with-filename", "--", "-"];
    const locate: Locate = () => ({ root: index, name: "", real: root.real, isRoot: true });
    const outcome = await runRipgrep({ ...plan, args, cwd: "/", stdin: file.value.fd }, () => request.open(locate));
    if (outcome.ok) tally.add(outcome.value);
  } finally {
    file.value.close();
  }
}

async function scanNamedFiles(plan: Plan, request: Scan, files: readonly IndexedRoot[], tally: Tally): Promise<Failed | undefined> {
  // One that was named twice is shown where it was named first.
  const byPath = new Map(files.toReversed().map(({ root, index }) => [root.real, { root: index, name: "", real: root.real, isRoot: true }]));
  const args = [...request.args, "--with-filename", "--threads=1", "--", ...[...byPath.keys()].reverse().map(textOf)];
  const outcome = await runRipgrep({ ...plan, args, cwd: "/" }, () => request.open((printed) => byPath.get(printed)));
  if (!outcome.ok) return outcome;
  tally.add(outcome.value);
  return undefined;
}

async function scanDirectory(plan: Plan, request: Scan, at: IndexedRoot, tally: Tally): Promise<Failed | undefined> {
  const { root, index } = at;
  const locate: Locate = (printed) => accepted({ root: index, name: printed, real: joined(root.real, printed), isRoot: false }, plan);
  const run = { args: [...request.args, "--with-filename"], open: (): Reader => request.open(locate) };
  const front = hasPart(request) ? await scanFront(plan, at, request, run) : "unknown";
  if (typeof front !== "string") {
    if (!front.ok) return front;
    tally.addFront(front.value, at);
    return front.value.isPart || !plan.walk.followLinks ? undefined : scanLinks(plan, request, at, tally, await tally.map(plan, root.real));
  }
  return scanAll(plan, request, at, { ...run, looked: front === "too much" ? undefined : await plan.narrowed?.look(at, request.what) }, tally);
}

/** Everything below a directory, as far as the index does not know it. */
async function scanAll(plan: Plan, request: Scan, at: IndexedRoot, run: Look, tally: Tally): Promise<Failed | undefined> {
  const { root, index } = at;
  const { looked } = run;
  const isLargeAsked = looked === undefined && Number.isFinite(request.maxBytes);
  // What it tells then takes time; the index knows it, too.
  const toTell = isLargeAsked && plan.narrowed?.isReady(at) !== true ? ["--debug"] : [];
  const look = lookInside(plan, root, { ...run, args: [...toTell, ...run.args] });
  const known = isLargeAsked && toTell.length === 0 ? plan.narrowed?.larger(at, request.maxBytes) : undefined;
  const [outcome, large, tree] = await Promise.all([look, known, plan.walk.followLinks ? tally.map(plan, root.real) : undefined]);
  if (!outcome.ok) return outcome;
  tally.add(outcome.value, at, looked);
  if (toTell.length > 0) tally.large.set(index, outcome.value.messages.tooLarge);
  if (large !== undefined) tally.large.set(index, large);
  if (looked !== undefined && plan.roots.length === 1 && !plan.walk.followLinks) tally.takeOrder(looked);
  return tree === undefined ? undefined : scanLinks(plan, request, at, tally, tree);
}

async function scanLinks(plan: Plan, request: Scan, at: IndexedRoot, tally: Tally, tree: TreeMap): Promise<Failed | undefined> {
  if (tree.links.length === 0) return undefined;
  const names = new LinkedNames(at.root.real, tree, plan);
  tally.names.set(at.index, names);
  return followLinks(plan, request, at, { links: linksOf(tree, "", at.root.real), names }, tally);
}

function hasPart(request: Scan): request is Scan & { readonly part: Part } {
  return request.part !== undefined;
}
