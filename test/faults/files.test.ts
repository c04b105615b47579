// The files room under faults, for seconds; the long run has the same trials with larger counts.
import { expect, test } from "vitest";
import { editInCrowds, editInParallel, editRandomBytes, fillTheDisk, killDuringOverwrite, raceTheFence, readInCrowds, viewOddFiles } from "./files.ts";

const onLinux = test.runIf(process.platform === "linux");

onLinux("no read, write, edit or listing reaches what a swapped directory leads to", async () => {
  const counts = await raceTheFence({ trials: 1_500 });
  expect(counts.outside).toBe(0);
  expect(counts.inside).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(0);
});

test.each([1, 2])("fifty parallel edits of one file through %i servers lose none that was acknowledged", async (servers) => {
  const counts = await editInParallel({ edits: 50, servers });
  expect(counts).toEqual({ edits: 50, acknowledged: 50, refused: 0, lost: 0 });
});

test.each([1, 2] as const)("kill -9 in the middle of an overwrite of a file with %i links leaves it whole and nothing behind", async (links) => {
  const { torn, acknowledgedButOld, leftovers } = await killDuringOverwrite({ trials: 6, links });
  expect({ torn, acknowledgedButOld, leftovers }).toEqual({ torn: 0, acknowledgedButOld: 0, leftovers: 0 });
});

test("on a full disk the old content stays whole and no temporary is left", async ({ skip }) => {
  const counts = await fillTheDisk({ trials: 6 });
  if ("skipped" in counts) return skip(counts.skipped);
  expect(counts).toEqual({ trials: 6, refused: 6, damaged: 0, leftovers: 0 });
});

onLinux("800 parallel reads are answered with 256 descriptors", async () => {
  expect(await readInCrowds({ reads: 800, descriptors: 256 })).toEqual({ calls: 800, answered: 800 });
});

onLinux("200 parallel edits are made with 128 descriptors", async () => {
  expect(await editInCrowds({ edits: 200, descriptors: 128 })).toEqual({ calls: 200, answered: 200 });
});

onLinux("odd and huge files are refused or viewed in bounded memory", async () => {
  const { answers, extraMb } = await viewOddFiles({ entries: 20_000 });
  expect(answers.map(({ what, answer }) => [what, answer.replace(/\/\S*\//, "").slice(0, 60)])).toEqual([
    ["FIFO", "[INVALID_INPUT] path fifo is a named pipe, not a regular fil"],
    ["socket", "[INVALID_INPUT] path socket is a socket, not a regular file "],
    ["device", "[INVALID_INPUT] path zero is a device, not a regular file or"],
    ["1 GiB line, whole", "[FILE_TOO_LARGE] file line.txt is 1073741824 bytes, exceeds "],
    ["1 GiB line, by range", `1\t${"x".repeat(58)}`],
    ["100 GiB sparse file, by range", "500\ta line"],
    ["directory with many entries", "many/"],
  ]);
  expect(Math.max(...answers.map(({ chars }) => chars))).toBeLessThan(48_000);
  expect(extraMb).toBeLessThan(256);
});

test("random edits of random bytes change nothing outside the match", () => {
  expect(editRandomBytes({ edits: 1_000 })).toEqual({ edits: 1_000, wrong: 0 });
});
