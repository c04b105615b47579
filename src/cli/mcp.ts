// fossick mcp: serve the dialect's tools over MCP.
import { recovered } from "../files/recover.ts";
import { serveStdio } from "../server/stdio.ts";
import { EXIT, print, UsageError } from "./io.ts";
import { openFrom } from "./options.ts";
import type { Command } from "./run.ts";
import { packageVersion } from "./version.ts";

export const mcp: Command = {
  name: "mcp",
  usage: "mcp [flags]",
  summary: "serve the tools over MCP (stdio)",
  flags: {},
  run: async (parsed, io) => {
    if (parsed.positionals.length > 0) throw new UsageError(`unexpected argument "${parsed.positionals[0]}"`);
    const { dialect, workspace } = openFrom(parsed, io);
    await recovered(workspace); // before anybody sees what a crash left behind
    await serveStdio({
      dialect,
      workspace,
      version: packageVersion(),
      stdin: io.stdin,
      stdout: io.stdout,
      stop: io.stop,
      onError: (error) => void print(io.stderr, `fossick: ${error.message}\n`),
    });
    return EXIT.found;
  },
};
