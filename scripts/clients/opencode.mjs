// opencode: `opencode run`, with a provider of ours that speaks Anthropic's protocol.
/** @import { Client, ModelClient, OurServer } from "./types.ts" */
import fs from "node:fs";
import path from "node:path";
import { anthropicWire } from "./anthropic-wire.mjs";
import { converse } from "./converse.mjs";

const TOKEN_VARIABLE = "FOSSICK_CLIENT_TOKEN";

/** @type {ModelClient} */
const opencodeRun = {
  wire: anthropicWire,
  prepare: ({ home, server, model }) => {
    const file = path.join(home, "opencode.json");
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(file, JSON.stringify(configuration(server, model)));
    return {
      args: ["run", "--pure", "--model", "loopback/planned", "Use the tools of fossick."],
      env: { OPENCODE_CONFIG: file, OPENCODE_DISABLE_MODELS_FETCH: "1", ...("url" in server ? { [TOKEN_VARIABLE]: server.token } : {}) },
    };
  },
};

/**
 * @param {OurServer} server
 * @param {string} model
 */
function configuration(server, model) {
  const planned = { tool_call: true, attachment: true, modalities: { input: ["text", "image"], output: ["text"] } };
  return {
    autoupdate: false,
    share: "disabled",
    permission: "allow",
    mcp: { fossick: entryOf(server) },
    provider: { loopback: { npm: "@ai-sdk/anthropic", options: { baseURL: `${model}/v1`, apiKey: "none" }, models: { planned } } },
  };
}

/** @param {OurServer} server */
function entryOf(server) {
  if (!("url" in server)) return { type: "local", command: [server.command, ...server.args] };
  return { type: "remote", url: server.url, headers: { Authorization: `Bearer {env:${TOKEN_VARIABLE}}` }, oauth: false };
}

/** @type {Client} */
export const opencode = {
  title: "opencode",
  package: "opencode-ai",
  program: "opencode",
  dialect: "anthropic",
  run: (run) => converse(opencodeRun, run),
};
