// npm run bench -- DIR: our server over MCP, with its index and without, against `rg` spawned per call and against other engines for Node: the same queries
// in one alternating run. Says what it does on stderr; prints Markdown on stdout.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { coldStarts } from "./cold-start.mjs";
import { Contest } from "./contest.mjs";
import { freshness } from "./freshness.mjs";
import { MODES } from "./modes.mjs";
import { megabytes, ms } from "./numbers.mjs";
import { readOptions } from "./options.mjs";
import { fixedQueries, HARD_QUERIES, randomQueries } from "./queries.mjs";
import { buildAlone, whenReady } from "./ready.mjs";
import { printQueries, printRatios } from "./report.mjs";
import { Ripgrep } from "./ripgrep.mjs";
import { startRivals } from "./rivals.mjs";
import { Server } from "./server.mjs";
import { printTable, printText, progress } from "./table.mjs";
import { printTargets } from "./targets.mjs";

/** What a first call looks for. */
const FIRST = ["rare literal", "common literal", "multi-line"];

const options = readOptions(process.argv.slice(2));
const { directory } = options;
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "fossick-bench-"));
process.once("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));
const [busyBefore] = os.loadavg();
const ripgrep = new Ripgrep(directory);

const { fileCount, fixed, random } = await makeQueries();
const cold = await measureColdStarts("an empty cache", undefined);
progress("building an index");
const built = await buildAlone(directory, scratch);

const cache = path.join(scratch, "cache");
progress("starting a server and waiting for its index");
const ours = await Server.start(directory, { cache });
const readyWay = await whenReady(ours);
const off = await Server.start(directory, { cache, flags: ["--no-index"] });
const rivals = options.rivals ? await startRivals(directory) : {};
const contest = new Contest({ ripgrep, ours, off, rivals });
const samples = [...(await measureFixed()), ...(await measureRandom())];
progress("editing");
const fresh = await freshness(ours, directory);
const memory = memoryRows();
await Promise.all([ours.close(), off.close(), ...Object.values(rivals).map((rival) => rival.close())]);
cold.push(...(await measureColdStarts("after another server", cache)));
print();

/** The names are not kept: starting ripgrep is slower from a process with much memory. */
async function makeQueries() {
  progress("listing, and looking for rare words");
  const names = (await ripgrep.files()).sort(); // so that the same seed draws the same words
  if (names.length === 0) throw new Error(`rg lists no files in ${directory}: are all of them ignored?`);
  const found = await fixedQueries(ripgrep, names);
  const drawn = ["occurrence", "word"].flatMap((by) => randomQueries(directory, names, { count: options.random, seed: options.seed, by }));
  return { fileCount: names.length, fixed: found, random: drawn };
}

function isAsked(name) {
  return options.only === undefined || options.only === name;
}

async function measureFixed() {
  const found = [];
  const asked = options.only === "hard" ? HARD_QUERIES : fixed.filter(({ name }) => isAsked(name));
  for (const query of asked) {
    progress(`${query.name}: ${query.pattern}`);
    found.push(...(await contest.fixed(query, options.rounds)));
  }
  return found;
}

/** Each pattern in one mode: after that, somebody has looked for it. */
async function measureRandom() {
  const found = [];
  for (const [index, query] of (isAsked("random") ? random : []).entries()) {
    progress(`${query.name}: ${query.pattern}`);
    // Five kinds of patterns, five modes: each kind comes to each mode.
    found.push(await contest.first(query, MODES[(index + Math.floor(index / MODES.length)) % MODES.length]));
  }
  return found;
}

async function measureColdStarts(what, from) {
  progress(`first calls with ${what}`);
  const found = [];
  for (const mode of MODES.filter(({ name }) => name === "all files" || name === "first page"))
    for (const query of fixed.filter(({ name }) => FIRST.includes(name)))
      found.push({ what: `${mode.name}, ${query.name}, ${what}`, ...(await coldStarts(directory, query, mode, { ripgrep, cache: from, scratch })) });
  return found;
}

function memoryRows() {
  const rows = { "ours: server": ours.memory().server, "ours: index process": ours.memory().index, "ours without index": off.memory().server };
  for (const [name, rival] of Object.entries(rivals)) rows[name] = rival.memory();
  return Object.entries(rows).filter(([, found]) => found !== undefined);
}

function print() {
  const load = `${os.cpus().length} cores, load average ${busyBefore.toFixed(1)} before and ${os.loadavg()[0].toFixed(1)} after`;
  console.log(`# ${directory}: ${fileCount} files, Node ${process.version}, ${load}`);
  printText(
    `Medians of ${options.rounds} alternating rounds for fixed queries; first calls for ${random.length} held-out ones (seed ${options.seed}): half of them have words that were drawn as often as they occur, half have words of which each was as likely as any other. Queries that find nothing are in the tables, but not in ratios and targets: there our answer includes a look into what was skipped. The index: ${readyWay}`,
  );
  printQueries(samples);
  printRatios(samples);
  printTable("Index", ["what", "measured"], indexRows());
  printTable(
    "Memory",
    ["process", "now", "at most"],
    memory.map(([name, { now, most }]) => [name, megabytes(now), megabytes(most)]),
  );
  printTargets({ samples, cold, fresh, contest });
}

function indexRows() {
  const ready = Object.entries(rivals).map(([name, { readyMs }]) => [`${name} is ready after`, `${ms(readyMs)} ms`]);
  if (built === undefined) return [["built", "no"], ...ready];
  const { ms: took, files, textBytes, indexBytes } = built;
  const rate = `${files} files, ${megabytes(textBytes)} of text in ${(took / 1000).toFixed(1)} s: ${megabytes((1000 * textBytes) / took)}/s`;
  return [["built", rate], ["size", `${megabytes(indexBytes)}, ${((100 * indexBytes) / textBytes).toFixed(1)} % of the text`], ...ready];
}
