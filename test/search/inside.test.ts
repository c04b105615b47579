// Lines of files that have slipped out of the fence are not shown.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { rowsInside } from "../../src/search/inside.ts";
import type { Plan } from "../../src/search/plan.ts";
import type { Row } from "../../src/search/query.ts";
import { makeFence } from "../../src/workspace/fence.ts";
import { rawOf } from "../../src/workspace/raw-path.ts";
import { tree } from "../support/tree.ts";

test("only lines of files that are really inside are shown", () => {
  const outside = tree({ "far/a.txt": "a", "b.txt": "b" });
  const root = tree({ "near/a.txt": "a", "near/deep/b.txt": "b" });
  fs.symlinkSync(path.join(outside, "far"), path.join(root, "swapped"));
  fs.symlinkSync(path.join(outside, "b.txt"), path.join(root, "near/out.txt"));
  fs.symlinkSync("near", path.join(root, "again"));
  const names = ["near/a.txt", "near/deep/b.txt", "swapped/a.txt", "near/out.txt", "again/a.txt", "again/out.txt", "gone/c.txt"];
  const entries = names.map((name) => ({ root: 0, name, kind: "file" as const }));
  const rows: Row[] = names.map((_, entry) => ({ kind: "hit", entry }) as Row);
  const fence = makeFence([rawOf(fs.realpathSync(root))], [], rawOf(root));
  const plan = { roots: [{ path: rawOf(root) }], workspace: { fence: fence.ok && fence.value } } as unknown as Plan;
  const shown = rowsInside({ entries, rows }, plan).map((row) => (row.kind === "gap" ? row : names[row.entry]));
  expect(shown).toEqual(["near/a.txt", "near/deep/b.txt", "again/a.txt", "gone/c.txt"]);
});
