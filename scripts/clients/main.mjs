// npm run clients -- [CLIENT[=DIALECT]…] [--transport stdio|http] [--cache DIR] [--keep]: real clients call our tools, over stdio and over HTTP;
// a model on loopback tells what it was shown of them.
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
import { printed, TRANSPORTS, toolNames } from "./ours.mjs";
import { makeProject, PLANS } from "./plan.mjs";
import { judge } from "./report.mjs";
import { table } from "./table.mjs";

/** @type {Readonly<Record<string, Client>>} */
const CLIENTS = { claude, codex, gemini, opencode, inspector };
/** For each client, without its installation. */
const LIMIT_MS = 180_000;
const HEAD = ["client", "dialect", "over", "tool as the model sees it", "tools offered", "result", "long result", "error", "picture"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    transport: { type: "string", multiple: true, default: Object.keys(TRANSPORTS) },
    cache: { type: "string", default: DEFAULT_CACHE },
    keep: { type: "boolean", default: false },
  },
});
const chosen = (positionals.length === 0 ? Object.keys(CLIENTS) : positionals).flatMap(choicesOf);
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fossick-clients-run-")));
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());

const reports = [];
for (const choice of chosen) {
  if (!stop.signal.aborted) reports.push(await report(choice).catch((error) => failure(choice, error)));
}
if (values.keep) console.log(`Kept: ${scratch}\n`);
else fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }); // what was killed may take a moment

const rows = reports.map(({ row }) => row);
console.log(table(HEAD, rows));
for (const { title, notes } of reports) console.log(`\n${[`${title}:`, ...notes].join("\n  ")}`);
process.exitCode = !stop.signal.aborted && reports.every(({ ok }) => ok) ? 0 : 1;

/**
 * @typedef {{ name: string, client: Client, dialect: string, transport: keyof typeof TRANSPORTS }} Choice
 */

/**
 * @param {string} argument
 * @returns {Choice[]}
 */
function choicesOf(argument) {
  const [name = "", dialect] = argument.split("=");
  const client = CLIENTS[name];
  if (client === undefined) return mistake(`unknown client "${name}"; expected some of: ${Object.keys(CLIENTS).join(", ")}`);
  return values.transport.map((transport) => {
    if (!isTransport(transport)) return mistake(`unknown transport "${transport}"; expected some of: ${Object.keys(TRANSPORTS).join(", ")}`);
    return { name, client, dialect: dialect ?? client.dialect, transport };
  });
}

/**
 * @param {string} name
 * @returns {name is Choice["transport"]}
 */
function isTransport(name) {
  return Object.hasOwn(TRANSPORTS, name);
}

/**
 * @param {string} message
 * @returns {never}
 */
function mistake(message) {
  console.error(message);
  process.exit(2);
}

/** @param {Choice} choice */
async function report({ name, client, dialect, transport }) {
  const folder = path.join(scratch, `${name}-${dialect}-${transport}`);
  const project = path.join(folder, "project");
  makeProject(project);
  const plan = PLANS[dialect]?.(project);
  if (plan === undefined) throw new Error(`no calls are planned for the dialect ${dialect}`);
  const tools = toolNames(dialect);
  const expected = Object.fromEntries(Object.entries(plan).map(([kind, call]) => [kind, printed(dialect, project, call)]));
  const { file, version } = install(path.resolve(values.cache), client);
  const calls = Object.values(plan);
  const seen = await limited((stop) =>
    TRANSPORTS[transport]({ dialect, project, folder }, (server) => client.run({ file, folder, project, server, calls, stop })),
  );
  const picture = fs.readFileSync(path.join(project, "picture.png"), "base64");
  const { ok, cells, firstLines } = judge(seen, { plan, tools, expected, picture });
  const named = `${client.title} ${version}`;
  const refused = seen.refused.length === 0 ? [] : [`(was refused: ${seen.refused.join(", ")})`];
  return {
    ok,
    title: `${named}, ${transport}`,
    row: [named, dialect, transport, ...cells],
    notes: [...firstLines, ...refused, ...(seen.trouble === undefined ? [] : [`(${seen.trouble})`])],
  };
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
 * @param {Choice} choice
 * @param {Error} error
 */
function failure({ client: { title }, dialect, transport }, error) {
  return { ok: false, title: `${title}, ${transport}`, row: [title, dialect, transport, "–", "–", "NOT RUN"], notes: [error.message] };
}
