// npm run fuzz: random comparisons for FOSSICK_FUZZ_MINUTES (10), and races of searches against writers for FOSSICK_RACE_MS (a minute) each; prints what it counted.
import fs from "node:fs";
import { afterAll, expect, test } from "vitest";
import { compareRandomly } from "../support/compare.ts";
import { openPair } from "../support/indexed.ts";
import { makeOddTree } from "../support/odd-tree.ts";
import { raceCheckouts, raceSearches } from "../support/race.ts";

const COMPARE_MS = 60_000 * Number(process.env.FOSSICK_FUZZ_MINUTES ?? 10);
const RACE_MS = Number(process.env.FOSSICK_RACE_MS ?? 60_000);
/** Printed, so that a run can be made again. */
const SEED = Number(process.env.FOSSICK_FUZZ_SEED ?? Date.now() % 1_000_000);
const EACH_TREE = 2_000;
const rows: string[] = [];

afterAll(() => console.log(["", "| trial | counts |", "|---|---|", ...rows, ""].join("\n")));

function note(trial: string, counts: object): void {
  const texts = Object.entries(counts).map(([name, value]) => `${name} ${Array.isArray(value) ? value.length : value}`);
  rows.push(`| ${trial} | ${texts.join(", ")} |`);
}

test("random queries have the same answers, by the index or without", async () => {
  const sum = { comparisons: 0, queries: 0, byIndex: 0, differences: [] as string[] };
  for (let seed = SEED, end = performance.now() + COMPARE_MS; performance.now() < end && sum.differences.length === 0; seed += EACH_TREE) {
    const root = makeOddTree(seed);
    const pair = openPair(root, { denyDirs: ["secret*"] });
    await pair.ready();
    const compared = await compareRandomly(pair, { comparisons: EACH_TREE, timeMs: end - performance.now(), seed });
    for (const name of ["comparisons", "queries", "byIndex"] as const) sum[name] += compared[name];
    sum.differences.push(...compared.differences.map((text) => `tree ${seed}: ${text}`));
    await pair.close();
    fs.rmSync(root, { recursive: true, force: true });
  }
  note(`random queries from seed ${SEED}`, sum);
  expect(sum.differences).toEqual([]);
});

test("no search is stale while others write", async () => {
  const raced = await raceSearches(RACE_MS);
  note("searches while others write", raced);
  expect(raced.stale).toEqual([]);
});

test("no search is stale after a checkout", async () => {
  const raced = await raceCheckouts({ files: 5_000, checkouts: 20 });
  note("searches after checkouts of thousands of files", raced);
  expect(raced.stale).toEqual([]);
});
