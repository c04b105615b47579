// Where a page is full, nobody looks at what comes after it. But what cannot be read is always told, wherever it stands: the index vouches for none of it.
import fs from "node:fs";
import { ok, type Result } from "../failure.ts";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import { added, runLooked } from "./index/candidates-run.ts";
import { fitting } from "./index/file-lists.ts";
import type { At } from "./index/narrow.ts";
import type { Plan } from "./plan.ts";
import type { RunOutcome } from "./ripgrep/run.ts";

export interface SoFar {
  readonly outcome: RunOutcome;
  readonly args: readonly string[];
  /** Files of which some may not be readable; they are few. */
  readonly unsure: readonly RawPath[];
}

/** With what ripgrep says of those that cannot be read; undefined if they cannot be named to it. */
export async function withUnread(plan: Plan, at: At, { outcome, args, unsure }: SoFar): Promise<Result<RunOutcome> | undefined> {
  if (outcome.ended !== "exit") return ok(outcome);
  const told = new Set(outcome.messages.faults.map(({ path }) => path));
  const unread = unsure.filter((name) => !told.has(name) && !isReadable(joined(at.root.real, name)));
  if (unread.length === 0) return ok(outcome);
  const candidates = fitting(plan, at, { text: [], doubtful: unread });
  if (candidates === undefined) return undefined;
  // Should it find something, that comes behind the page.
  const run = await runLooked(plan, at.root, { candidates, printed: "", isProven: true }, args, () => () => undefined);
  return run.ok ? ok(added(outcome, run.value)) : run;
}

function isReadable(file: RawPath): boolean {
  try {
    fs.accessSync(fsPath(file), fs.constants.R_OK);
    return true;
  } catch {
    return false; // or it is gone, which ripgrep will not complain of
  }
}
