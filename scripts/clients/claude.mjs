// Claude Code: `claude -p`, the server named on the command line.
/** @import { Client, ModelClient, ServerCommand } from "./types.ts" */
import { anthropicWire } from "./anthropic-wire.mjs";
import { converse } from "./converse.mjs";

/** @type {ModelClient} */
const claudeCode = {
  wire: anthropicWire,
  find: { tool: "ToolSearch", args: { query: "fossick", max_results: 20 } },
  prepare: ({ server, model }) => ({
    args: ["-p", "Use the tools of fossick.", "--mcp-config", serverConfig(server), "--strict-mcp-config", "--allowedTools", "mcp__fossick"],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", // updates, telemetry, error reports
    },
  }),
};

/** @param {ServerCommand} server */
function serverConfig({ command, args }) {
  return JSON.stringify({ mcpServers: { fossick: { type: "stdio", command, args } } });
}

/** @type {Client} */
export const claude = {
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  program: "claude",
  dialect: "claude-code",
  run: (run) => converse(claudeCode, run),
};
