// What several runs find of the same files is told once, as the last of them had it; a single run is believed to meet each file once.
import { expect, test } from "vitest";
import { Findings } from "../../src/search/found.ts";
import type { Plan } from "../../src/search/plan.ts";
import type { Scanned } from "../../src/search/tally.ts";

const ONE_DIRECTORY = { roots: [{ kind: "directory" }], walk: { followLinks: false } } as unknown as Plan;
const AS_THEY_ARE = { hasOtherNames: false } as Scanned;

function findingsOf(...runs: readonly Record<string, number>[]): Findings<number> {
  const findings = new Findings<number>(ONE_DIRECTORY);
  for (const run of runs) {
    findings.begin();
    for (const [name, value] of Object.entries(run)) findings.set({ root: 0, name, real: `/${name}`, isRoot: false }, value);
  }
  return findings;
}

function told(findings: Findings<number>) {
  return findings.asTheyCame(AS_THEY_ARE).map(({ name, value }) => `${name}:${value}`);
}

test("of one run, all that it met, as it came", () => {
  const findings = findingsOf({ b: 1, a: 2 });
  expect({ told: told(findings), size: findings.size, names: findings.names }).toEqual({ told: ["b:1", "a:2"], size: 2, names: ["b", "a"] });
});

test("of several runs, each file once, with what was said last", () => {
  const findings = findingsOf({ b: 1, a: 2 }, { c: 3, b: 4 }, { a: 5 });
  expect({ told: told(findings), size: findings.size }).toEqual({ told: ["b:4", "a:5", "c:3"], size: 3 });
});

test("after a run that met nothing, as of one", () => {
  expect(told(findingsOf({}, {}, { b: 1 }, { b: 2 }))).toEqual(["b:2"]);
});

test("in a given order, if all that was found is in it", () => {
  const findings = findingsOf({ b: 1, a: 2 });
  expect(findings.inOrder(["a", "x", "b"])?.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(findings.inOrder(["a", "x"])).toBeUndefined();
});
