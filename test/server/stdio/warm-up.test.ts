// Calls that a server makes by itself when there is an index.
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { DIALECTS } from "../../../src/dialects/index.ts";
import { ok } from "../../../src/failure.ts";
import { warmUpByIndex, warmUpSoon } from "../../../src/server/stdio/warm-up.ts";
import type { Dialect } from "../../../src/tool.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { engineAt } from "../../support/engine.ts";
import { tree } from "../../support/tree.ts";

/** A workspace that warms up, what its tool is asked, and where. */
function warmingUp(dialect: Dialect, limit = Number.POSITIVE_INFINITY) {
  const workspace = engineAt(tree({ "a.txt": "x\n" }));
  const asked: unknown[] = [];
  const places: Workspace[] = [];
  const tools = dialect.tools.map((tool) => ({
    ...tool,
    run: async (query: unknown, { workspace: place }: { readonly workspace: Workspace }) => {
      asked.push(query);
      places.push(place);
      if (asked.length >= limit) workspace.session.calls = 1;
      return ok("found");
    },
    render: () => ({ text: "", outcome: "found" as const }),
  }));
  const parts = { dialect: { ...dialect, tools }, workspace, version: "1", log: () => {} };
  warmUpByIndex(parts);
  const tell = (isWarm: boolean): void => {
    for (const listener of workspace.session.onIndexReady) listener(isWarm);
  };
  return { parts, workspace, asked, places, tell };
}

test.each(DIALECTS)("in the words of $name, in a session of its own", async (dialect) => {
  const { workspace, asked, places, tell } = warmingUp(dialect);
  tell(false);
  tell(true);
  while (asked.length < 6) await sleep(5);
  expect(JSON.stringify(asked[0])).toContain("deprecated");
  expect(JSON.stringify(asked[5])).not.toContain("deprecated");
  expect(places.some(({ session }) => session === workspace.session)).toBe(false);
  expect([workspace.session.calls, workspace.session.isUsed, workspace.session.onIndexReady.size]).toEqual([0, false, 0]);
});

test("not before the index has warmed up itself", async () => {
  const { asked, tell } = warmingUp(DIALECTS[0] as Dialect);
  tell(false);
  await sleep(50);
  expect(asked).toEqual([]);
});

test("as long as somebody calls, it rests", async () => {
  const { workspace, asked, tell } = warmingUp(DIALECTS[0] as Dialect, 3);
  tell(true);
  while (asked.length < 3) await sleep(5);
  await sleep(100);
  expect(asked.length).toBe(3);
  workspace.session.calls = 0;
  while (asked.length < 4) await sleep(5);
});

test("before there is an index, hundreds of files of our own are looked at", async () => {
  const { parts, workspace, places } = warmingUp(DIALECTS[0] as Dialect);
  warmUpSoon(parts);
  while (places.length < 1) await sleep(5);
  const { directory } = (places[0] as Workspace).session;
  expect(directory).not.toBe(workspace.session.directory);
  expect(fs.readdirSync(directory, { recursive: true }).length).toBeGreaterThan(300);
});

test("who has called before is not held up", async () => {
  const { parts, workspace, places } = warmingUp(DIALECTS[0] as Dialect);
  warmUpSoon(parts);
  workspace.session.isUsed = true;
  await sleep(400);
  expect(places).toEqual([]);
});
