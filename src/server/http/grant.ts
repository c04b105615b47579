// A grant: what a token opens. Made once at the start; nothing that a client sends can change it.
import fs from "node:fs";
import path from "node:path";
import { DIALECTS } from "../../dialects/index.ts";
import type { Settings } from "../../settings.ts";
import type { Dialect, Tool } from "../../tool.ts";
import { escapeGlob } from "../../workspace/glob.ts";

export interface Grant {
  /** For the log; never the token. */
  readonly name: string;
  /** Of the token; absent where none is asked for. */
  readonly hash?: Buffer;
  readonly settings: Settings;
  /** What every dialect's path offers, by name. */
  readonly dialects: ReadonlyMap<string, Dialect>;
}

export interface GrantRequest {
  readonly name: string;
  readonly hash?: Buffer;
  readonly settings: Settings;
  /** Tools that are offered, whatever the dialect; undefined = all that are not disabled. */
  readonly tools?: readonly string[];
  /** Files of ours that tools must not touch: they hold tokens and rules. */
  readonly secretFiles: readonly string[];
}

export function makeGrant({ name, hash, settings, tools, secretFiles }: GrantRequest): Grant {
  const dialects = new Map(DIALECTS.map((dialect) => [dialect.name, restricted(dialect, settings, tools)]));
  const everyName = DIALECTS.flatMap((dialect) => dialect.tools.map((tool) => tool.name));
  const notOffered = tools === undefined ? [] : everyName.filter((tool) => !tools.includes(tool));
  return {
    name,
    ...(hash === undefined ? {} : { hash }),
    settings: {
      ...settings,
      denyDirs: [...settings.denyDirs, ...hiddenFrom(settings, secretFiles)],
      disabledTools: [...new Set([...settings.disabledTools, ...notOffered])],
    },
    dialects,
  };
}

/** What a dialect's path offers. What is disabled does not come back as another dialect's tool, with another name, that can do as much. */
function restricted(dialect: Dialect, settings: Settings, tools: readonly string[] | undefined): Dialect {
  const start = DIALECTS.find(({ name }) => name === settings.dialect)?.tools ?? [];
  const mayDo = settings.disabledTools.length === 0 ? Infinity : Math.max(...start.filter((tool) => !isDisabled(tool, settings.disabledTools)).map(power));
  const offered = dialect.tools.filter((tool) => tool.offered?.(settings) ?? true);
  const left = offered.filter((tool) => power(tool) <= mayDo && (tools?.includes(tool.name) ?? true));
  const gone = dialect.tools.filter((tool) => power(tool) > mayDo).map(({ name }) => name);
  return { ...dialect, tools: left.filter((tool) => !isDisabled(tool, [...settings.disabledTools, ...gone])) };
}

function isDisabled({ name, goesWith = [] }: Tool, disabledTools: readonly string[]): boolean {
  const disabled = disabledTools.map((each) => each.toLowerCase());
  return [name, ...goesWith].some((each) => disabled.includes(each.toLowerCase()));
}

/** Reading, writing, running commands. */
function power({ annotations }: Tool): number {
  return annotations.openWorldHint ? 2 : annotations.destructiveHint ? 1 : 0;
}

/** Deny patterns for those of the files that lie where the grant may go. Others need none, and are not told of. */
function hiddenFrom({ workdir, allowDirs }: Settings, files: readonly string[]): readonly string[] {
  const allowed = (allowDirs.length > 0 ? allowDirs : [workdir]).map(realOf);
  const isInside = (file: string): boolean => allowed.some((directory) => !/^\.\.(\/|$)/.test(path.relative(directory, file)));
  const names = new Set(files.flatMap((file) => [file, realOf(file)]).filter(isInside));
  // The token may be in our own environment, which the kernel shows.
  const memory = isInside("/proc") ? ["/proc/*/environ", "/proc/*/task/*/environ", "/proc/*/mem", "/proc/*/task/*/mem"] : [];
  return [...[...names].map(escapeGlob), ...memory];
}

function realOf(file: string): string {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return path.resolve(file); // createWorkspace complains about what is missing
  }
}
