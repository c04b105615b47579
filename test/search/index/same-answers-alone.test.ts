// The same answers in a tree of texts alone: there the index verifies by itself, and nearly no answer costs a run of ripgrep.
import fs from "node:fs";
import { afterAll, beforeAll, test } from "vitest";
import { expectSameAnswers } from "../../support/compare.ts";
import { openPair, type Pair } from "../../support/indexed.ts";
import { makeTextTree } from "../../support/odd-tree.ts";

const COMPARISONS = Number(process.env.FOSSICK_FUZZ_RUNS ?? 10_000) / 2;
const SEED = Number(process.env.FOSSICK_FUZZ_SEED ?? 1) + 1_000_000;

let root: string;
let pair: Pair;

beforeAll(async () => {
  root = makeTextTree(SEED);
  pair = openPair(root);
  await pair.ready();
});

afterAll(async () => {
  await pair.close();
  fs.rmSync(root, { recursive: true, force: true });
});

test("random queries have the same answers", { timeout: 900_000 }, () => expectSameAnswers(pair, { comparisons: COMPARISONS, seed: SEED }));
