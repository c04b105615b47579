import { expect, test } from "vitest";
import { viewArtifact } from "../../src/files/view-artifact.ts";
import { DEFAULTS } from "../../src/settings.ts";
import { keepArtifact } from "../../src/workspace/artifacts.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/workspace.ts";
import { tree } from "../support/tree.ts";

const NEVER = new AbortController().signal;
const ALL = { first: 1, last: Number.POSITIVE_INFINITY, columns: 100, textChars: 1_000 };

function newWorkspace(): Workspace {
  const workspace = createWorkspace({ ...DEFAULTS, workdir: tree({}) });
  if (!workspace.ok) throw new Error(workspace.failure.code);
  return workspace.value;
}

async function lines(text: string, limits: Partial<typeof ALL> = {}): Promise<unknown> {
  const workspace = newWorkspace();
  const viewed = await viewArtifact({ ...ALL, ...limits, id: keepArtifact(text, workspace) }, workspace, NEVER);
  return viewed.ok ? [viewed.value.first, viewed.value.lines.map((line) => line.text), viewed.value.total, viewed.value.isCut] : viewed.failure;
}

test.each([
  ["all lines", "a\nb\r\n\nc", {}, [1, ["a", "b", "", "c"], 4, false]],
  ["a range", "a\nb\nc\nd\n", { first: 2, last: 3 }, [2, ["b", "c"], 4, false]],
  ["as much as fits", "aaaa\nbbbb\ncccc\n", { textChars: 11 }, [1, ["aaaa", "bbbb"], 3, true]],
  ["past the end", "a\nb\n", { first: 3 }, { code: "range-past-end", first: 3, total: 2 }],
])("%s", async (_, text, limits, expected) => {
  expect(await lines(text, limits)).toEqual(expected);
});

test("characters at the seams of its reading stay whole", async () => {
  expect(await lines("é".repeat(200_000), { columns: 200_000, textChars: 500_000 })).toEqual([1, ["é".repeat(200_000)], 1, false]);
  expect(await lines(`x${"é".repeat(200_000)}`, { columns: 200_001, textChars: 500_000 })).toEqual([1, [`x${"é".repeat(200_000)}`], 1, false]);
});

test("what is not kept is not found", async () => {
  expect(await viewArtifact({ ...ALL, id: "nope" }, newWorkspace(), NEVER)).toEqual({
    ok: false,
    failure: { code: "artifact-gone", url: "artifact://nope" },
  });
});

test("it says how much of the text there is", async () => {
  const workspace = newWorkspace();
  const id = keepArtifact("x\n".repeat(5 * 1024 * 1024), workspace);
  expect(await viewArtifact({ ...ALL, id, last: 1 }, workspace, NEVER)).toMatchObject({
    value: { lines: [{ text: "x" }], total: 4 * 1024 * 1024, keptBytes: 8 * 1024 * 1024, totalBytes: 10 * 1024 * 1024 },
  });
});

test("a cancelled call throws", async () => {
  const workspace = newWorkspace();
  await expect(viewArtifact({ ...ALL, id: keepArtifact("a", workspace) }, workspace, AbortSignal.abort())).rejects.toThrow("abort");
});
