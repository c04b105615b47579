// fossick mcp: serve the dialect's tools over MCP.
import { recovered } from "../files/recover.ts";
import { LOG_FORMATS, LOG_LEVELS, makeLog } from "../server/log.ts";
import { EXIT, UsageError } from "./io.ts";
import { choiceFrom, openFrom } from "./options.ts";
import type { Command } from "./run.ts";
import { packageVersion } from "./version.ts";

export const mcp: Command = {
  name: "mcp",
  usage: "mcp [flags]",
  summary: "serve the tools over MCP (stdio)",
  flags: {
    "log-level": { type: "string", help: "LEVEL  debug, info, warn or error (default warn); to stderr" },
    "log-format": { type: "string", help: "HOW    text or json (default text)" },
  },
  run: async (parsed, io) => {
    if (parsed.positionals.length > 0) throw new UsageError(`unexpected argument "${parsed.positionals[0]}"`);
    const level = choiceFrom(parsed, io, "log-level", LOG_LEVELS, "warn");
    const format = choiceFrom(parsed, io, "log-format", LOG_FORMATS, "text");
    const { dialect, workspace } = openFrom(parsed, io);
    await recovered(workspace); // before anybody sees what a crash left behind
    const { serveStdio } = await import("../server/stdio.ts"); // other commands start without the protocol
    await serveStdio({
      dialect,
      workspace,
      version: packageVersion(),
      stdin: io.stdin,
      stdout: io.stdout,
      stop: io.stop,
      log: makeLog(
        level,
        format,
        () => new Date(),
        (line) => void io.stderr.write(line),
      ),
    });
    return EXIT.found;
  },
};
