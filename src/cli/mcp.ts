// fossick mcp: serve the dialect's tools over MCP.
import { recovered } from "../files/recover.ts";
import { resolveRipgrep } from "../search/ripgrep/resolve.ts";
import { LOG_FORMATS, LOG_LEVELS, type Log, makeLog } from "../server/log.ts";
import { rehearse } from "../server/stdio/rehearse.ts";
import { HTTP_FLAGS, overHttp } from "./http.ts";
import { EXIT, type Io, UsageError } from "./io.ts";
import { choiceFrom, opened, type Parsed, settingsFrom } from "./options.ts";
import type { Command } from "./run.ts";
import { packageVersion } from "./version.ts";

export const mcp: Command = {
  name: "mcp",
  usage: "mcp [flags]",
  summary: "serve the tools over MCP (stdio or HTTP)",
  flags: {
    transport: { type: "string", help: "HOW    stdio or http (default stdio)" },
    ...HTTP_FLAGS,
    "log-level": { type: "string", help: "LEVEL  debug, info, warn or error (default warn); to stderr" },
    "log-format": { type: "string", help: "HOW    text or json (default text)" },
  },
  run: async (parsed, io) => {
    if (parsed.positionals.length > 0) throw new UsageError(`unexpected argument "${parsed.positionals[0]}"`);
    const level = choiceFrom(parsed, io, "log-level", LOG_LEVELS, "warn");
    const format = choiceFrom(parsed, io, "log-format", LOG_FORMATS, "text");
    const log = makeLog(
      level,
      format,
      () => new Date(),
      (line) => void io.stderr.write(line),
    );
    const transport = choiceFrom(parsed, io, "transport", ["stdio", "http"], "stdio");
    await (transport === "http" ? overHttp(parsed, io, log) : overStdio(parsed, io, log));
    return EXIT.found;
  },
};

async function overStdio(parsed: Parsed, io: Io, log: Log): Promise<void> {
  const misplaced = Object.keys(HTTP_FLAGS).find((name) => parsed.values[name] !== undefined);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is for --transport http`);
  const settings = settingsFrom(parsed, io);
  const { dialect, workspace } = opened({ ...settings, index: { ...settings.index, host: "server" } });
  void resolveRipgrep(workspace.settings.ripgrep, workspace.settings.workdir); // the first call need not wait for it
  void rehearse(dialect, workspace);
  await recovered(workspace); // before anybody sees what a crash left behind
  const { serveStdio } = await import("../server/stdio/serve.ts"); // other commands start without the protocol
  await serveStdio({ dialect, workspace, version: packageVersion(), stdin: io.stdin, stdout: io.stdout, stop: io.stop, log });
}
