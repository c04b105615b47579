// Whether an index could be kept of the working directory, without keeping one: for `fossick doctor`.
import fs from "node:fs";
import { ok, type Result } from "../../failure.ts";
import { textOf } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { makePlan } from "../plan.ts";
import type { WalkQuery } from "../query.ts";
import { FILES } from "../ripgrep/arguments.ts";
import { readNames } from "../ripgrep/listing.ts";
import type { Reader } from "../ripgrep/run.ts";
import { runWalk } from "../walk-run.ts";
import { MAX_DIRECTORIES } from "./listing/survey.ts";
import { refusalOf } from "./resident.ts";
import type { WhyPlain } from "./why-plain.ts";

export interface Outlook {
  /** Why not; undefined if it could. */
  readonly why?: WhyPlain;
  readonly files: number;
  /** Those with files in them. */
  readonly directories: number;
  /** How many directories this user may watch. */
  readonly maxWatches: number;
}

export async function indexOutlook(workspace: Workspace, walk: WalkQuery, signal: AbortSignal): Promise<Result<Outlook>> {
  const { settings, session } = workspace;
  const limits = { timeMs: settings.searchTimeoutMs };
  const plan = await makePlan({ roots: [{ path: textOf(session.directory) }], filter: { globs: [], types: [] }, walk, limits }, workspace, signal);
  if (!plan.ok) return plan;
  const directories = new Set<string>();
  let files = 0;
  const reader = (): Reader => {
    files = 0;
    return readNames((name) => {
      files++;
      directories.add(name.slice(0, Math.max(0, name.lastIndexOf("/"))));
    });
  };
  const outcome = await runWalk(plan.value, plan.value.roots[0] as (typeof plan.value.roots)[number], { args: FILES, paths: ["./"] }, reader);
  if (!outcome.ok) return outcome;
  const counted = { files, directories: directories.size, maxWatches: maxWatches() };
  const why = refusalOf(session.directory, settings.stateDirectory) ?? limitOf(counted, settings.index.minFiles);
  return ok({ ...counted, ...(why === undefined ? {} : { why }) });
}

function limitOf({ files, directories, maxWatches }: Outlook, minFiles: number): WhyPlain | undefined {
  if (files < minFiles) return "tree is small";
  if (directories > maxWatches) return "watch limit reached";
  return directories > MAX_DIRECTORIES ? "too many directories" : undefined;
}

function maxWatches(): number {
  try {
    return Number(fs.readFileSync("/proc/sys/fs/inotify/max_user_watches", "utf8"));
  } catch {
    return 0; // not Linux
  }
}
