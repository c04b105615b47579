import { describe, expect, test } from "vitest";
import { DEFAULTS } from "../../src/settings.ts";
import {
  artifactIdIn,
  artifactOf,
  artifactUrl,
  keepArtifact,
  MAX_ARTIFACT_BYTES,
  MAX_ARTIFACTS,
  MAX_KEPT_BYTES,
  recordArtifact,
} from "../../src/workspace/artifacts.ts";
import { createWorkspace, type Workspace } from "../../src/workspace/workspace.ts";
import { tree } from "../support/tree.ts";

const MIB = 1024 * 1024;

function newWorkspace(): Workspace {
  const workspace = createWorkspace({ ...DEFAULTS, workdir: tree({}) });
  if (!workspace.ok) throw new Error(workspace.failure.code);
  return workspace.value;
}

/** What is kept, as text. */
function textIn(id: string, workspace: Workspace): string | undefined {
  return artifactOf(id, workspace)?.bytes.toString();
}

describe("an artifact", () => {
  test("is the text that was kept, with its size", () => {
    const workspace = newWorkspace();
    const id = keepArtifact("héllo\n", workspace);
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(artifactOf(id, workspace)).toEqual({ id, bytes: Buffer.from("héllo\n"), keptBytes: 7, totalBytes: 7 });
  });

  test("belongs to its session", () => {
    expect(artifactOf(keepArtifact("text", newWorkspace()), newWorkspace())).toBeUndefined();
  });

  test("is gone with the session", async () => {
    const workspace = newWorkspace();
    const id = keepArtifact("text", workspace);
    await workspace.close();
    expect(artifactOf(id, workspace)).toBeUndefined();
  });

  test("can be read while it is coming", () => {
    const workspace = newWorkspace();
    const recording = recordArtifact(workspace);
    expect([textIn(recording.id, workspace), recording.facts()]).toEqual([undefined, undefined]);
    for (const piece of ["one ", "two "]) recording.write(Buffer.from(piece));
    const before = artifactOf(recording.id, workspace)?.bytes;
    recording.write(Buffer.from("three"));
    recording.close();
    recording.write(Buffer.from("late"));
    expect([before?.toString(), textIn(recording.id, workspace)]).toEqual(["one two ", "one two three"]);
  });

  test.each([
    ["two bytes", "é", 1],
    ["three bytes", "€", 2],
    ["four bytes", "😀", 3],
  ])("that is coming is never cut inside a character of %s", (_, char, bytes) => {
    const workspace = newWorkspace();
    const recording = recordArtifact(workspace);
    recording.write(Buffer.from(`ab${char}`).subarray(0, 2 + bytes));
    expect(textIn(recording.id, workspace)).toBe("ab");
    recording.write(Buffer.from(char).subarray(bytes));
    expect(textIn(recording.id, workspace)).toBe(`ab${char}`);
  });

  test("keeps bytes that are no characters", () => {
    const workspace = newWorkspace();
    const recording = recordArtifact(workspace);
    recording.write(Buffer.from([0x61, 0xff, 0x80, 0x80, 0x80, 0x80, 0xe2]));
    expect(artifactOf(recording.id, workspace)?.bytes).toEqual(Buffer.from([0x61, 0xff, 0x80, 0x80, 0x80, 0x80]));
    recording.close();
    expect(artifactOf(recording.id, workspace)?.bytes).toEqual(Buffer.from([0x61, 0xff, 0x80, 0x80, 0x80, 0x80, 0xe2]));
  });

  test("is the beginning of a text that is too long", () => {
    const workspace = newWorkspace();
    const recording = recordArtifact(workspace);
    for (let i = 0; i < 10; i++) recording.write(Buffer.alloc(MIB, "x"));
    recording.close();
    expect(recording.facts()).toEqual({ id: recording.id, keptBytes: MAX_ARTIFACT_BYTES, totalBytes: 10 * MIB });
    expect(textIn(recording.id, workspace)).toBe("x".repeat(MAX_ARTIFACT_BYTES));
  });

  test("of a character that does not fit nothing is kept", () => {
    const workspace = newWorkspace();
    const id = keepArtifact(`${"x".repeat(MAX_ARTIFACT_BYTES - 1)}€`, workspace);
    expect(artifactOf(id, workspace)?.bytes.toString()).toBe("x".repeat(MAX_ARTIFACT_BYTES - 1));
  });

  test("that is dropped is forgotten, whatever comes", () => {
    const workspace = newWorkspace();
    const recording = recordArtifact(workspace);
    recording.write(Buffer.from("a"));
    recording.drop();
    recording.write(Buffer.from("b"));
    recording.close();
    expect([recording.facts(), artifactOf(recording.id, workspace)]).toEqual([undefined, undefined]);
  });
});

describe("a session keeps", () => {
  test("so many artifacts: the oldest go first", () => {
    const workspace = newWorkspace();
    const ids = Array.from({ length: MAX_ARTIFACTS + 2 }, (_, i) => keepArtifact(`text ${i}`, workspace));
    expect(ids.filter((id) => artifactOf(id, workspace) === undefined)).toEqual(ids.slice(0, 2));
  });

  test("so many bytes: the oldest go first", () => {
    const workspace = newWorkspace();
    const ids = Array.from({ length: 10 }, () => keepArtifact("x".repeat(4 * MIB), workspace));
    expect(ids.filter((id) => artifactOf(id, workspace) !== undefined)).toEqual(ids.slice(2));
  });

  test("no more than that of texts that are all still coming; what is complete makes room", () => {
    const workspace = newWorkspace();
    const complete = keepArtifact("x".repeat(MIB), workspace);
    const coming = Array.from({ length: 42 }, () => recordArtifact(workspace));
    for (let i = 0; i < 9; i++) for (const recording of coming) recording.write(Buffer.alloc(MIB, "x"));
    const kept = coming.reduce((sum, recording) => sum + (recording.facts()?.keptBytes ?? 0), 0);
    expect(artifactOf(complete, workspace)).toBeUndefined();
    expect(kept).toBeGreaterThan(MAX_KEPT_BYTES / 2);
    expect(kept).toBeLessThanOrEqual(MAX_KEPT_BYTES);
    for (const recording of coming) recording.close();
    const next = keepArtifact("y".repeat(MAX_ARTIFACT_BYTES), workspace);
    expect(artifactOf(next, workspace)).toMatchObject({ keptBytes: MAX_ARTIFACT_BYTES });
  });
});

test("an artifact has a name where a path is expected", () => {
  expect([artifactUrl("ab12"), artifactIdIn("artifact://ab12"), artifactIdIn("/w/artifact://ab12")]).toEqual(["artifact://ab12", "ab12", undefined]);
});
