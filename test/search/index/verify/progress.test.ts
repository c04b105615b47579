// When it is worth it to go on looking at files in order, as time tells. Its clock is turned by hand.
import { expect, test } from "vitest";
import { provenOf } from "../../../../src/search/index/pattern/proven.ts";
import { Pace } from "../../../../src/search/index/verify/pace.ts";
import { Progress } from "../../../../src/search/index/verify/progress.ts";
import type { Task, Verdicts } from "../../../../src/search/index/verify/verdicts.ts";

const FILES = 20_000;
const BUDGET_MS = 400;
const MS_PER_FILE = 0.1;

/** After how many files of 20,000, of which each takes a tenth of a millisecond, it is given up, where so many lines stand in the first ones; undefined if a page is full before. */
function givenUpAfter(foundIn: (done: number) => number): number | undefined {
  let nowMs = 0;
  const task = {
    crowd: { size: FILES, toCome: 0, bytes: FILES * 1_000 },
    verification: {
      proven: provenOf({ pattern: "\\s+$", caseInsensitive: false, multiline: false }),
      shape: { what: "lines" },
      budgetMs: BUDGET_MS,
      leftMs: 0,
    },
    reach: { least: 251 },
    isCalledOff: () => false,
  } as unknown as Task;
  const progress = new Progress(task, new Pace(), () => nowMs);
  for (let done = 1; done <= FILES; done++) {
    nowMs = done * MS_PER_FILE;
    const verdicts = { found: foundIn(done), shownChars: 0, done, doneBytes: done * 1_000, left: 0 } as Verdicts;
    progress.note(verdicts, FILES - done, false);
    if (progress.isTooSlow) return done;
    if (progress.isCountingOn || progress.isEnough) return undefined;
  }
  return undefined;
}

test.each([
  ["a page that fills is waited for", (done: number) => done / 10, undefined],
  ["a page that begins well and ceases is given up when nothing came for half of the time", (done: number) => Math.min(done / 2, 200), 1024],
  ["a page that begins well and nearly ceases, as well", (done: number) => Math.min(done / 2, 200 + done / 1_000), 1024],
  ["a short lull at the beginning says nothing", (done: number) => (done < 390 ? Math.min(done, 100) : done), undefined],
  ["where nothing is found, it is given up at once", () => 0, 96],
])("%s", (_, foundIn, expected) => {
  expect(givenUpAfter((done) => Math.floor(foundIn(done)))).toBe(expected);
});
