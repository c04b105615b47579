// Scans the front of a result, with what links bring to it.
import { ok, type Result } from "../failure.ts";
import { type Detour, detourOf } from "./detour.ts";
import { scanMounts } from "./follow-links.ts";
import type { Part } from "./part.ts";
import type { Plan } from "./plan.ts";
import type { RunOutcome } from "./ripgrep/run.ts";
import type { IndexedRoot, Scan } from "./scan.ts";
import { type PartRequest, type ScannedPart, scanPart } from "./scan-part.ts";

export interface Front extends ScannedPart {
  /** Where links are followed and not all was looked at: what they lead to, and how looking at it ended. */
  readonly besides?: { readonly detour: Detour; readonly outcome: RunOutcome | undefined };
}

/** "unknown": links may bring anything to the front. "too much": ripgrep has to look at everything. */
export type NoFront = "unknown" | "too much";

export async function scanFront(
  plan: Plan,
  at: IndexedRoot,
  request: Scan & { readonly part: Part },
  run: Pick<PartRequest, "args" | "open">,
): Promise<Result<Front> | NoFront> {
  const detour = plan.walk.followLinks ? detourOf(plan, at.root, request.maxBytes) : undefined;
  if (plan.walk.followLinks && detour === undefined) return "unknown";
  const part = await scanPart(plan, at, { ...request, ...run });
  if (part?.ok !== true) return part ?? "too much";
  if (detour === undefined || !part.value.isPart) return part;
  if (plan.narrowed?.structureOf(at.root.real) !== detour.structure) return "unknown";
  const looked = detour.mounts.length === 0 ? undefined : await scanMounts(plan, request, at, detour.mounts);
  return looked?.ok === false ? looked : ok({ ...part.value, besides: { detour, outcome: looked?.value } });
}
