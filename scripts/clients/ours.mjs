// Our own program, as the clients start it and as a person would call it.
/** @import { PlannedCall, ServerCommand } from "./types.ts" */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/**
 * @param {string} dialect
 * @param {string} project
 * @returns {ServerCommand}
 */
export function serverCommand(dialect, project) {
  return { command: process.execPath, args: [MAIN, "mcp", "--dialect", dialect, "--workdir", project] };
}

/**
 * The names of a dialect's tools.
 * @param {string} dialect
 * @returns {string[]}
 */
export function toolNames(dialect) {
  return JSON.parse(fossick(["tools", "--json", "--dialect", dialect])).map((/** @type {any} */ { name }) => name);
}

/**
 * What `fossick call` prints.
 * @param {string} dialect
 * @param {string} project
 * @param {PlannedCall} call
 */
export function printed(dialect, project, { tool, args }) {
  return fossick(["call", tool, JSON.stringify(args), "--dialect", dialect, "--workdir", project]);
}

/** @param {readonly string[]} args */
function fossick(args) {
  const { stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr.split("\n")[0]);
  return stdout;
}
