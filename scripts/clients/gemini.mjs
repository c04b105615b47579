// Gemini CLI: `gemini -p`, configured in its home; the server is made known to it with `gemini mcp add`.
/** @import { Client, ModelClient, OurServer } from "./types.ts" */
import fs from "node:fs";
import path from "node:path";
import { converse } from "./converse.mjs";
import { geminiWire } from "./gemini-wire.mjs";

/** @type {ModelClient} */
const geminiCli = {
  wire: geminiWire,
  prepare: ({ home, server, model }) => {
    fs.mkdirSync(path.join(home, ".gemini"), { recursive: true });
    fs.writeFileSync(path.join(home, ".gemini/settings.json"), JSON.stringify(SETTINGS));
    return {
      add: ["mcp", "add", "--scope", "user", ...placeOf(server)],
      // A model by name: without one, Gemini CLI asks another model which to take.
      args: ["-p", "Use the tools of fossick.", "--approval-mode", "yolo", "--model", "gemini-2.5-pro"],
      env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: "none", GEMINI_CLI_TRUST_WORKSPACE: "true" },
    };
  },
};

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
};

/** @param {OurServer} server */
function placeOf(server) {
  if (!("url" in server)) return ["fossick", server.command, ...server.args];
  return ["--transport", "http", "fossick", server.url, "--header", `Authorization: Bearer ${server.token}`];
}

/** @type {Client} */
export const gemini = {
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  program: "gemini",
  dialect: "boris",
  run: (run) => converse(geminiCli, run),
};
