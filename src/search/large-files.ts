// Files too large to be searched across lines: ripgrep skips them in silence. It tells of them if asked to; where the index answered for it, that knows.
import { joined, type RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { SearchQuery } from "./query.ts";
import { FILES } from "./ripgrep/arguments.ts";
import type { IndexedRoot } from "./scan.ts";
import type { Scanned } from "./tally.ts";
import { isAccepted, runWalk } from "./walk-run.ts";

/** Larger files are not searched. */
export function maxBytesOf({ multiline, limits }: SearchQuery): number {
  return multiline ? limits.multilineBytes : Number.POSITIVE_INFINITY;
}

/** Absolute paths of files above the limit that the search would have read. */
export async function largeFiles(plan: Plan, { large, largeBehindLinks }: Scanned, limitBytes: number): Promise<readonly RawPath[]> {
  const all = [...largeBehindLinks];
  for (const [index, root] of plan.roots.entries()) {
    if (root.kind === "file") continue;
    const names = large.get(index) ?? (await plan.narrowed?.larger({ root, index }, limitBytes)) ?? (await listLarge(plan, { root, index }, limitBytes));
    const meant = names.filter((name) => isAccepted({ root: index, name, real: joined(root.real, name), isRoot: false }, "file", plan));
    all.push(...meant.map((name) => joined(root.path, name)));
  }
  return all.sort();
}

async function listLarge(plan: Plan, { root }: IndexedRoot, limitBytes: number): Promise<readonly RawPath[]> {
  const args = [...FILES, `--max-filesize=${limitBytes}`, "--debug"];
  const outcome = await runWalk(plan, root, { args, paths: ["./"] }, () => () => undefined);
  return outcome.ok ? outcome.value.messages.tooLarge : [];
}
