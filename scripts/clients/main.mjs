// npm run clients -- [CLIENT[=DIALECT]…] [--cache DIR] [--keep]: real clients call our tools, a model on loopback tells what it was shown of them.
/** @import { Client } from "./types.ts" */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { claude } from "./claude.mjs";
import { codex } from "./codex.mjs";
import { gemini } from "./gemini.mjs";
import { inspector } from "./inspector.mjs";
import { DEFAULT_CACHE, install } from "./install.mjs";
import { opencode } from "./opencode.mjs";
import { printed, serverCommand, toolNames } from "./ours.mjs";
import { makeProject, PLANS } from "./plan.mjs";
import { judge } from "./report.mjs";
import { table } from "./table.mjs";

/** @type {Readonly<Record<string, Client>>} */
const CLIENTS = { claude, codex, gemini, opencode, inspector };
/** For each client, without its installation. */
const LIMIT_MS = 180_000;
const HEAD = ["client", "dialect", "tool as the model sees it", "tools offered", "result", "long result", "error", "picture"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: "string", default: DEFAULT_CACHE }, keep: { type: "boolean", default: false } },
});
const chosen = (positionals.length === 0 ? Object.keys(CLIENTS) : positionals).map(choice);
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-clients-run-")));
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());

const reports = [];
for (const { name, client, dialect } of chosen) {
  if (!stop.signal.aborted) reports.push(await report(name, client, dialect).catch((error) => failure(client, dialect, error)));
}
if (values.keep) console.log(`Kept: ${scratch}\n`);
else fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }); // what was killed may take a moment

const rows = reports.map(({ row }) => row);
console.log(table(HEAD, rows));
for (const { title, notes } of reports) console.log(`\n${[`${title}:`, ...notes].join("\n  ")}`);
process.exitCode = !stop.signal.aborted && reports.every(({ ok }) => ok) ? 0 : 1;

/** @param {string} argument */
function choice(argument) {
  const [name = "", dialect] = argument.split("=");
  const client = CLIENTS[name];
  if (client === undefined) {
    console.error(`unknown client "${name}"; expected some of: ${Object.keys(CLIENTS).join(", ")}`);
    process.exit(2);
  }
  return { name, client, dialect: dialect ?? client.dialect };
}

/**
 * @param {string} name
 * @param {Client} client
 * @param {string} dialect
 */
async function report(name, client, dialect) {
  const folder = path.join(scratch, `${name}-${dialect}`);
  const project = path.join(folder, "project");
  makeProject(project);
  const plan = PLANS[dialect]?.(project);
  if (plan === undefined) throw new Error(`no calls are planned for the dialect ${dialect}`);
  const tools = toolNames(dialect);
  const expected = Object.fromEntries(Object.entries(plan).map(([kind, call]) => [kind, printed(dialect, project, call)]));
  const { file, version } = install(path.resolve(values.cache), client);
  const server = serverCommand(dialect, project);
  const seen = await limited((limit) => client.run({ file, folder, project, server, calls: Object.values(plan), stop: limit }));
  const picture = fs.readFileSync(path.join(project, "picture.png"), "base64");
  const { ok, cells, firstLines } = judge(seen, { plan, tools, expected, picture });
  const title = `${client.title} ${version}`;
  const refused = seen.refused.length === 0 ? [] : [`(was refused: ${seen.refused.join(", ")})`];
  return { ok, title, row: [title, dialect, ...cells], notes: [...firstLines, ...refused, ...(seen.trouble === undefined ? [] : [`(${seen.trouble})`])] };
}

/**
 * Runs with a signal that fires when the time is over, or the program shall end.
 * (Not AbortSignal.any with AbortSignal.timeout: Node 20 may collect them before they fire, https://github.com/nodejs/node/issues/57736.)
 * @template T
 * @param {(limit: AbortSignal) => Promise<T>} run
 */
async function limited(run) {
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, LIMIT_MS);
  stop.signal.addEventListener("abort", end);
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {Client} client
 * @param {string} dialect
 * @param {Error} error
 */
function failure({ title }, dialect, error) {
  return { ok: false, title, row: [title, dialect, "–", "–", "NOT RUN"], notes: [error.message] };
}
