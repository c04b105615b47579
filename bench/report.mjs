// The tables: every query, and how often faster ours is than each of the others.
import { MODES } from "./modes.mjs";
import { median, ms, percentile, times } from "./numbers.mjs";
import { printTable } from "./table.mjs";

/** What a search is compared with, and the name it has in tables. */
export const OTHERS = {
  rg: "rg to the end",
  streamed: "rg killed at the limit",
  fff: "fff in its own process",
  fffOverMcp: "fff over MCP",
  pi: "pi-natives in its own process",
  off: "ours without index",
};

/** Where queries come from. */
export const KINDS = ["fixed", "held out by occurrence", "held out by word"];

export function printQueries(samples) {
  for (const mode of MODES) {
    const rows = samples.filter((sample) => sample.mode === mode).map(queryRow);
    const head = ["query", "pattern", ...Object.values(OTHERS).map((name) => `${name}, ms`), "ours, ms", "rg / ours", "way"];
    if (rows.length > 0) printTable(mode.name, head, rows);
  }
}

function queryRow({ query, ms: of, way }) {
  return [query.name, `\`${query.pattern}\``, ...Object.keys(OTHERS).map((name) => ms(of[name])), ms(of.ours), times(of.rg / of.ours), way];
}

/** Median, tenth percentile and worst of what the others take divided by what ours takes. */
export function printRatios(samples) {
  const rows = [];
  for (const kind of KINDS)
    for (const mode of MODES)
      for (const other of Object.keys(OTHERS)) {
        const found = ratios(samples, { kind, mode: mode.name, other });
        if (found.length === 0) continue;
        const all = found.map(({ ratio }) => ratio);
        const worst = found.reduce((least, each) => (each.ratio < least.ratio ? each : least));
        rows.push([
          kind,
          mode.name,
          OTHERS[other],
          all.length,
          times(median(all)),
          times(percentile(all, 0.1)),
          `${times(worst.ratio)} \`${worst.query.pattern}\``,
        ]);
      }
  printTable("How many times faster ours is", ["queries", "mode", "than", "number", "median", "10th percentile", "worst"], rows);
}

/** Queries without a match stand apart: only there the answer includes a look into what was skipped. */
export function ratios(samples, { kind, mode, other }) {
  return samples
    .filter((sample) => sample.kind === kind && sample.mode.name === mode && !sample.isFruitless && sample.ms[other] !== undefined)
    .map(({ query, ms: of }) => ({ query, ratio: of[other] / of.ours }));
}
