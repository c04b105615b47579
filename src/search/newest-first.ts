// Files newest first: in the order that the index told or tells when it is asked, or by their times as they were looked up.
import type { Findings, Found } from "./found.ts";
import type { ModifiedTimes } from "./modified-times.ts";
import type { Plan } from "./plan.ts";
import type { Scanned } from "./tally.ts";

/** To look up so many times takes longer than to ask the index for their order. */
const MANY = 500;

/** Whether times need not be looked up as files are found. */
export function knowsOrder({ roots: [root, ...others], walk, narrowed }: Plan): boolean {
  return root?.kind === "directory" && others.length === 0 && !walk.followLinks && narrowed?.isReady({ root, index: 0 }) === true;
}

/** What was found in that order; times that are not known yet are looked up. */
export async function newestFirst<T>(plan: Plan, findings: Findings<T>, scanned: Scanned, times: ModifiedTimes): Promise<readonly Found<T>[]> {
  if (scanned.isInOrder && findings.areNamesUnique) return findings.asTheyCame(scanned);
  const told = scanned.newestFirst === undefined ? undefined : findings.inOrder(scanned.newestFirst.split("\0"));
  const inOrder = told ?? (findings.size - times.count > MANY ? await inKnownOrder(plan, findings) : undefined);
  if (inOrder !== undefined) return inOrder;
  await times.known(); // the names under which files are shown may be those of copies
  return times.newestFirst(findings.asTheyCame(scanned));
}

async function inKnownOrder<T>(plan: Plan, findings: Findings<T>): Promise<readonly Found<T>[] | undefined> {
  const [root] = plan.roots;
  const names = root === undefined || !knowsOrder(plan) ? undefined : await plan.narrowed?.newest({ root, index: 0 }, findings.names);
  return names === undefined ? undefined : findings.inOrder(names);
}
