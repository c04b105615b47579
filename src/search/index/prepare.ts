// What can be known of a tree before anybody searches it: an index that an earlier server kept, so that the first search has it, or how large it is.
import type { Workspace } from "../../workspace/workspace.ts";
import { makePlan } from "../plan.ts";
import type { WalkQuery } from "../query.ts";
import { residentOf } from "./resident.ts";

/** Of the tree in which the session begins. Nobody waits for it. */
export async function prepareTree(walk: WalkQuery, workspace: Workspace): Promise<void> {
  const here = { roots: [{ path: "." }], filter: { globs: [], types: [] }, walk, limits: { timeMs: workspace.settings.searchTimeoutMs } };
  const plan = await makePlan(here, workspace, workspace.closed);
  if (plan.ok) await residentOf(workspace).prepare(plan.value);
}
