// One look into a directory: at everything below it, or at what the index left to be looked at.
import type { Result } from "../failure.ts";
import { runLooked } from "./index/candidates-run.ts";
import type { Looked } from "./index/narrow.ts";
import { noteCost } from "./index/worth.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";
import type { Reader, RunOutcome } from "./ripgrep/run.ts";
import { runWalk } from "./walk-run.ts";

export interface Look {
  readonly args: readonly string[];
  /** What the index knows; undefined = nothing. */
  readonly looked: Looked | undefined;
  readonly open: () => Reader;
}

/** What ripgrep takes for it is noted. */
export async function lookInside(plan: Plan, root: Root, { args, looked, open }: Look): Promise<Result<RunOutcome>> {
  const start = performance.now();
  const outcome = await (looked === undefined ? runWalk(plan, root, { args, paths: ["./"] }, open) : runLooked(plan, root, looked, args, open));
  if (outcome.ok && outcome.value.ended === "exit" && (looked === undefined || looked.printed === ""))
    noteCost(plan, root, looked?.candidates, performance.now() - start);
  return outcome;
}
