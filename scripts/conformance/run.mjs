// npm run conformance: the MCP conformance suite against our HTTP stack, for both protocol generations. What it needs is installed into a
// scratch folder (FOSSICK_SCRATCH, else below the system's temporary one), not into the project.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { install, nodeProgram } from "../scratch.mjs";
import { NOT_IMPLEMENTED, RUNS } from "./runs.mjs";

const FIXTURE = path.join(import.meta.dirname, "fixture.mjs");

const node = nodeProgram();
const rows = [];
for (const run of RUNS) rows.push(...(await resultsOf(run)));
const failures = rows.filter(({ failed, why }) => failed > 0 && why === undefined);
const unimplemented = rows.filter(({ failed, why }) => failed > 0 && why !== undefined);
console.log("| revision | scenario | passed | failed | warnings | skipped | |\n|---|---|---|---|---|---|---|");
for (const row of rows) {
  const { revision, scenario, passed, failed, warnings, skipped } = row;
  console.log(`| ${revision} | ${scenario} | ${passed} | ${failed} | ${warnings} | ${skipped} | ${outcomeOf(row)} |`);
}
console.log("\nNot implemented:");
for (const why of new Set(unimplemented.map((row) => row.why))) {
  console.log(`* ${unimplemented.flatMap((row) => (row.why === why ? row.scenario : [])).join(", ")}: ${why}`);
}
console.log("\nWarnings, and what was skipped:");
for (const { revision, scenario, remarks } of rows) for (const remark of remarks) console.log(`* ${revision} ${scenario}, ${remark}`);
for (const { revision, scenario, messages } of failures) console.log(`\n${revision} ${scenario}:\n${messages.map((each) => `  ${each}`).join("\n")}`);
const good = rows.length - failures.length - unimplemented.length;
console.log(`\n${rows.length} runs of scenarios: ${good} without a failure, ${unimplemented.length} not implemented, ${failures.length} FAILED`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Runs the suite against a fresh server, and reads what it wrote down. */
async function resultsOf({ revision, version, flags }) {
  const folder = install(`@modelcontextprotocol/conformance@${version}`);
  const results = fs.mkdtempSync(path.join(folder, "results-"));
  const server = spawn(process.execPath, [FIXTURE], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await Promise.race([new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim()))), finished(server)]);
    if (url === undefined) throw new Error("the server did not start");
    const suite = path.join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
    await finished(spawn(node, [suite, "server", "--url", url, "--output-dir", results, ...flags], { stdio: ["ignore", "ignore", "inherit"] }));
    const scenarios = scenariosIn(results, revision, version);
    if (scenarios.length === 0) throw new Error(`suite ${version} has run nothing for ${revision}`);
    return scenarios;
  } finally {
    server.kill("SIGTERM");
    await finished(server);
    fs.rmSync(results, { recursive: true });
  }
}

function scenariosIn(results, revision, version) {
  return fs
    .readdirSync(results)
    .map((name) => {
      const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
      const checks = JSON.parse(fs.readFileSync(path.join(results, name, "checks.json"), "utf8"));
      const count = (status) => checks.filter((check) => check.status === status).length;
      const messages = checks.filter(({ status }) => status === "FAILURE").map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
      const remarked = checks.filter(({ status }) => status === "WARNING" || status === "SKIPPED");
      const remarks = remarked.map(
        ({ id, status, errorMessage, details }) => `${id} (${status.toLowerCase()}): ${errorMessage ?? details?.note ?? "no reason given"}`,
      );
      const numbers = { passed: count("SUCCESS"), failed: count("FAILURE"), warnings: count("WARNING"), skipped: count("SKIPPED") };
      return { revision: `${revision} (suite ${version})`, scenario, ...numbers, messages, remarks, why: NOT_IMPLEMENTED[scenario] };
    })
    .sort((a, b) => (a.scenario < b.scenario ? -1 : 1));
}

function outcomeOf({ failed, why }) {
  if (failed === 0) return "";
  return why === undefined ? "FAILED" : "not implemented";
}

function finished(child) {
  return new Promise((resolve) => (child.exitCode !== null ? resolve() : child.once("close", resolve)));
}
