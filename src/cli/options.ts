// Flags and FOSSICK_* variables that every command shares, and the settings they make.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { DIALECTS, offeredDialect } from "../dialects/index.ts";
import {
  type ClaudeCodeSwitches,
  DEFAULTS,
  type IndexChoice,
  type RipgrepChoice,
  SEARCH_TIMEOUT_MS,
  SEARCH_TIMEOUT_WSL_MS,
  type Settings,
} from "../settings.ts";
import type { Dialect } from "../tool.ts";
import { rawOf } from "../workspace/raw-path.ts";
import { createWorkspace, type Workspace } from "../workspace/workspace.ts";
import { commandEnvironment } from "./command-environment.ts";
import { type Io, UsageError } from "./io.ts";

interface Flag {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  /** For `--help`; flags without a text are not listed. */
  readonly help?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export const COMMON_FLAGS = {
  dialect: { type: "string", help: `NAME   ${DIALECTS.map(({ name }) => name).join(", ")} (default ${DEFAULTS.dialect})` },
  "anthropic-compat": { type: "boolean" },
  workdir: { type: "string", help: "DIR    where relative paths start (default: here)" },
  "allow-dir": { type: "string", multiple: true, help: "DIR    a directory the tools may touch; repeatable (default: the working directory)" },
  "deny-dir": { type: "string", multiple: true, help: "GLOB   what they may not touch even there; repeatable" },
  "deny-secrets": { type: "boolean", help: "       deny private keys, .env files and the like; `fossick doctor` lists them" },
  "disable-tools": { type: "string", multiple: true, help: "NAME   do not offer this tool; repeatable" },
  "max-file-size": { type: "string", help: "SIZE   limit for viewing, creating and multiline searches (default 10MB)" },
  "require-view-before-edit": { type: "string", help: "WHEN   auto, true or false (default auto: unless view is disabled)" },
  timeout: { type: "string", help: "SECS   for commands that name no timeout (default 120)" },
  "background-task-timeout": { type: "string", help: "SECS   background tasks end after this (default 0: with the session)" },
  "task-retention": { type: "string", help: "SECS   how long output of completed tasks is kept (default 3600)" },
  "pass-env": { type: "string", multiple: true, help: "NAME   let commands have this variable although it looks like a secret; repeatable" },
  "search-timeout": { type: "string", help: "SECS   a search ends with what it has by then (default 20, codex 30)" },
  "receipt-timeout": { type: "string", help: "SECS   for the look into what a search without results skipped (default 0.5)" },
  "max-output": { type: "string", help: "CHARS  no answer is longer (default 48000)" },
  "edit-mode": { type: "string", help: "HOW    omp's edit: hashline (by line numbers and tags) or replace (by text)" },
  "context-before": { type: "string", help: "LINES  that omp's search shows before a match (default 1)" },
  "context-after": { type: "string", help: "LINES  that it shows after one (default 3)" },
  "no-index": { type: "boolean", help: "       never keep an index of a large tree, nor ask a running server for its" },
  "cache-dir": { type: "string", help: "DIR    where indexes are kept for the next start (default ~/.cache/fossick/index; empty: nowhere)" },
  "cache-size": { type: "string", help: "MB     contents that the index of a tree keeps in memory (default 512)" },
  structured: { type: "boolean", help: "       add structured results, for programs" },
  help: { type: "boolean", short: "h", help: "       show this" },
} as const satisfies Flags;

type CommonFlag = keyof typeof COMMON_FLAGS;

export interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** Reads flags; one nobody knows is an error that names it. */
export function parseFlags(argv: readonly string[], own: Flags): Parsed {
  const flags = { ...COMMON_FLAGS, ...own };
  const options = Object.fromEntries(Object.entries(flags).map(([name, { help: _, ...flag }]: [string, Flag]) => [name, flag]));
  try {
    return parseArgs({ args: valuesAttached(argv, flags), options, allowPositionals: true, strict: true }) as Parsed;
  } catch (error) {
    throw new UsageError((error as Error).message.split("\n")[0]);
  }
}

/** `-e -x` means the value -x, as it does to ripgrep; parseArgs wants it as `--regexp=-x`. */
function valuesAttached(argv: readonly string[], flags: Flags): string[] {
  const takesValue = (token: string | undefined): string | undefined =>
    Object.entries(flags).find(
      ([name, { type, short }]) => type === "string" && (token === `--${name}` || (short !== undefined && token === `-${short}`)),
    )?.[0];
  const attached: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] as string;
    if (token === "--") return [...attached, ...argv.slice(at)];
    const name = argv[at + 1]?.startsWith("-") ? takesValue(token) : undefined;
    attached.push(name === undefined ? token : `--${name}=${argv[++at]}`);
  }
  return attached;
}

