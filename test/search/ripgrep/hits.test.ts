// What ripgrep prints of lines, and how it is read.
import { expect, test } from "vitest";
import { readHits } from "../../../src/search/ripgrep/hits.ts";

/** What is read of a text that comes in two pieces. */
function read(text: string, cutAt: number): readonly string[] {
  const seen: string[] = [];
  const reader = readHits((hit) => {
    seen.push("line" in hit ? `${hit.path} ${hit.kind} ${hit.line} ${hit.offset} ${hit.raw}` : `${hit.path} is ${hit.kind}`);
    return undefined;
  });
  const bytes = Buffer.from(text, "latin1");
  reader(bytes.subarray(0, cutAt));
  reader(bytes.subarray(cutAt));
  reader.end?.();
  return seen;
}

test.each([
  ["after the name of its file", "./a\x001:0:x\n3-9-y: z\n\n./b/c\x0012:7:\n", ["a hit 1 0 x", "a context 3 9 y: z", "b/c hit 12 7 "]],
  ["each after the name of its file", "a\x001:0:x\na\x003-9-y\nab\x0012:7:z\n", ["a hit 1 0 x", "a context 3 9 y", "ab hit 12 7 z"]],
  ["with Windows' ends of lines", "./a\x001:0:x\r\n\r\n./b\x001:0:y\r\n", ["a hit 1 0 x", "b hit 1 0 y"]],
  ["of a file whose name has several lines", "./a\x001:0:x\n\n./4\n5:6:7\x001:0:y\n2:2:z\n", ["a hit 1 0 x", "4\n5:6:7 hit 1 0 y", "4\n5:6:7 hit 2 2 z"]],
  ["too long to be printed", "./a\x001:0:[Omitted long matching line]\n2:9:x\n", ["a hit 1 0 undefined", "a hit 2 9 x"]],
  [
    "with what is said of binary files between them",
    './a\x001:0:x\n./a: WARNING: stopped searching binary file after match (found "\\0" byte around offset 9)\n\n./b\x001:0:y\n' +
      'b: binary file matches (found "\\0" byte around offset 8)\n',
    ["a hit 1 0 x", "a is stopped", "b hit 1 0 y", "b is binary"],
  ],
])("lines %s are read, wherever a piece ends", (_, text, expected) => {
  for (let cutAt = 0; cutAt <= text.length; cutAt++) expect(read(text, cutAt)).toEqual(expected);
});
