// Calls of our own, and those of others, meet the same kind of objects: code that was compiled for the ones is good for the others.
import v8 from "node:v8";
import vm from "node:vm";
import { expect, test } from "vitest";
import { DIALECTS } from "../../../src/dialects/index.ts";
import { ownWorkspace, partsBeside, partsIn, servedParts } from "../../../src/server/stdio/served.ts";
import type { Dialect } from "../../../src/tool.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { engineAt } from "../../support/engine.ts";
import { tree } from "../../support/tree.ts";

v8.setFlagsFromString("--allow-natives-syntax");
const isOfOneKind = vm.runInThisContext("(one, other) => %HaveSameMap(one, other)") as (one: object, other: object) => boolean;
const CHANGES = { searchTimeoutMs: 100, isDefaultSearchTimeout: false, receiptMs: 0 };

function parts() {
  return { dialect: DIALECTS[0] as Dialect, workspace: engineAt(tree({ "a.txt": "x\n" })), version: "1", log: () => {} };
}

test("whether beside those who call, or elsewhere", () => {
  const given = parts();
  const served = servedParts(given);
  const beside = partsBeside(given, CHANGES);
  const elsewhere = partsIn(given, ownWorkspace(given.workspace, import.meta.dirname, 100) as Workspace);
  for (const own of [beside, elsewhere]) {
    expect(isOfOneKind(served, own)).toBe(true);
    expect(isOfOneKind(served.workspace, own.workspace)).toBe(true);
    expect(isOfOneKind(served.workspace.settings, own.workspace.settings)).toBe(true);
    expect(isOfOneKind(served.workspace.session, own.workspace.session)).toBe(true);
  }
  expect(isOfOneKind(served.workspace, { ...served.workspace, another: 1 })).toBe(false);
});

test("what is served is the workspace itself, and its session", () => {
  const given = parts();
  const { workspace } = servedParts(given);
  expect(workspace).toEqual(given.workspace);
  expect(workspace.session).toBe(given.workspace.session);
});

test("a session of our own has other limits, and nothing but the index and what is left out in common with others", () => {
  const given = parts();
  given.workspace.session.memory.set("seen files", new Map());
  const { workspace } = partsBeside(given, CHANGES);
  expect(workspace.settings).toEqual({ ...given.workspace.settings, ...CHANGES });
  expect(workspace.session).not.toBe(given.workspace.session);
  expect([...workspace.session.memory.keys()]).toEqual(["resident index", "left out"]);
});
