// fossick doctor: is everything there, and which ripgrep runs?
import { resolveRipgrep, ripgrepVersion } from "../search/ripgrep/resolve.ts";
import { allowedTexts } from "../workspace/fence.ts";
import { textOf } from "../workspace/raw-path.ts";
import { secretsText } from "../workspace/secrets.ts";
import { EXIT, print } from "./io.ts";
import { openFrom } from "./options.ts";
import type { Command } from "./run.ts";
import { packageVersion } from "./version.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [flags]",
  summary: "check the installation",
  flags: {},
  run: async (parsed, io) => {
    const { dialect, workspace } = openFrom(parsed, io);
    const { settings, fence, session } = workspace;
    const ripgrep = await resolveRipgrep(settings.ripgrep, settings.workdir);
    const version = ripgrep.ok
      ? await ripgrepVersion(ripgrep.value).catch((error: Error) => `does not run: ${error.message}`)
      : dialect.explain(ripgrep.failure, { tool: "doctor", directory: workspace.session.directory });
    await workspace.close();
    const works = ripgrep.ok && version.startsWith("ripgrep");
    const rows = [
      ["fossick", packageVersion()],
      ["node", `${process.version} on ${process.platform}-${process.arch}`],
      ["ripgrep", ripgrep.ok ? `${version} (${ripgrep.value.source}: ${ripgrep.value.path})` : version],
      ["dialect", `${dialect.name}: ${dialect.tools.map(({ name }) => name).join(", ")}`],
      ["working directory", textOf(session.directory)],
      ["allowed", allowedTexts(fence).join(", ")],
      ["denied", fence.denied.join(", ") || "nothing"],
      ["--deny-secrets", `${settings.denySecrets ? "on" : "off"}: ${secretsText()}`],
      ["search timeout", `${settings.searchTimeoutMs / 1000} s`],
    ];
    await print(
      io.stdout,
      `${rows.map(([name, value]) => `${name?.padEnd(18)} ${value}`).join("\n")}\n${works ? "All is well." : "ripgrep is missing or does not run."}\n`,
    );
    return works ? EXIT.found : EXIT.error;
  },
};
