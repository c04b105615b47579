// Looks at files in the order of the result until there is enough of it, as far as the index knows that order.
import { ok, type Result } from "../failure.ts";
import type { At, Looked } from "./index/narrow.ts";
import type { Position, Reach } from "./index/verify/in-order.ts";
import type { Beyond } from "./index/verify/verdicts.ts";
import type { What } from "./index/verify/verify.ts";
import { worthOf } from "./index/worth.ts";
import { lookInside } from "./look-inside.ts";
import { isEnough, type Part } from "./part.ts";
import type { Plan } from "./plan.ts";
import type { Messages } from "./ripgrep/messages.ts";
import type { Reader, RunOutcome } from "./ripgrep/run.ts";
import type { Scanned } from "./tally.ts";
import { withUnread } from "./unread-files.ts";

export interface ScannedPart {
  readonly outcome: RunOutcome;
  /** There is more that nobody looked at. */
  readonly isPart: boolean;
  /** See `Scanned`. */
  readonly before: Beyond | undefined;
  readonly beyond: Beyond | undefined;
  /** See `Scanned`. */
  readonly newestFirst: Scanned["newestFirst"];
  readonly isInOrder: boolean;
  readonly isReadByIndex: boolean;
}

export interface PartRequest {
  readonly part: Part;
  readonly what: What;
  readonly args: readonly string[];
  readonly open: () => Reader;
}

/** Undefined: ripgrep has to look at everything. */
export async function scanPart(plan: Plan, at: At, request: PartRequest): Promise<Result<ScannedPart> | undefined> {
  const found = await lookInOrder(plan, at, request);
  if (found?.ok !== true) return found;
  const { unsure, ...part } = found.value;
  const outcome = await withUnread(plan, at, { outcome: part.outcome, args: request.args, unsure });
  if (outcome === undefined) plan.narrowed?.giveUp();
  return outcome?.ok === true ? ok({ ...part, outcome: outcome.value }) : outcome;
}

/** A part, and the files behind it that the index does not vouch for. */
type FoundPart = ScannedPart & Pick<Looked, "unsure">;

async function lookInOrder(plan: Plan, at: At, { part, what, args, open }: PartRequest): Promise<Result<FoundPart> | undefined> {
  const reach = reachOf(plan, part);
  const start = performance.now();
  let looked = await plan.narrowed?.look(at, what, { ...reach, ...skippedBy(plan, what, part), isTrial: true });
  const before = looked?.before;
  const faults: Messages["faults"][number][] = [];
  let newestFirst: string | undefined = "";
  let isInOrder = true;
  let isReadByIndex = true;
  let seen = 0;
  while (looked !== undefined) {
    const run = await lookInside(plan, at.root, { args, looked, open });
    if (!run.ok) return run;
    faults.push(...run.value.messages.faults);
    seen += looked.candidates.text.length + looked.candidates.doubtful.length;
    newestFirst = newestFirst === undefined || looked.newestFirst === undefined ? undefined : newestFirst + looked.newestFirst;
    isInOrder &&= looked.isInOrder;
    isReadByIndex &&= looked.isReadByIndex;
    if (run.value.ended !== "exit" || (looked.rest === undefined && looked.beyond === undefined) || isEnough(part, before?.hits ?? 0))
      return ok({
        outcome: { ...run.value, messages: { ...run.value.messages, faults } },
        isPart: looked.rest !== undefined,
        before,
        beyond: looked.beyond,
        newestFirst,
        isInOrder,
        isReadByIndex,
        unsure: looked.unsure,
      });
    // What was cut off, or only counted, is lost to the next look, which begins behind it.
    const isLost = looked.isCut || looked.beyond !== undefined || looked.rest === undefined;
    const worth = isLost
      ? "too much"
      : worthOf(plan, at.root, { candidates: candidatesNeeded(part, before?.hits ?? 0, seen, looked), spentMs: performance.now() - start });
    if (worth === "too much") {
      plan.narrowed?.giveUp();
      return undefined;
    }
    looked = await plan.narrowed?.look(at, what, { ...reach, after: looked.rest as Position, isTrial: worth === "worth a try" });
  }
  return undefined;
}

function reachOf(plan: Plan, { order, unit, least, most, found, fullChars, skip, isRestCounted }: Part): Reach {
  const full = found().chars === undefined ? {} : { full: { chars: fullChars, after: skip } };
  return { order, unit, least, most, ...full, isRestCounted: isRestCounted && canCount(plan) };
}

/** Only the first look can skip what is before the page: the next ones begin behind it. */
function skippedBy(plan: Plan, what: What, { skip, isFrontCounted }: Part): Pick<Reach, "skipped"> {
  return what === "lines" && isFrontCounted && canCount(plan) ? { skipped: skip } : {};
}

/** What links lead to may be found once more, and what is denied under another name is found here, too. */
function canCount({ walk, workspace }: Plan): boolean {
  return !walk.followLinks && workspace.fence.denied.length === 0;
}

/** How many will have to be looked at, as far as those that were tell. */
function candidatesNeeded({ least, found }: Part, before: number, seen: number, { picked }: Looked): number {
  return Math.min(picked, (seen * least) / Math.max(found(before).count, 1));
}
