// node bench/index.mjs DIR [ROUNDS]: searches by the index, without it, and plain `rg` spawned from Node, alternating in one run.
// Build first. The index is used as a server uses it: only where its cost model expects it to be faster.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { openWorkspace } from "../dist/index.js";

const directory = path.resolve(process.argv[2] ?? ".");
const rounds = Number(process.argv[3] ?? 5);
const WALK = ["--no-config", "--hidden", "--no-require-git", "--crlf", "--glob=!.git", "--glob=!node_modules"];
const CLASSES = [
  ...(await rareWords(3)).map((word) => ["rare literal", word]),
  ["middling literal", "deprecated"],
  ["common literal", "return"],
  ["identifier regex", "\\bget_\\w+\\("],
  ["alternation", "TODO|FIXME|XXX"],
  ["case-insensitive", "(?i)copyright notice"],
  ["anchored", "^import asyncio|^#include <linux/slab"],
  ["a.*b", "if .*deprecated"],
  ["no literal", "[A-Z]{14,}"],
  ["two characters", "=>"],
];
const MODES = [
  ["files", ["-l"]],
  ["count", ["-c"]],
  ["content", ["-n", "--no-heading"]],
];

const open = (use) =>
  openWorkspace({
    workdir: directory,
    index: { use, minFiles: 1, cacheBytes: 2 ** 26 },
    ripgrep: { prefer: "bundled", environment: { PATH: process.env.PATH, HOME: "/nonexistent" } },
  });
const [indexed, plain] = [open("by-cost"), open("off")];
let way;
indexed.onWay((taken) => {
  way = taken;
});

const start = performance.now();
const first = await timed(() => indexed.search(queryOf("some_text_nowhere", "files")));
for (way = undefined; way === undefined || isUnready(way); ) {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await indexed.search(queryOf("some_text_nowhere", "files"));
}
console.log(
  `${directory}: first search ${first.toFixed(0)} ms, index ready after ${((performance.now() - start) / 1000).toFixed(1)} s; its process has ${hostMegabytes()} MB`,
);
console.log(`medians of ${rounds} alternating rounds in ms, and how many times faster than rg`);
console.log(
  `${"query".padEnd(18)}${"mode".padEnd(9)}${"rg".padStart(8)}${"plain".padStart(9)}${"indexed".padStart(9)}${"plain".padStart(8)}${"indexed".padStart(8)}  way`,
);
for (const [name, pattern] of CLASSES) {
  for (const [mode, flags] of MODES) {
    const times = { rg: [], plain: [], indexed: [] };
    for (let round = 0; round < rounds; round++) {
      times.rg.push(await timed(() => ripgrep(pattern, flags)));
      times.plain.push(await timed(() => plain.search(queryOf(pattern, mode))));
      times.indexed.push(await timed(() => indexed.search(queryOf(pattern, mode))));
    }
    const [rg, without, withIt] = [median(times.rg), median(times.plain), median(times.indexed)];
    const numbers = [rg, without, withIt].map((ms) => ms.toFixed(0).padStart(8)).join(" ");
    const ratios = [rg / without, rg / withIt].map((ratio) => ratio.toFixed(1).padStart(7)).join(" ");
    console.log(`${name.padEnd(18)}${mode.padEnd(9)}${numbers} ${ratios}  ${way.way === "index" ? `${way.candidates} candidates` : way.why}`);
  }
}
await Promise.all([indexed.close(), plain.close()]);

/** Words that stand in a handful of files of this tree, whichever tree it is. */
async function rareWords(count) {
  const names = (await output(["--files", "--null"])).split("\0").filter(Boolean);
  const words = [];
  for (let i = 0; i < 500 && words.length < count; i++) {
    const file = path.join(directory, names[(i * 7919) % names.length]);
    const text = fs.readFileSync(file, "latin1").slice(0, 100_000);
    const word = text.match(/\b[A-Za-z_]{9,}\b/g)?.at(i % 7);
    const files = word === undefined ? 0 : (await output(["-l", "--null", "-e", word])).split("\0").length - 1;
    if (files > 0 && files <= 5) words.push(word);
  }
  return words;
}

function isUnready({ why }) {
  return ["no index yet", "starting", "listing", "building"].includes(why);
}

function queryOf(pattern, mode) {
  return {
    pattern,
    caseInsensitive: false,
    multiline: false,
    roots: [{ path: "." }],
    filter: { globs: [], types: [] },
    walk: { ignoreFiles: true, hidden: true, followLinks: false, skipNames: [".git"], bulkNames: ["node_modules"] },
    mode,
    order: "path",
    content: { before: 0, after: 0, onlyMatching: false, gaps: false, columns: 1000, hitsPerFile: Number.POSITIVE_INFINITY },
    page: { unit: mode === "content" ? "hits" : "entries", skip: 0, take: 250 },
    limits: { timeMs: 60_000, receiptMs: 1, multilineBytes: 10_000_000, wholeBytes: 2 ** 21, textChars: 1_000_000 },
  };
}

async function ripgrep(pattern, flags) {
  await output([...flags, "-e", pattern]);
}

function output(flags) {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, [...WALK, ...flags, "--", "./"], { cwd: directory, stdio: ["ignore", "pipe", "ignore"] });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}

function hostMegabytes() {
  const lines = execFileSync("ps", ["-o", "rss=,args=", "--ppid", String(process.pid)], { encoding: "utf8" }).split("\n");
  return Math.round(Number.parseInt(lines.find((line) => line.includes("index/host.js")) ?? "0", 10) / 1024);
}

async function timed(task) {
  const from = performance.now();
  await task();
  return performance.now() - from;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
