// fossick doctor: is everything there, and which ripgrep runs?
import { projectWalk } from "../dialects/walks.ts";
import { indexOutlook } from "../search/index/outlook.ts";
import { type Status, statuses } from "../search/index/status.ts";
import { cachedTrees, cacheFor } from "../search/index/store/cache.ts";
import { resolveRipgrep, ripgrepVersion } from "../search/ripgrep/resolve.ts";
import { allowedTexts } from "../workspace/fence.ts";
import { textOf } from "../workspace/raw-path.ts";
import { secretsText } from "../workspace/secrets.ts";
import type { Workspace } from "../workspace/workspace.ts";
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
    const index = await indexText(workspace, io.stop);
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
      ["index", index],
      ["index cache", cacheText(workspace)],
      ...serverRows(settings.stateDirectory),
    ];
    await print(
      io.stdout,
      `${rows.map(([name, value]) => `${name?.padEnd(18)} ${value}`).join("\n")}\n${works ? "All is well." : "ripgrep is missing or does not run."}\n`,
    );
    return works ? EXIT.found : EXIT.error;
  },
};

/** Whether a server here would keep an index. */
async function indexText(workspace: Workspace, signal: AbortSignal): Promise<string> {
  const { use, minFiles } = workspace.settings.index;
  if (use === "off") return "off (--no-index)";
  const outlook = await indexOutlook(workspace, projectWalk(false, false), signal);
  if (!outlook.ok) return "not used: ripgrep is needed for it";
  const { why, files, directories, maxWatches } = outlook.value;
  if (why === "tree is small") return `not used here: ${files} files, and it is of use from ${minFiles} on`;
  if (why !== undefined) return `not used here: ${why}`;
  return `used by a server once it has been built, after the first search: ${files} files, ${directories} directories to watch of ${maxWatches} that the system allows`;
}

/** Sessions of one server may have the same to tell. */
function serverRows(stateDirectory: string): readonly (readonly string[])[] {
  const rows = statuses(stateDirectory).map((status) => [`server ${status.pid}`, statusText(status)]);
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

/** How the index of a running server is. */
function statusText({ directory, why, files, directories }: Status): string {
  if (why !== undefined) return `searches ${directory} without its index: ${why}`;
  return `has an index of ${directory}: ${files} files, ${directories} directories under watch`;
}

/** What is kept of indexes between runs, and whether that of the working directory would be. */
function cacheText({ settings, session }: Workspace): string {
  if (settings.cacheDirectory === undefined) return "none: an index is built anew by each server";
  const cache = cacheFor(settings.cacheDirectory, session.directory);
  const trees = cachedTrees(settings.cacheDirectory);
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
  const used = megabytes(trees.reduce((sum, { bytes }) => sum + bytes, 0));
  const count = trees.length === 1 ? "1 tree" : `${trees.length} trees`;
  const held = `${settings.cacheDirectory}: ${count}, ${used} of at most ${megabytes(settings.maxCacheBytes)}`;
  return typeof cache === "string" ? `${held}; not used here: ${cache}` : held;
}
