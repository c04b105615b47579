// Our own program, as the clients start it and as a person would call it.
/** @import { Readable } from "node:stream" */
/** @import { OurServer, PlannedCall } from "./types.ts" */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** How each transport is provided, for as long as `use` goes on. */
export const TRANSPORTS = { stdio: withCommand, http: withAddress };

/**
 * @typedef {{ dialect: string, project: string, folder: string }} Wanted `folder` is for what is made on the way
 */

/**
 * @template T
 * @param {Wanted} wanted
 * @param {(server: OurServer) => Promise<T>} use
 */
function withCommand({ dialect, project }, use) {
  return use({ command: process.execPath, args: [MAIN, "mcp", "--dialect", dialect, "--workdir", project] });
}

/**
 * The dialect is named by the path alone: the server itself speaks its default.
 * @template T
 * @param {Wanted} wanted
 * @param {(server: OurServer) => Promise<T>} use
 */
async function withAddress({ dialect, project, folder }, use) {
  const token = randomBytes(32).toString("base64url");
  const file = path.join(folder, "token");
  fs.writeFileSync(file, token, { mode: 0o600 });
  const args = [MAIN, "mcp", "--transport", "http", "--port", "0", "--token-file", file, "--workdir", project];
  const log = fs.openSync(path.join(folder, "server.txt"), "w");
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", log] });
  fs.closeSync(log);
  const exited = once(server, "exit");
  try {
    const [address] = await Promise.race([once(/** @type {Readable} */ (server.stdout), "data"), exited.then(() => [])]);
    if (address === undefined) throw new Error("the server did not start");
    return await use({ url: `${String(address).trim()}/${dialect}`, token });
  } finally {
    server.kill();
    await exited;
  }
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
