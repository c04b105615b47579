// Codex: `codex exec` with its default model, at a provider of ours. That model calls tools from scripts, and has to look for them first.
/** @import { Client, ModelClient, OurServer } from "./types.ts" */
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
    fs.writeFileSync(path.join(folder, "config.toml"), configuration(model));
    return {
      add: ["mcp", "add", "fossick", ...placeOf(server)],
      args: ["exec", "--skip-git-repo-check", ...ABOUT_SERVER.flatMap((setting) => ["-c", `mcp_servers.fossick.${setting}`]), "Use the tools of fossick."],
      env: { CODEX_HOME: folder, MODEL_KEY: "none", ...("url" in server ? { [TOKEN_VARIABLE]: server.token } : {}) },
    };
  },
};

const TOKEN_VARIABLE = "FOSSICK_CLIENT_TOKEN";
/** Codex waits only for servers that are required. */
const ABOUT_SERVER = ["required=true", "startup_timeout_sec=60", 'default_tools_approval_mode="approve"'];

/** @param {OurServer} server */
function placeOf(server) {
  return "url" in server ? ["--url", server.url, "--bearer-token-env-var", TOKEN_VARIABLE] : ["--", server.command, ...server.args];
}

/**
 * JSON's strings are TOML's, too.
 * @param {string} model
 */
function configuration(model) {
  return `model_provider = "loopback"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.loopback]
name = "loopback"
base_url = ${JSON.stringify(`${model}/v1`)}
env_key = "MODEL_KEY"
wire_api = "responses"
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
