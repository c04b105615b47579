// The receipt where the index answered: what was walked is known, so only what was left out is looked at, and what is binary.
import { entryAt } from "../workspace/entry.ts";
import { joined, type RawPath } from "../workspace/raw-path.ts";
import type { Session, Workspace } from "../workspace/workspace.ts";
import type { Unseen } from "./index/narrow.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";
import { kindsOf, matchesIn, namesIn, placesOf, type Rest, type RunLook, runNamed } from "./receipt-places.ts";
import { FILES, type MatchQuery, NAMES, walkArguments } from "./ripgrep/arguments.ts";
import { readNames } from "./ripgrep/listing.ts";
import type { LeftOut } from "./ripgrep/messages.ts";
import { runRipgrep } from "./ripgrep/run.ts";

/** Undefined if this is not the way, or not yet: too much was left out, its names cannot be arguments, or nobody has asked for them yet. */
export async function lookAtRest(plan: Plan, root: Root, unseen: Unseen, query: MatchQuery, run: RunLook): Promise<Rest | undefined> {
  const known = leftOutOf(plan, root);
  if (known === undefined || placesOf(known, plan) === undefined) return undefined;
  const leftOut = new Map([...known].filter(([name]) => entryAt(joined(root.real, name)) !== undefined)); // what comes is heard of, not what goes
  const places = kindsOf([...(placesOf(leftOut, plan) ?? []), ...unseen.hidden], root);
  const binary = new Set<RawPath>(unseen.sure);
  const [names, matches] = await Promise.all([
    namesIn(places, run),
    matchesIn([...places.files, ...places.directories, ...unseen.suspects, ...unseen.doubtful], query, root, run),
    runNamed(run, unseen.doubtful, [...NAMES, "--text", "--regexp=\\x00"], () => readNames((name) => binary.add(name))),
  ]);
  return { leftOut, names, matches, binary: binary.size };
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
