import { describe, expect, test } from "vitest";
import { Capture } from "../../src/shell/capture.ts";

function captured(keepChars: number, ...chunks: readonly (string | Buffer)[]) {
  const capture = new Capture(keepChars);
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
    const capture = new Capture(10);
    capture.write(Buffer.from("a"));
    capture.close();
    capture.write(Buffer.from("b"));
    expect(capture.snapshot()).toEqual({ text: "a", keptChars: 1, chars: 1 });
  });
});