export interface Opened {
  readonly dialect: Dialect;
  readonly workspace: Workspace;
}

/** Settings from flags and environment, and a workspace made of them. */
export function openFrom(parsed: Parsed, io: Io, change: Partial<Settings> = {}): Opened {
  return opened({ ...settingsFrom(parsed, io), ...change });
}

/** A workspace made of settings; what makes no sense in them is a UsageError. */
export function opened(settings: Settings): Opened {
  const dialect = offeredDialect(settings.dialect, settings);
  if (typeof dialect === "string") throw new UsageError(dialect);
  const workspace = createWorkspace(settings);
  if (!workspace.ok) throw new UsageError(dialect.explain(workspace.failure, { tool: "fossick", directory: rawOf(settings.workdir) }).replace(/^\[\w+\] /, ""));
  return { dialect, workspace: workspace.value };
}

/** A flag, or the FOSSICK_* variable that stands for it. */
export function textFrom({ values }: Parsed, { env }: Io, name: string): string | undefined {
  return (values[name] as string | undefined) ?? env[variableOf(name)];
}

/** A switch, or the FOSSICK_* variable that stands for it. */
export function isOnFrom({ values }: Parsed, { env }: Io, name: string): boolean {
  return values[name] === true || isYes(variableOf(name), env[variableOf(name)]);
}

/** A flag or FOSSICK_* variable that names one of several things. */
export function choiceFrom<T extends string>(parsed: Parsed, io: Io, name: string, options: readonly T[], otherwise: T): T {
  return oneOf(name, textFrom(parsed, io, name) ?? otherwise, options);
}

export function variableOf(flag: string): string {
  return `FOSSICK_${flag.toUpperCase().replaceAll("-", "_")}`;
}

export function settingsFrom(parsed: Parsed, io: Io): Settings {
  const { values } = parsed;
  const { env, cwd } = io;
  const text = (name: CommonFlag): string | undefined => textFrom(parsed, io, name);
  const list = (name: CommonFlag): readonly string[] =>
    (values[name] as readonly string[] | undefined) ?? env[variableOf(name)]?.split(path.delimiter).filter(Boolean) ?? [];
  const seconds = (name: CommonFlag, otherwise: number, zero?: "or 0"): number => {
    const given = text(name);
    if (given === undefined) return otherwise;
    return zero === "or 0" && Number(given) === 0 ? 0 : 1000 * positive(name, given);
  };
  const isOn = (name: CommonFlag): boolean => isOnFrom(parsed, io, name);
  const size = text("max-file-size");
  const timeout = text("search-timeout") ?? env.CLAUDE_CODE_GLOB_TIMEOUT_SECONDS;
  const output = text("max-output");
  return {
    ...DEFAULTS,
    workdir: path.resolve(cwd, text("workdir") ?? "."),
    allowDirs: list("allow-dir").map((directory) => path.resolve(cwd, named("allow-dir", directory))),
    denyDirs: list("deny-dir"),
    denySecrets: isOn("deny-secrets"),
    dialect: (values.dialect as string | undefined) ?? (values["anthropic-compat"] === true ? "anthropic" : (text("dialect") ?? DEFAULTS.dialect)),
    maxFileBytes: size === undefined ? DEFAULTS.maxFileBytes : bytesOf(size),
    searchTimeoutMs: timeout === undefined ? defaultTimeoutMs() : 1000 * positive("search-timeout", timeout),
    isDefaultSearchTimeout: timeout === undefined,
    maxOutputChars: output === undefined ? DEFAULTS.maxOutputChars : Math.max(2_000, positive("max-output", output)),
    structured: isOn("structured"),
    claudeCode: claudeCodeFrom(env),
    editMode: oneOf("edit-mode", text("edit-mode") ?? DEFAULTS.editMode, ["hashline", "replace"]),
    contextBefore: count("context-before", text("context-before"), DEFAULTS.contextBefore),
    contextAfter: count("context-after", text("context-after"), DEFAULTS.contextAfter),
    ripgrep: ripgrepFrom(env),
    index: indexFrom(isOn("no-index"), text("cache-size")),
    ...cacheFrom(text("cache-dir"), io),
    disabledTools: list("disable-tools").flatMap((names) => names.split(",")),
    requireView: oneOf("require-view-before-edit", text("require-view-before-edit") ?? DEFAULTS.requireView, ["auto", "true", "false"]),
    receiptMs: seconds("receipt-timeout", DEFAULTS.receiptMs),
    commandTimeoutMs: seconds("timeout", DEFAULTS.commandTimeoutMs),
    backgroundTimeoutMs: seconds("background-task-timeout", DEFAULTS.backgroundTimeoutMs, "or 0"),
    taskRetentionMs: seconds("task-retention", DEFAULTS.taskRetentionMs, "or 0"),
    commandEnvironment: commandEnvironment(env, list("pass-env")),
  };
}

