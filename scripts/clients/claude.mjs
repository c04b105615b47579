// Claude Code: `claude -p`; the server is named on the command line, or made known with `claude mcp add`.
/** @import { Client, ModelClient, OurServer } from "./types.ts" */
import { anthropicWire } from "./anthropic-wire.mjs";
import { converse } from "./converse.mjs";

/** @type {ModelClient} */
const claudeCode = {
  wire: anthropicWire,
  find: { tool: "ToolSearch", args: { query: "fossick", max_results: 20 } },
  prepare: ({ server, model }) => ({
    ...configuration(server),
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", // updates, telemetry, error reports
    },
  }),
};

/** @param {OurServer} server */
function configuration(server) {
  const ask = ["-p", "Use the tools of fossick.", "--allowedTools", "mcp__fossick"];
  if ("url" in server)
    return { add: ["mcp", "add", "--transport", "http", "fossick", server.url, "--header", `Authorization: Bearer ${server.token}`], args: ask };
  const named = JSON.stringify({ mcpServers: { fossick: { type: "stdio", ...server } } });
  return { args: [...ask, "--mcp-config", named, "--strict-mcp-config"] };
}

/** @type {Client} */
export const claude = {
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  program: "claude",
  dialect: "claude-code",
  run: (run) => converse(claudeCode, run),
};
