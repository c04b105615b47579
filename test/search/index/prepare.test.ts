// Before anybody searches: what an earlier server kept is opened, so that the first search has it.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { call } from "../../../src/call.ts";
import { DIALECTS } from "../../../src/dialects/index.ts";
import type { SearchWay } from "../../../src/index.ts";
import { residentOf } from "../../../src/search/index/resident.ts";
import type { Dialect, Tool } from "../../../src/tool.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { engineAt, NEVER } from "../../support/engine.ts";
import { tree } from "../../support/tree.ts";

const HERE = { use: "always", minFiles: 1, cacheBytes: 2 ** 24, host: "server" } as const;
const FILES = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`d${i % 5}/${i}.txt`, `needle ${i}\n`]));

interface Place {
  readonly root: string;
  readonly cache: string;
}

describe.each(DIALECTS)("$name", (dialect) => {
  test("the first search goes by the index that an earlier server kept, and sees what has changed since", async () => {
    const place = await kept(dialect);
    fs.writeFileSync(path.join(place.root, "d0/0.txt"), "thimble\n");
    const { workspace, ways } = served(place);
    await toolOf(dialect).prepare?.(workspace);
    await expect.poll(() => residentOf(workspace).isReady).toBe(true);
    expect(ways).toEqual([]);
    const reply = await asked(dialect, workspace, "thimble");
    expect(reply).toContain("0.txt");
    expect(ways.map(({ way }) => way)).toEqual(["index"]);
  });
});

const boris = DIALECTS[0] as Dialect;

test("where nothing is kept, nothing is opened; only how many files there are is known", async () => {
  const { workspace } = served({ root: tree(FILES), cache: path.join(tree({}), "cache") });
  await toolOf(boris).prepare?.(workspace);
  const { walk } = parsedBy(boris, workspace);
  expect([residentOf(workspace).states, residentOf(workspace).countOf(workspace.session.directory, walk)]).toEqual([[], 60]);
});

test("what is kept for other walks is left alone", async () => {
  const place = await kept(DIALECTS.find(({ name }) => name === "codex") as Dialect);
  const { workspace } = served(place);
  await toolOf(boris).prepare?.(workspace);
  await sleep(2_000);
  expect(residentOf(workspace).states).toEqual([]);
});

test("without an index nothing is looked at", async () => {
  const place = await kept(boris);
  const workspace = engineAt(place.root, { cacheDirectory: place.cache, index: { ...HERE, use: "off" } });
  await toolOf(boris).prepare?.(workspace);
  expect(residentOf(workspace).countOf(workspace.session.directory, parsedBy(boris, workspace).walk)).toBeUndefined();
});

test("a workspace that is closed meanwhile opens nothing", async () => {
  const { workspace } = served(await kept(boris));
  const prepared = toolOf(boris)
    .prepare?.(workspace)
    .catch(() => {});
  await workspace.close();
  await prepared;
  await sleep(2_000); // it would be open by then
  expect(residentOf(workspace).states).toEqual([]);
});

/** A tree of which a server of this dialect has kept an index. */
async function kept(dialect: Dialect): Promise<Place> {
  const place = { root: tree(FILES), cache: path.join(tree({}), "cache") };
  const { workspace } = served(place);
  await asked(dialect, workspace, "needle");
  while (!residentOf(workspace).states.some(({ isWarm }) => isWarm)) await sleep(10); // all has been read by then
  await workspace.close();
  return place;
}

function served({ root, cache }: Place): { readonly workspace: Workspace; readonly ways: SearchWay[] } {
  const workspace = engineAt(root, { cacheDirectory: cache, index: HERE });
  const ways: SearchWay[] = [];
  workspace.session.onWay = (way) => ways.push(way);
  return { workspace, ways };
}

function toolOf({ tools }: Dialect): Tool {
  return tools.find(({ role }) => role === "search") as Tool;
}

async function asked(dialect: Dialect, workspace: Workspace, pattern: string): Promise<string> {
  const tool = toolOf(dialect);
  const context = { settings: workspace.settings, directory: workspace.session.directory };
  return (await call(dialect, tool.name, tool.roleArguments?.({ pattern }, context) ?? { pattern }, { workspace, signal: NEVER })).text;
}

function parsedBy(dialect: Dialect, { settings, session }: Workspace) {
  const query = toolOf(dialect).parse({ pattern: "x" }, { settings, directory: session.directory });
  if (!query.ok) throw new Error(query.failure.code);
  return query.value.search;
}
