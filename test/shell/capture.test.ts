import { describe, expect, test } from "vitest";
import { DEFAULTS } from "../../src/settings.ts";
import { Capture } from "../../src/shell/capture.ts";
import { artifactOf, recordArtifact } from "../../src/workspace/artifacts.ts";
import { createWorkspace } from "../../src/workspace/workspace.ts";
import { tree } from "../support/tree.ts";

function captured(keepChars: number, ...chunks: readonly (string | Buffer)[]) {
  const capture = new Capture({ keepChars });
  for (const chunk of chunks) capture.write(Buffer.from(chunk as string));
  capture.close();
  return capture.snapshot();
}

describe("a capture", () => {
  test.each([
    ["what fits is kept whole", 5, ["ab", "cd"], { text: "abcd", keptChars: 4, chars: 4 }],
    ["exactly the limit is not cut", 4, ["ab", "cd"], { text: "abcd", keptChars: 4, chars: 4 }],
    ["what is beyond the limit is counted", 3, ["ab", "cd", "ef"], { text: "abc", keptChars: 3, chars: 6 }],
    ["a character outside the BMP is one, and is not split", 2, ["a😀😀b"], { text: "a😀", keptChars: 2, chars: 4 }],
    ["a flood of wide characters is counted in characters", 1, ["é", "éé", "abc", "é"], { text: "é", keptChars: 1, chars: 7 }],
    ["nothing is nothing", 3, [], { text: "", keptChars: 0, chars: 0 }],
    ["a byte order mark is a character", 3, [Buffer.from([0xef, 0xbb, 0xbf, 0x61])], { text: "\ufeffa", keptChars: 2, chars: 2 }],
    ["invalid bytes are shown as replacement characters", 9, [Buffer.from([0x61, 0xff, 0x62])], { text: "a\ufffdb", keptChars: 3, chars: 3 }],
    ["half a character at the end is one replacement character", 9, [Buffer.from([0x61, 0xf0, 0x9f])], { text: "a\ufffd", keptChars: 2, chars: 2 }],
  ])("%s", (_, limit, chunks, expected) => {
    expect(captured(limit, ...chunks)).toEqual(expected);
  });

  test("chunks that split a character do not show it", () => {
    const bytes = [...Buffer.from("a😀é€z")].map((byte) => Buffer.from([byte]));
    expect(captured(10, ...bytes)).toEqual({ text: "a😀é€z", keptChars: 5, chars: 5 });
    expect(captured(1, ...bytes)).toEqual({ text: "a", keptChars: 1, chars: 5 });
  });

  test("what is written after the close is dropped", () => {
    const capture = new Capture({ keepChars: 10 });
    capture.write(Buffer.from("a"));
    capture.close();
    capture.write(Buffer.from("b"));
    expect(capture.snapshot()).toEqual({ text: "a", keptChars: 1, chars: 1 });
  });
});

describe("a capture that keeps the end, too", () => {
  function captured(keepChars: number, lastChars: number, ...chunks: readonly (string | Buffer)[]) {
    const capture = new Capture({ keepChars, lastChars });
    for (const chunk of chunks) capture.write(Buffer.from(chunk as string));
    capture.close();
    return capture.snapshot();
  }

  test.each([
    ["what fits has no end", 4, 2, ["ab", "cd"], { text: "abcd", keptChars: 4, chars: 4 }],
    ["the end begins where the beginning ends", 3, 9, ["ab", "cd", "ef"], { text: "abc", keptChars: 3, chars: 6, last: "def" }],
    ["only so much of it is kept", 3, 2, ["ab", "cdefg"], { text: "abc", keptChars: 3, chars: 7, last: "fg" }],
    ["of many pieces, too", 1, 3, [..."abcdefghijklmnopqrstuvwxyz"], { text: "a", keptChars: 1, chars: 26, last: "xyz" }],
    ["a piece is longer than the end", 1, 2, ["a", "b".repeat(100), "cd"], { text: "a", keptChars: 1, chars: 103, last: "cd" }],
    ["a character outside the BMP is one", 1, 2, ["😀😀", "😀", "a😀"], { text: "😀", keptChars: 1, chars: 5, last: "a😀" }],
    ["nor is it split", 1, 2, ["a", ...Array.from({ length: 50 }, () => "😀")], { text: "a", keptChars: 1, chars: 51, last: "😀😀" }],
    ["invalid bytes at the very end", 1, 2, ["ab", Buffer.from([0xf0, 0x9f])], { text: "a", keptChars: 1, chars: 3, last: "b\ufffd" }],
  ])("%s", (_, keepChars, lastChars, chunks, expected) => {
    expect(captured(keepChars, lastChars, ...chunks)).toEqual(expected);
  });

  test("chunks that split a character do not show it", () => {
    const bytes = [...Buffer.from("a😀é€z")].map((byte) => Buffer.from([byte]));
    expect(captured(1, 3, ...bytes)).toEqual({ text: "a", keptChars: 1, chars: 5, last: "é€z" });
  });

  test("a recording is kept if there is more than the beginning, and is dropped if not", () => {
    const workspace = createWorkspace({ ...DEFAULTS, workdir: tree({}) });
    if (!workspace.ok) throw new Error(workspace.failure.code);
    const recorded = (...chunks: readonly string[]) => {
      const recording = recordArtifact(workspace.value);
      const capture = new Capture({ keepChars: 3, lastChars: 1, recording });
      for (const chunk of chunks) capture.write(Buffer.from(chunk));
      capture.close();
      return [capture.snapshot().artifact?.totalBytes, artifactOf(recording.id, workspace.value)?.bytes.toString()];
    };
    expect([recorded("ab", "c"), recorded("ab", "cd")]).toEqual([
      [undefined, undefined],
      [4, "abcd"],
    ]);
  });
});
