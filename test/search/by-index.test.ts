import { expect, test } from "vitest";
import type { SearchWay } from "../../src/index.ts";
import { IS_INDEXED_RUN } from "../support/by-index.ts";
import { tree } from "../support/tree.ts";
import { textOf, workspaceAt } from "../support/workspace.ts";

test.runIf(IS_INDEXED_RUN)("in the run by the index, searches go by it", async () => {
  const workspace = workspaceAt(tree({ "a.txt": "needle\n", "b.txt": "hay\n" }));
  const ways: SearchWay[] = [];
  workspace.onWay((way) => ways.push(way));
  expect(await textOf(workspace, "grep", { pattern: "needle" })).toBe("a.txt");
  expect(ways.at(-1)?.way).toBe("index");
});
