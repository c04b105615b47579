// Codex: `codex exec` with its default model, at a provider of ours. That model calls tools from scripts, and has to look for them first.
/** @import { Client, ModelClient, ServerCommand } from "./types.ts" */
import fs from "node:fs";
import path from "node:path";
import { converse } from "./converse.mjs";
import { LISTING_SCRIPT, openaiWire } from "./openai-wire.mjs";

/** @type {ModelClient} */
const codexExec = {
  wire: openaiWire,
  find: { tool: "exec", args: { script: LISTING_SCRIPT } },
  prepare: ({ home, server, model }) => {
    const folder = path.join(home, ".codex");
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "config.toml"), configuration(server, model));
    return { args: ["exec", "--skip-git-repo-check", "Use the tools of fossick."], env: { CODEX_HOME: folder, MODEL_KEY: "none" } };
  },
};

/**
 * JSON's strings and arrays of strings are TOML's, too. Codex waits only for servers that are required.
 * @param {ServerCommand} server
 * @param {string} model
 */
function configuration({ command, args }, model) {
  return `model_provider = "loopback"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.loopback]
name = "loopback"
base_url = ${JSON.stringify(`${model}/v1`)}
env_key = "MODEL_KEY"
wire_api = "responses"

[mcp_servers.fossick]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
default_tools_approval_mode = "approve"
startup_timeout_sec = 60
required = true
`;
}

/** @type {Client} */
export const codex = {
  title: "Codex",
  package: "@openai/codex",
  program: "codex",
  dialect: "codex",
  run: (run) => converse(codexExec, run),
};
