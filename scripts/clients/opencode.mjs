// opencode: `opencode run`, with a provider of ours that speaks Anthropic's protocol.
/** @import { Client, ModelClient, ServerCommand } from "./types.ts" */
import fs from "node:fs";
import path from "node:path";
import { anthropicWire } from "./anthropic-wire.mjs";
import { converse } from "./converse.mjs";

/** @type {ModelClient} */
const opencodeRun = {
  wire: anthropicWire,
  prepare: ({ home, server, model }) => {
    const file = path.join(home, "opencode.json");
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(file, JSON.stringify(configuration(server, model)));
    return {
      args: ["run", "--pure", "--model", "loopback/planned", "Use the tools of fossick."],
      env: { OPENCODE_CONFIG: file, OPENCODE_DISABLE_MODELS_FETCH: "1" },
    };
  },
};

/**
 * @param {ServerCommand} server
 * @param {string} model
 */
function configuration({ command, args }, model) {
  const planned = { tool_call: true, attachment: true, modalities: { input: ["text", "image"], output: ["text"] } };
  return {
    autoupdate: false,
    share: "disabled",
    permission: "allow",
    mcp: { fossick: { type: "local", command: [command, ...args] } },
    provider: { loopback: { npm: "@ai-sdk/anthropic", options: { baseURL: `${model}/v1`, apiKey: "none" }, models: { planned } } },
  };
}

/** @type {Client} */
export const opencode = {
  title: "opencode",
  package: "opencode-ai",
  program: "opencode",
  dialect: "anthropic",
  run: (run) => converse(opencodeRun, run),
};
