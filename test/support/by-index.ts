// A workspace whose searches go by the index wherever it can answer them: each is made again until it does, or until it is clear that it will not.
import type { OpenWorkspace, SearchWay } from "../../src/index.ts";

/** Reasons that pass. */
const NOT_YET: ReadonlySet<string> = new Set(["no index yet", "starting", "listing", "building", "events lost"]);
const PATIENT_MS = 5_000;

/** Whether this is the run of the search suite by the index (vitest.config.ts). */
export const IS_INDEXED_RUN: boolean = process.env.FOSSICK_TEST_INDEX === "1";

/** Where the index is, if a test does not say. */
export const HOST = process.env.FOSSICK_TEST_HOST === "process" ? "process" : "server";

export function byIndex(workspace: OpenWorkspace): OpenWorkspace {
  let ways: SearchWay[] = [];
  workspace.onWay((way) => ways.push(way));
  const whenKnown = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (const end = performance.now() + PATIENT_MS; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
      ways = [];
      const answer = await ask();
      const isWorthWaiting = ways.some((way) => way.way === "plain" && NOT_YET.has(way.why));
      if (!isWorthWaiting || performance.now() > end) return answer;
    }
  };
  return {
    ...workspace,
    search: (query, signal) => whenKnown(() => workspace.search(query, signal)),
    call: (tool, args, signal) => whenKnown(() => workspace.call(tool, args, signal)),
    onWay: (listener) =>
      workspace.onWay((way) => {
        ways.push(way);
        listener(way);
      }),
  };
}
