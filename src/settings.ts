// Every setting with its default, on one page. A face resolves them once; below it nobody asks the environment.

export interface Settings {
  /** Where relative paths start; absolute. */
  readonly workdir: string;
  /** Directories that file and search tools may touch; none = the working directory. */
  readonly allowDirs: readonly string[];
  /** Globs that they may not, even inside. */
  readonly denyDirs: readonly string[];
  readonly dialect: string;
  /** Files above this are not searched across lines. */
  readonly maxFileBytes: number;
  readonly searchTimeoutMs: number;
  /** No answer is longer than this. */
  readonly maxOutputChars: number;
  /** Adds `structuredContent` to replies, for programs. */
  readonly structured: boolean;
  readonly ripgrep: RipgrepChoice;
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
  dialect: "boris",
  maxFileBytes: 10 * 1024 * 1024,
  searchTimeoutMs: SEARCH_TIMEOUT_MS,
  maxOutputChars: 48_000,
  structured: false,
  ripgrep: { prefer: "bundled", environment: {} },
};
