// How many files a tree has. Nobody waits for it, and it is counted no further than it matters.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Plan } from "../plan.ts";
import type { Root } from "../query.ts";
import { FILES } from "../ripgrep/arguments.ts";
import { readNames } from "../ripgrep/listing.ts";
import { runWalk } from "../walk-run.ts";

const MAX_MS = 60_000;
const EVERYTHING: Plan["filter"] = { spec: { globs: [] }, passes: () => true, narrow: [], exclude: [], looksAtPaths: false };

/** At most about `most`; undefined if they could not be counted. */
export async function countFiles(plan: Plan, tree: RawPath, most: number): Promise<number | undefined> {
  let count = 0;
  const root: Root = { given: "", path: tree, real: tree, kind: "directory", size: 0 };
  const whole: Plan = { ...plan, filter: EVERYTHING, roots: [root], signal: plan.workspace.closed, deadline: performance.now() + MAX_MS, inBackground: true };
  const reader = () => {
    count = 0;
    const read = readNames(() => count++);
    return (chunk: Buffer): "stop" | undefined => {
      read(chunk);
      return count >= most ? "stop" : undefined;
    };
  };
  const outcome = await runWalk(whole, root, { args: FILES, paths: ["./"] }, reader);
  return outcome.ok ? count : undefined;
}