/** Where a user's programs keep what they can make again (XDG Base Directory Specification: relative paths there do not count). */
function cacheFrom(given: string | undefined, { env, cwd }: Io): Pick<Settings, "cacheDirectory"> {
  if (given !== undefined) return given === "" ? {} : { cacheDirectory: path.resolve(cwd, given) };
  const home = env.HOME ? path.join(env.HOME, ".cache") : "";
  const caches = path.isAbsolute(env.XDG_CACHE_HOME ?? "") ? (env.XDG_CACHE_HOME as string) : home;
  return path.isAbsolute(caches) ? { cacheDirectory: path.join(caches, "fossick", "index") } : {};
}

/** `10MB`, `512 kb`, `1000`: a bare number is bytes. */
export function bytesOf(text: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)?\s*$/i.exec(text);
  if (match === null || Number(match[1]) === 0) throw new UsageError(`invalid size "${text}"; expected a number with B, KB, MB or GB, like 10MB`);
  const unit = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[(match[2] ?? "B").toUpperCase()] as number;
  return Math.floor(Number(match[1]) * unit);
}

export function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new UsageError(`invalid --${name} "${text}"; expected a number above 0`);
  return number;
}

function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`invalid --${name} "${text}"; expected a whole number of 0 or more`);
  return Number(text);
}

/** An empty path would be the current directory: more likely a variable that is not set. */
function named(flag: string, directory: string): string {
  if (directory.trim() === "") throw new UsageError(`--${flag} needs a directory, got an empty text`);
  return directory;
}

function isYes(name: string, text: string | undefined): boolean {
  if (text === undefined || text === "" || isNo(text)) return false;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  throw new UsageError(`invalid ${name} "${text}"; expected true or false`);
}

function oneOf<T extends string>(name: string, text: string, options: readonly T[]): T {
  const option = options.find((candidate) => candidate === text);
  if (option === undefined) throw new UsageError(`invalid --${name} "${text}"; expected one of: ${options.join(", ")}`);
  return option;
}

function defaultTimeoutMs(): number {
  try {
    return /microsoft|wsl/i.test(fs.readFileSync("/proc/version", "utf8")) ? SEARCH_TIMEOUT_WSL_MS : SEARCH_TIMEOUT_MS;
  } catch {
    return SEARCH_TIMEOUT_MS; // not Linux
  }
}

/** Claude Code's own switches: on unless they are set to a no. */
function claudeCodeFrom(env: Io["env"]): ClaudeCodeSwitches {
  return {
    globIgnored: !isNo(env.CLAUDE_CODE_GLOB_NO_IGNORE),
    globHidden: !isNo(env.CLAUDE_CODE_GLOB_HIDDEN),
    order: env.NODE_ENV === "test" ? "path" : "newest",
  };
}

function isNo(text: string | undefined): boolean {
  return /^(0|false|no|off)$/i.test(text ?? "");
}

/** What an index addresses in one piece. */
const MAX_CACHE_BYTES = 2 ** 31;

function indexFrom(isOff: boolean, size: string | undefined): IndexChoice {
  const cacheBytes = size === undefined ? DEFAULTS.index.cacheBytes : Math.min(Math.floor(positive("cache-size", size) * 2 ** 20), MAX_CACHE_BYTES);
  return { ...DEFAULTS.index, cacheBytes, ...(isOff ? { use: "off" as const } : {}) };
}

/** ripgrep gets PATH, HOME and LANG of the environment and nothing else: RIPGREP_CONFIG_PATH can run programs. */
function ripgrepFrom(env: Io["env"]): RipgrepChoice {
  const environment = Object.fromEntries(["PATH", "HOME", "LANG"].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name] as string]])));
  return { prefer: isNo(env.USE_BUILTIN_RIPGREP) ? "system" : "bundled", environment, ...(env.FOSSICK_RIPGREP ? { path: env.FOSSICK_RIPGREP } : {}) };
}
