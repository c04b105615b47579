// Files too large to be searched across lines: ripgrep skips them in silence, so they are looked for by size.
import { statOf } from "../workspace/entry.ts";
import { joined, type RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import { FILES } from "./ripgrep/arguments.ts";
import { readNames } from "./ripgrep/listing.ts";
import { isAccepted, runWalk } from "./walk-run.ts";

/** Absolute paths of files above the limit that the search would have read. */
export async function largeFiles(plan: Plan, limitBytes: number): Promise<readonly RawPath[]> {
  const large: RawPath[] = [];
  for (const [index, root] of plan.roots.entries()) {
    if (root.kind === "file") continue;
    const add = (name: RawPath): void => {
      const real = joined(root.real, name);
      const size = Number(statOf(real)?.size ?? 0);
      if (size > limitBytes && isAccepted({ root: index, name, real, isRoot: false }, "file", plan)) large.push(joined(root.path, name));
    };
    await runWalk(plan, root, { args: FILES, paths: ["./"] }, () => readNames(add));
  }
  return large.sort();
}
