// npm run bench -- DIR: our call against plain `rg` spawned from Node, the same queries in one run, as ratios per class.
// Both see the same tree: hidden files, ignore files without a repository, no VCS directories, no node_modules.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { openWorkspace } from "../dist/index.js";

const directory = path.resolve(process.argv[2] ?? ".");
const rounds = Number(process.argv[3] ?? 7);

const WALK = [
  "--no-config",
  "--hidden",
  "--no-require-git",
  "--crlf",
  ...[".git", ".svn", ".hg", ".bzr", ".jj", ".sl", "node_modules"].map((name) => `--glob=!${name}`),
];

const FIXED = [
  ["common literal", "return"],
  ["middling literal", "deprecated"],
  ["identifier regex", "\\bget_\\w+\\("],
  ["alternation", "TODO|FIXME|XXX"],
  ["case-insensitive", "(?i)license"],
  ["no match", "zqzqzq_no_such_text"],
  ["anchored", "^import "],
  ["a.*b", "if .*return"],
  ["no literal", "[A-Z]{14,}"],
  ["two characters", "=>"],
];
// A word that stands in a handful of files of this tree, whichever tree it is.
const CLASSES = [["rare literal", await rareWord()], ...FIXED];
const MODES = [
  ["files", { output_mode: "files_with_matches" }, ["-l"]],
  ["count", { output_mode: "count" }, ["-c"]],
  ["content page", { output_mode: "content", head_limit: 250 }, ["-n", "--no-heading"]],
];

const workspace = openWorkspace({
  workdir: directory,
  maxOutputChars: 1_000_000,
  ripgrep: { prefer: "bundled", environment: { PATH: process.env.PATH, HOME: process.env.HOME } },
});
global.gc?.();
const idle = process.memoryUsage().rss;
let peak = idle;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);

console.log(`${directory}: medians of ${rounds} rounds, in ms; the ratio is ours / rg`);
console.log('("no match" includes the receipt: a look, of at most 500 ms, into what was skipped)');
console.log(`${"query".padEnd(18)}${MODES.map(([name]) => name.padStart(28)).join("")}`);
const ratios = new Map(MODES.map(([name]) => [name, []]));
await oursOnce("warm_up_text", MODES[0][1]);
for (const [name, pattern] of CLASSES) {
  const cells = [];
  for (const [mode, args, flags] of MODES) {
    const times = { rg: [], ours: [] };
    for (let round = 0; round < rounds; round++) {
      // Alternating, so that both meet the same noise.
      times.rg.push(await timed(() => plainRipgrep(pattern, flags)));
      times.ours.push(await timed(() => oursOnce(pattern, args)));
    }
    const [rg, ours] = [median(times.rg), median(times.ours)];
    if (name !== "no match") ratios.get(mode).push(ours / rg);
    cells.push(`${ours.toFixed(0)} / ${rg.toFixed(0)} = ${(ours / rg).toFixed(2)}`.padStart(28));
  }
  console.log(name.padEnd(18) + cells.join(""));
}
console.log("median with hits".padEnd(18) + MODES.map(([name]) => median(ratios.get(name)).toFixed(2).padStart(28)).join(""));
console.log(
  "worst ratio".padEnd(18) +
    MODES.map(([name]) =>
      Math.max(...ratios.get(name))
        .toFixed(2)
        .padStart(28),
    ).join(""),
);
global.gc?.();
const before = process.memoryUsage().rss;
peak = before;
await oursOnce(".", { output_mode: "content", head_limit: 250 });
await oursOnce(".", { output_mode: "count" });
console.log(`a search for "." peaks ${((peak - before) / 2 ** 20).toFixed(0)} MB above where it started (${(before / 2 ** 20).toFixed(0)} MB)`);
clearInterval(watch);
await workspace.close();

async function rareWord() {
  const names = (await output(["--files", "--null"])).split("\0").filter(Boolean);
  for (let i = 0; i < 200; i++) {
    const file = path.join(directory, names[Math.floor((names.length * ((i * 37 + 11) % 101)) / 101)]);
    const word = fs
      .readFileSync(file, "latin1")
      .slice(0, 100_000)
      .match(/\b[A-Za-z_]{9,}\b/g)
      ?.at(i % 7);
    if (word === undefined) continue;
    const files = (await output(["-l", "--null", "-e", word])).split("\0").length - 1;
    if (files > 0 && files <= 5) return word;
  }
  throw new Error("no rare word found; is this a tree of text?");
}

function output(flags) {
  return new Promise((resolve) => {
    const child = spawn(rgPath, [...WALK, ...flags, "--", "./"], { cwd: directory, stdio: ["ignore", "pipe", "ignore"] });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.once("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}

function plainRipgrep(pattern, flags) {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, [...WALK, ...flags, "-e", pattern, "--", "./"], { cwd: directory, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.on("data", () => {});
    child.once("error", reject);
    child.once("close", resolve);
  });
}

async function oursOnce(pattern, args) {
  const reply = await workspace.call("grep", { pattern, ...args });
  if (reply.outcome === "error") throw new Error(reply.text);
}

async function timed(task) {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
