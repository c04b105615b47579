// Every setting with its default, on one page. A face resolves them once; below it nobody asks the environment.
import os from "node:os";
import path from "node:path";

export interface Settings {
  /** Where relative paths start; absolute. */
  readonly workdir: string;
  /** Directories that file and search tools may touch; none = the working directory. */
  readonly allowDirs: readonly string[];
  /** Globs that they may not, even inside. */
  readonly denyDirs: readonly string[];
  /** Adds the ready list of secrets to them. */
  readonly denySecrets: boolean;
  /** Where unfinished writes are noted, so that the next start can clean up after a crash; private to the user. */
  readonly stateDirectory: string;
  readonly dialect: string;
  /** Tools that are not offered. */
  readonly disabledTools: readonly string[];
  /** Files above this are not viewed whole, created, or searched across lines. */
  readonly maxFileBytes: number;
  /** Whether a file must have been seen before it is changed; "auto": unless the tool to view it is disabled. */
  readonly requireView: "auto" | "true" | "false";
  /** For commands that name no timeout. */
  readonly commandTimeoutMs: number;
  /** Background tasks are ended after this; 0 = they live as long as the session. */
  readonly backgroundTimeoutMs: number;
  /** Output of completed tasks that nobody reads is kept so long. */
  readonly taskRetentionMs: number;
  /** What commands inherit, secrets already taken out. */
  readonly commandEnvironment: Readonly<Record<string, string>>;
  readonly searchTimeoutMs: number;
  /** Nobody chose that time: a dialect may have one of its own. */
  readonly isDefaultSearchTimeout: boolean;
  /** The look into what a search without results skipped may take this long. */
  readonly receiptMs: number;
  /** No answer is longer than this. */
  readonly maxOutputChars: number;
  /** Adds `structuredContent` to replies, for programs. */
  readonly structured: boolean;
  readonly claudeCode: ClaudeCodeSwitches;
  /** How omp's edit names what it changes: by line numbers and the tag of what was seen, or by its text. */
  readonly editMode: "hashline" | "replace";
  /** Lines that omp's search shows before and after a match. */
  readonly contextBefore: number;
  readonly contextAfter: number;
  readonly ripgrep: RipgrepChoice;
  readonly index: IndexChoice;
  /** Where indexes are kept for the next start; absolute, and private to the user. None: they are not. */
  readonly cacheDirectory?: string;
  /** How much may be kept there in all. */
  readonly maxCacheBytes: number;
}

/** Whether an index may say where a search need not look. */
export interface IndexChoice {
  /** "by-cost": where that is faster; "always": where it can at all, for tests. */
  readonly use: "off" | "by-cost" | "always";
  /** In smaller trees ripgrep alone is fast enough. */
  readonly minFiles: number;
  /** Contents of files that it may keep in memory. */
  readonly cacheBytes: number;
  /** Whose process holds it: one of its own; or, while the tree is small, that of the server, which has nothing else to do. */
  readonly host: "process" | "server";
}

/** What Claude Code's users set in their environment. */
export interface ClaudeCodeSwitches {
  /** Glob lists ignored files (CLAUDE_CODE_GLOB_NO_IGNORE). */
  readonly globIgnored: boolean;
  /** Glob lists hidden files (CLAUDE_CODE_GLOB_HIDDEN). */
  readonly globHidden: boolean;
  /** Lists of files come newest first, or, for recorded tests, by name (NODE_ENV=test). */
  readonly order: "newest" | "path";
}

/** Which ripgrep to run: an explicit path, or the bundled one unless the system's is wanted. */
export interface RipgrepChoice {
  readonly path?: string;
  readonly prefer: "bundled" | "system";
  /** PATH, HOME and LANG: all of the environment that ripgrep gets. */
  readonly environment: Readonly<Record<string, string>>;
}

export const SEARCH_TIMEOUT_MS = 20_000;
/** File I/O under WSL costs three to five times as much. */
export const SEARCH_TIMEOUT_WSL_MS = 60_000;

/** The defaults, but for the working directory, which only a face knows. */
export const DEFAULTS: Omit<Settings, "workdir"> = {
  allowDirs: [],
  denyDirs: [],
  denySecrets: false,
  stateDirectory: path.join(os.tmpdir(), `fossick-${process.getuid?.() ?? os.userInfo().username}`),
  dialect: "boris",
  disabledTools: [],
  maxFileBytes: 10 * 1024 * 1024,
  requireView: "auto",
  commandTimeoutMs: 120_000,
  backgroundTimeoutMs: 0,
  taskRetentionMs: 3_600_000,
  commandEnvironment: {},
  searchTimeoutMs: SEARCH_TIMEOUT_MS,
  isDefaultSearchTimeout: true,
  receiptMs: 500,
  maxOutputChars: 48_000,
  structured: false,
  claudeCode: { globIgnored: true, globHidden: true, order: "newest" },
  editMode: "hashline",
  contextBefore: 1,
  contextAfter: 3,
  ripgrep: { prefer: "bundled", environment: {} },
  index: { use: "by-cost", minFiles: 2_000, cacheBytes: Math.min(512 * 2 ** 20, Math.floor(os.totalmem() / 4)), host: "process" },
  maxCacheBytes: 2 * 1024 ** 3,
};
