// The receipt where the index answered: what was walked is known, so only what was left out is looked at, and what is binary.
import { entryAt } from "../workspace/entry.ts";
import { joined, type RawPath, textOf } from "../workspace/raw-path.ts";
import type { Session, Workspace } from "../workspace/workspace.ts";
import { AS_NAMED, asArgument, batches } from "./index/candidates-run.ts";
import type { Unseen } from "./index/narrow.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";
import { COUNTS, FILES, NAMES, walkArguments } from "./ripgrep/arguments.ts";
import { readCounts, readNames } from "./ripgrep/listing.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import { type Reader, runRipgrep } from "./ripgrep/run.ts";

/** One look of ripgrep's; false if it was not finished. */
export type RunLook = (look: {
  readonly args: readonly string[];
  /** Ignored and hidden files, too. */
  readonly everything: boolean;
  readonly leftOut?: Map<RawPath, LeftOut>;
  readonly paths?: readonly string[];
  readonly reader: () => Reader;
}) => Promise<boolean>;

export interface Rest {
  readonly leftOut: ReadonlyMap<RawPath, LeftOut>;
  /** Everything below what was left out. */
  readonly names: ReadonlySet<RawPath>;
  readonly matches: ReadonlyMap<RawPath, number>;
  readonly binary: number;
}

/** Undefined if this is not the way, or not yet: too much was left out, its names cannot be arguments, or nobody has asked for them yet. */
export async function lookAtRest(plan: Plan, root: Root, unseen: Unseen, match: readonly string[], run: RunLook): Promise<Rest | undefined> {
  const known = leftOutOf(plan, root);
  if (known === undefined || placesOf(known, plan) === undefined) return undefined;
  const leftOut = new Map([...known].filter(([name]) => entryAt(joined(root.real, name)) !== undefined)); // what comes is heard of, not what goes
  const kinds = kindsOf([...(placesOf(leftOut, plan) ?? []), ...unseen.hidden], root);
  const places = [...kinds.files, ...kinds.directories];
  const names = new Set<RawPath>(kinds.files);
  const matches = new Map<RawPath, number>();
  const note = (name: RawPath, count: number): unknown => plan.filter.passes(name, "file") && matches.set(name, count);
  const counts = [...match, ...COUNTS, "--text"];
  const binary = new Set<RawPath>(unseen.sure);
  await Promise.all([
    runNamed(run, kinds.directories, FILES, () => readNames((name) => names.add(name))),
    runNamed(run, [...places, ...unseen.suspects, ...unseen.doubtful], counts, () => readCounts(note)),
    runNamed(run, unseen.doubtful, [...NAMES, "--text", "--regexp=\\x00"], () => readNames((name) => binary.add(name))),
  ]);
  return { leftOut, names, matches, binary: binary.size };
}

/** What is named to ripgrep it enters, even a link that leads out of the fence, and waits for, even if it is a pipe: only what a walk would look at may be. */
function kindsOf(names: readonly RawPath[], root: Root): { readonly files: readonly RawPath[]; readonly directories: readonly RawPath[] } {
  const entries = names.map((name) => ({ name, entry: entryAt(joined(root.real, name)) }));
  return {
    files: entries.flatMap(({ name, entry }) => (entry?.isFile() ? [name] : [])),
    directories: entries.flatMap(({ name, entry }) => (entry?.isDirectory() ? [name] : [])),
  };
}

async function runNamed(run: RunLook, names: readonly RawPath[], args: readonly string[], reader: () => Reader): Promise<void> {
  for (const batch of batches(names)) await run({ args: [...AS_NAMED, ...args], everything: true, paths: batch.map(asArgument), reader });
}

interface Remembered {
  readonly structure: string;
  /** Undefined while ripgrep is being asked. */
  leftOut?: ReadonlyMap<RawPath, LeftOut>;
}

const LEFT_OUT = "left out";
const MAX_REMEMBERED = 8;
const EXPLAIN_MS = 60_000;

/** What ripgrep leaves out of a walk, and why; asked for in the background, for the next time, when directories, links or rules are others. */
function leftOutOf(plan: Plan, root: Root): ReadonlyMap<RawPath, LeftOut> | undefined {
  const remembered = rememberedOf(plan.workspace);
  const key = JSON.stringify([root.real, plan.walk]);
  const structure = plan.narrowed?.leftOutOf(root.real);
  const known = remembered.get(key);
  if (known?.structure === structure || structure === undefined) return known?.leftOut;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const entry: Remembered = { structure };
  remembered.set(key, entry);
  const forget = (): unknown => remembered.get(key) === entry && remembered.delete(key);
  explained(plan, root).then((leftOut) => (leftOut === undefined ? forget() : Object.assign(entry, { leftOut })), forget);
  return undefined;
}

function rememberedOf({ session: { memory } }: Workspace): Map<string, Remembered> {
  if (!memory.has(LEFT_OUT)) memory.set(LEFT_OUT, new Map<string, Remembered>());
  return memory.get(LEFT_OUT) as Map<string, Remembered>;
}

/** Has one session know what another knows of what is left out. */
export function shareLeftOut(from: Workspace, to: Session["memory"]): void {
  to.set(LEFT_OUT, rememberedOf(from));
}

/** It lasts as long as it lasts: a receipt cannot wait for it, and one processor is left to others. */
async function explained({ workspace, walk, ripgrep }: Plan, { real }: Root): Promise<ReadonlyMap<RawPath, LeftOut> | undefined> {
  const { closed } = workspace;
  const leftOut = new Map<RawPath, LeftOut>();
  const flags = walkArguments({ walk, exclude: workspace.fence.denyGlobsBelow(real), narrow: [], explain: true });
  const request = { ripgrep, signal: closed, args: [...flags, ...FILES, "--threads=1", "--", "./"], cwd: real, leftOut, inBackground: true as const };
  const outcome = await workspace.searches.run(() => runRipgrep({ ...request, deadline: performance.now() + EXPLAIN_MS }, () => () => undefined), closed);
  return outcome.ok && outcome.value.ended === "exit" ? leftOut : undefined;
}

const MAX_PLACES = 2_000;
const MAX_ARGUMENT_CHARS = 100_000;

/** What was left out by a rule or by name; what is denied or never mentioned stays alone. */
function placesOf(leftOut: ReadonlyMap<RawPath, LeftOut>, { walk }: Plan): readonly RawPath[] | undefined {
  const names: RawPath[] = [];
  for (const [name, { why }] of leftOut) {
    const isBulk = why === "override" && walk.bulkNames.includes(name.slice(name.lastIndexOf("/") + 1));
    if (why === "rule" || why === "hidden" || isBulk) names.push(name);
  }
  const isFit = names.length <= MAX_PLACES && names.every((name) => !textOf(name).includes("\ufffd"));
  return isFit && names.reduce((sum, name) => sum + name.length + 3, 0) <= MAX_ARGUMENT_CHARS ? names : undefined;
}
