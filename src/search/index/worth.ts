// What the index may cost: measured against what a plain run over the same place takes.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Plan } from "../plan.ts";
import type { Root } from "../query.ts";
import type { CostKey, TreeSize } from "./cost.ts";
import type { Candidates } from "./protocol.ts";
import { residentOf } from "./resident.ts";
import type { WhyPlain } from "./why-plain.ts";

/** A list of more is no list. */
const MAX_CANDIDATES = 20_000;
/** A page of a common pattern is full after some files. */
const MAX_TRIAL = 64;
const PATIENT_MS = 10_000;

export interface Budget {
  readonly maxCandidates: number;
  /** So many can be tried at little cost. */
  readonly trial: number;
  readonly budgetMs: number;
  /** What each candidate costs that is left for ripgrep. */
  readonly leftMs: number;
  /** Time that is lost if no answer comes must not count beside what a plain run takes. */
  readonly patienceMs: number;
}

export function budgetOf(plan: Plan, { real }: Root): Budget | WhyPlain {
  const { workspace, walk } = plan;
  if (workspace.settings.index.use === "always")
    return { maxCandidates: MAX_CANDIDATES, trial: MAX_TRIAL, budgetMs: PATIENT_MS, leftMs: 0, patienceMs: PATIENT_MS };
  const costs = residentOf(workspace).costsOf(real, walk);
  const plainMs = costs?.plainMs(keyOf(plan, real), sizeOf(plan, real));
  if (costs === undefined || plainMs === undefined) return "plain costs are not known yet";
  const maxCandidates = Math.max(0, Math.min(MAX_CANDIDATES, costs.maxCandidates(plainMs)));
  const trial = Math.min(MAX_TRIAL, costs.trial(plainMs));
  return { maxCandidates, trial, budgetMs: costs.budgetMs(plainMs), leftMs: costs.candidateMs, patienceMs: Math.min(60, 4 + plainMs / 20) };
}

/** Tells the cost model how long ripgrep took for everything below a root, or for candidates. */
export function noteCost(plan: Plan, { real }: Root, candidates: Candidates | undefined, ms: number): void {
  const { workspace, walk } = plan;
  const costs = workspace.settings.index.use === "off" ? undefined : residentOf(workspace).costsOf(real, walk);
  if (costs === undefined) return;
  const count = candidates === undefined ? undefined : candidates.text.length + candidates.doubtful.length;
  if (count === undefined) costs.notePlain(keyOf(plan, real), ms, sizeOf(plan, real) !== undefined);
  else if (count > 0) costs.noteIndexed(count, ms);
}

/** Whether looking at so many candidates in parts is worth it; as long as little time was spent, it is worth a try with a few. */
export function worthOf(
  plan: Plan,
  { real }: Root,
  { candidates, spentMs }: { readonly candidates: number; readonly spentMs: number },
): "worth it" | "worth a try" | "too much" {
  const { workspace, walk } = plan;
  if (workspace.settings.index.use === "always") return "worth it";
  const costs = residentOf(workspace).costsOf(real, walk);
  const plainMs = costs?.plainMs(keyOf(plan, real), sizeOf(plan, real));
  if (costs === undefined || plainMs === undefined) return "too much";
  if (candidates <= costs.maxInParts(plainMs)) return "worth it";
  return spentMs < costs.trialMs(plainMs) ? "worth a try" : "too much";
}

/** What a plain run over a root takes, if that is known. */
export function plainMs(plan: Plan, { real }: Root): number | undefined {
  const { workspace, walk } = plan;
  const costs = workspace.settings.index.use === "off" ? undefined : residentOf(workspace).costsOf(real, walk);
  return costs?.plainMs(keyOf(plan, real), sizeOf(plan, real));
}

/** Undefined as long as the index is not ready. */
function sizeOf({ workspace, walk }: Plan, root: RawPath): TreeSize | undefined {
  const tree = residentOf(workspace).treeOf(root, walk);
  return typeof tree === "string" || tree.state === undefined ? undefined : { root: tree.directory, files: tree.state.files, textBytes: tree.state.textBytes };
}

function keyOf({ filter, isMultiline }: Plan, root: RawPath): CostKey {
  return { root, narrow: filter.narrow, isMultiline };
}
