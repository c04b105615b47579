// Calls that a server makes by itself: before it can be greeted, soon after, and when there is an index.
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { call } from "../../../src/call.ts";
import { DIALECTS } from "../../../src/dialects/index.ts";
import { ok } from "../../../src/failure.ts";
import { rehearse } from "../../../src/server/stdio/rehearse.ts";
import { warmUpByIndex, warmUpSoon } from "../../../src/server/stdio/warm-up.ts";
import type { Dialect } from "../../../src/tool.ts";
import { noteUse, type Workspace } from "../../../src/workspace/workspace.ts";
import { engineAt, NEVER } from "../../support/engine.ts";
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
  while (asked.length < 7) await sleep(5);
  expect(JSON.stringify(asked[0])).toContain("nowhere");
  expect(JSON.stringify(asked[1])).toContain("deprecated");
  expect(JSON.stringify(asked[2])).not.toContain("deprecated");
  expect(places.some(({ session }) => session === workspace.session)).toBe(false);
  expect([workspace.session.calls, workspace.session.isUsed, workspace.session.onIndexReady.size]).toEqual([0, false, 0]);
});

test.each(DIALECTS)("words of what is found are asked for next, in those of $name", async (dialect) => {
  const { parts, asked, tell } = warmingUp(dialect);
  for (const tool of parts.dialect.tools) Object.assign(tool, { render: () => ({ text: "a.txt:1:first_finding second_finding", outcome: "found" }) });
  tell(true);
  const isAsked = (word: string): boolean => asked.some((query) => JSON.stringify(query).includes(word));
  while (!isAsked("first_finding") || !isAsked("second_finding")) await sleep(5);
});

test("what it learns of what is left out is known to who calls later", async () => {
  const { workspace, places, tell } = warmingUp(DIALECTS[0] as Dialect);
  tell(true);
  while (places.length < 1) await sleep(5);
  expect(workspace.session.memory.get("left out")).toBeInstanceOf(Map);
  expect(places[0]?.session.memory.get("left out")).toBe(workspace.session.memory.get("left out"));
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

test("what its calls will need is made ready; that it fails is nobody's concern", async () => {
  const { parts, workspace, places } = warmingUp(DIALECTS[0] as Dialect);
  const prepared: Workspace[] = [];
  const prepare = (of: Workspace): Promise<void> => {
    prepared.push(of);
    return Promise.reject(new Error("a mistake of ours"));
  };
  const tools = parts.dialect.tools.map((tool) => ({ ...tool, ...(tool.role === "search" ? { prepare } : {}) }));
  warmUpSoon({ ...parts, dialect: { ...parts.dialect, tools } });
  while (places.length < 1) await sleep(5);
  expect(prepared).toEqual([workspace]);
});

test("who calls meanwhile does that", async () => {
  const { parts, workspace } = warmingUp(DIALECTS[0] as Dialect);
  const prepared: Workspace[] = [];
  const tools = parts.dialect.tools.map((tool) => ({ ...tool, prepare: async (of: Workspace) => void prepared.push(of) }));
  workspace.session.calls = 1;
  warmUpSoon({ ...parts, dialect: { ...parts.dialect, tools } });
  await sleep(400);
  expect(prepared).toEqual([]);
});

test("who has called before is not held up", async () => {
  const { parts, workspace, places } = warmingUp(DIALECTS[0] as Dialect);
  warmUpSoon(parts);
  workspace.session.isUsed = true;
  await sleep(400);
  expect(places).toEqual([]);
});

/** A workspace whose tool does not end before its workspace, unless that is the one that is served; and where it was called. */
function endless() {
  const workspace = engineAt(tree({ "a.txt": "x\n" }));
  const places: Workspace[] = [];
  const boris = DIALECTS[0] as Dialect;
  const tools = boris.tools.map((tool) => ({
    ...tool,
    run: async (_: unknown, { workspace: place }: { readonly workspace: Workspace }) => {
      places.push(place);
      if (place !== workspace) await new Promise((resolve) => place.closed.addEventListener("abort", resolve, { once: true }));
      return ok("found");
    },
    render: () => ({ text: "found", outcome: "found" as const }),
  }));
  const parts = { dialect: { ...boris, tools }, workspace, version: "1", log: () => {} };
  const firstPlace = async (): Promise<Workspace> => {
    while (places.length < 1) await sleep(5);
    return places[0] as Workspace;
  };
  return { parts, places, firstPlace };
}

describe.each<[string, (parts: ReturnType<typeof endless>["parts"]) => void]>([
  ["before it is greeted", ({ dialect, workspace }) => void rehearse(dialect, workspace)],
  ["soon after", warmUpSoon],
])("what it asks itself %s", (_, begin) => {
  test("ends as soon as somebody calls, and is not begun again", async () => {
    const { parts, places, firstPlace } = endless();
    begin(parts);
    const own = await firstPlace();
    expect([own === parts.workspace, own.closed.aborted]).toEqual([false, false]);
    const reply = await call(parts.dialect, "grep", { pattern: "x" }, { workspace: parts.workspace, signal: NEVER });
    expect([reply.text, own.closed.aborted]).toEqual(["found", true]);
    await sleep(200);
    expect(places).toEqual([own, parts.workspace]);
  });

  test("ends with the server", async () => {
    const { parts, firstPlace } = endless();
    begin(parts);
    const own = await firstPlace();
    await parts.workspace.close();
    expect(own.closed.aborted).toBe(true);
  });
});

test("before it is greeted, one search for lines is made", async () => {
  const { parts, workspace, asked, places } = warmingUp(DIALECTS[0] as Dialect);
  await rehearse(parts.dialect, workspace);
  expect(asked).toMatchObject([{ view: { mode: "content" } }]);
  expect(places[0]?.closed.aborted).toBe(true);
});

test("that somebody calls is told once", () => {
  const { workspace } = warmingUp(DIALECTS[0] as Dialect);
  let times = 0;
  workspace.session.onUse.add(() => {
    times++;
  });
  noteUse(workspace.session);
  noteUse(workspace.session);
  expect([times, workspace.session.isUsed]).toEqual([1, true]);
});
