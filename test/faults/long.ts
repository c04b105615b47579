// npm run faults: the trials at full length, and a table of what they counted. FOSSICK_FAULTS_SCALE=0.1 makes it a tenth as long.
import { afterAll, expect, test } from "vitest";
import { editInCrowds, editInParallel, editRandomBytes, fillTheDisk, killDuringOverwrite, raceTheFence, readInCrowds, viewOddFiles } from "./files.ts";
import { COMMANDS, countSurvivors, type Misbehaviour, WAYS, watchFlood } from "./processes.ts";

const SCALE = Number(process.env.FOSSICK_FAULTS_SCALE ?? 1);
const scaled = (count: number): number => Math.max(1, Math.round(count * SCALE));
const rows: [trial: string, counts: string][] = [];

afterAll(() => {
  const width = Math.max(...rows.map(([trial]) => trial.length));
  console.log(["", "| trial | counts |", "|---|---|", ...rows.map(([trial, counts]) => `| ${trial.padEnd(width)} | ${counts} |`), ""].join("\n"));
});

/** Notes the counts, and then insists on those that must be 0. */
function note(trial: string, counts: object, zero: readonly string[]): void {
  rows.push([
    trial,
    Object.entries(counts)
      .map(([name, value]) => `${name} ${value}`)
      .join(", "),
  ]);
  for (const name of zero) expect((counts as Record<string, unknown>)[name], `${trial}: ${name}`).toBe(0);
}

test("racing a directory swapped for a link", async () => {
  note("reads, writes, edits, listings against a swapped directory", await raceTheFence({ trials: scaled(100_000) }), ["outside"]);
});

test.each([1, 2])("parallel edits through %i servers", async (servers) => {
  note(`50 parallel edits through ${servers} server${servers === 1 ? "" : "s"}`, await editInParallel({ edits: 50, servers }), ["lost"]);
});

test.each([1, 2] as const)("kill -9 in an overwrite of a file with %i links", async (links) => {
  const counts = await killDuringOverwrite({ trials: scaled(200), links });
  note(`kill -9 in an 8 MB overwrite, ${links} link${links === 1 ? "" : "s"}`, counts, ["torn", "acknowledgedButOld", "leftovers"]);
});

test("a full disk", async ({ skip }) => {
  const counts = await fillTheDisk({ trials: scaled(50) });
  if ("skipped" in counts) return skip(counts.skipped);
  note("disk full", counts, ["damaged", "leftovers"]);
});

test("crowds", async () => {
  note("800 parallel reads with 256 descriptors", await readInCrowds({ reads: 800, descriptors: 256 }), []);
  note("200 parallel edits with 128 descriptors", await editInCrowds({ edits: 200, descriptors: 128 }), []);
});

test("odd files", async () => {
  const { answers, extraMb } = await viewOddFiles({ entries: 100_000 });
  note("FIFO, socket, device, 1 GiB line, 100 GiB sparse file, 100,000 entries", { answered: answers.length, extraMb }, []);
  expect(extraMb).toBeLessThan(256);
});

test("random edits of random bytes", () => {
  note("random edits of random bytes", editRandomBytes({ edits: scaled(10_000) }), ["wrong"]);
});

test.each(WAYS)("survivors: %s", async (way) => {
  const misbehaviours = Object.keys(COMMANDS) as readonly Misbehaviour[];
  const sum = { trials: 0, survivors: 0, serversLeft: 0, slowestMs: 0 };
  for (const command of misbehaviours) {
    const counts = await countSurvivors(way, command, Math.max(1, Math.ceil(scaled(50) / misbehaviours.length)));
    sum.trials += counts.trials;
    sum.survivors += counts.survivors;
    sum.serversLeft += counts.serversLeft;
    sum.slowestMs = Math.max(sum.slowestMs, Math.round(counts.slowestMs));
  }
  note(`processes left after: ${way}`, sum, ["survivors", "serversLeft"]);
});

test("a flood of output", async () => {
  const counts = await watchFlood(1, scaled(60));
  note("`yes` for a minute", Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Math.round(value as number)])), ["survivors"]);
});
