// What was promised, and whether it was kept here.
import { median, ms, times } from "./numbers.mjs";
import { KINDS, OTHERS, ratios } from "./report.mjs";
import { printTable, printText } from "./table.mjs";

/** Medians of how many times faster. */
const FASTER = [
  { mode: "all files", other: "rg", least: 20 },
  { mode: "count", other: "rg", least: 12 },
  { mode: "first page", other: "rg", least: 30 },
  { mode: "newest 100 files", other: "rg", least: 30 },
  { mode: "first page", other: "streamed", least: 6 },
  { mode: "tenth page", other: "streamed", least: 6 },
  { mode: "first page", other: "fff", least: 2 },
  { mode: "first page", other: "fffOverMcp", least: 2 },
];
/** Promised of patterns that nobody chose. */
const HELD_OUT = KINDS.filter((kind) => kind !== "fixed");
/** A single query may take so much longer than ripgrep: noise, and a message to and fro. */
const SHARE = 1.05;
const MESSAGE_MS = 2;
const AFTER_CHANGE_MS = 2;

export function printTargets({ samples, cold, fresh, contest }) {
  const found = samples.filter(({ isFruitless }) => !isFruitless);
  const slower = found.filter(({ judged }) => judged.ours > SHARE * judged.rg + MESSAGE_MS);
  const rows = [
    ...FASTER.flatMap((target) => fasterRows(samples, target)),
    row(`no query slower than rg by more than 5 % + ${MESSAGE_MS} ms`, `${slower.length} of ${found.length} slower`, slower.length === 0),
    ...cold.map(({ what, firstMs, rgMs, ratio }) =>
      row(`first call, ${what}: at most rg + 5 %`, `${ms(firstMs)} ms, rg ${ms(rgMs)} ms, ${ratio.toFixed(2)} times as long`, ratio <= SHARE),
    ),
    ...(fresh === undefined ? [] : freshRows(fresh)),
    row("no difference from ripgrep", `${contest.differences.length} in ${contest.compared} answers`, contest.differences.length === 0),
  ];
  printTable("Targets", ["target", "measured", "met"], rows);
  if (slower.length > 0) printText(`Slower than rg:\n${slower.map(slowerLine).join("\n")}`);
  if (contest.differences.length > 0) printText(`Differences:\n${contest.differences.map((text) => `* ${text}`).join("\n")}`);
}

function fasterRows(samples, { mode, other, least }) {
  return HELD_OUT.flatMap((kind) => {
    const all = ratios(samples, { kind, mode, other }).map(({ ratio }) => ratio);
    return all.length === 0 ? [] : [row(`${mode}, ${kind}: ≥ ${least} × ${OTHERS[other]}`, times(median(all)), median(all) >= least)];
  });
}

function freshRows(fresh) {
  const sum = (of) => fresh.reduce((all, each) => all + of(each), 0);
  const stale = sum((each) => each.stale);
  return [
    ...fresh.map(({ change, changedMs, quietMs }) => {
      const added = changedMs - quietMs;
      return row(
        `${change} adds ≤ ${AFTER_CHANGE_MS} ms`,
        `${added.toFixed(1)} ms (${ms(changedMs)} after one, ${ms(quietMs)} without)`,
        added <= AFTER_CHANGE_MS,
      );
    }),
    row("no stale answer", `${stale} in ${sum(({ searches }) => searches)}`, stale === 0),
  ];
}

function row(target, measured, isMet) {
  return [target, measured, isMet ? "yes" : "**no**"];
}

function slowerLine({ query, mode, kind, judged: of, way }) {
  return `* ${query.name} \`${query.pattern}\`, ${mode.name}, ${kind}: ${ms(of.ours)} ms, rg ${ms(of.rg)} ms (${way})`;
}
