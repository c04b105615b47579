// MCP Inspector: `mcp-inspector --cli`. There is no model; what it prints counts as shown.
/** @import { Client, OurServer, PlannedCall, Run, Shown } from "./types.ts" */
import fs from "node:fs";
import path from "node:path";
import { runProgram } from "./start.mjs";

/** @type {Client} */
export const inspector = {
  title: "MCP Inspector",
  package: "@modelcontextprotocol/inspector",
  program: "mcp-inspector",
  dialect: "boris",
  run: async (run) => {
    const listing = await inspect(run, ["--method", "tools/list"]);
    const tools = (listing.result?.tools ?? []).map((/** @type {any} */ { name }) => ({ namespace: "fossick", name }));
    /** @type {Shown[]} */
    const results = [];
    for (const [index, call] of run.calls.entries()) results.push(await shown(run, call, `call_${index}`));
    return { offered: tools, found: tools, results, refused: [], trouble: listing.trouble };
  },
};

/**
 * @param {Run} run
 * @param {PlannedCall} call
 * @param {string} id
 * @returns {Promise<Shown>}
 */
async function shown(run, { tool, args }, id) {
  const { result } = await inspect(run, ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args)]);
  const content = result?.content ?? [];
  return {
    id,
    texts: content.flatMap((/** @type {any} */ { text = [] }) => text),
    images: content.flatMap((/** @type {any} */ { type, data, mimeType }) => (type === "image" ? { mimeType, base64: data } : [])),
    isError: result?.isError === true,
  };
}

/**
 * @param {Run} run
 * @param {readonly string[]} method
 * @returns {Promise<{ result: any, trouble: string | undefined }>}
 */
async function inspect({ file, folder, project, server, stop }, method) {
  const args = ["--cli", ...placeOf(server), ...method, "--format", "json", "--quiet"];
  const trouble = await runProgram({ file, args, env: {}, home: path.join(folder, "home"), cwd: project, folder, stop });
  const text = fs.readFileSync(path.join(folder, "stdout.txt"), "utf8");
  return { result: text === "" ? undefined : JSON.parse(text).result, trouble };
}

/** @param {OurServer} server */
function placeOf(server) {
  if (!("url" in server)) return [server.command, ...server.args];
  return [server.url, "--transport", "http", "--header", `Authorization: Bearer ${server.token}`];
}
