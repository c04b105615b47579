// A workspace: settings, fence and session. The session is the only mutable state, and it can be closed.
import fs from "node:fs";
import path from "node:path";
import { fail, ok, type Result } from "../failure.ts";
import type { Settings } from "../settings.ts";
import { type Fence, makeFence } from "./fence.ts";
import { Limiter } from "./limiter.ts";
import { fsPath, type RawPath, rawOf } from "./raw-path.ts";
import { SECRETS } from "./secrets.ts";

/** At most so many searches run at once; the rest wait. */
const MAX_SEARCHES = 8;
/** At most so many files are read at once; the rest wait. */
const MAX_FILES = 32;
/** A change has up to seven descriptors: the directory, the old file and the new, a lock, a child that copies attributes. */
const MAX_CHANGES = 8;
/** At most so many foreground commands run at once; the rest wait. */
const MAX_COMMANDS = 32;
/** Commands may take minutes: several sessions together get more, so that one cannot keep the others waiting. */
const MAX_COMMANDS_IN_ALL = 128;

/** What may go on at once, and what the engine has for all workspaces together, by subject. */
export interface Limits {
  readonly shared: Map<string, unknown>;
  readonly searches: Limiter;
  readonly files: Limiter;
  readonly changes: Limiter;
  readonly commands: Limiter;
}

export interface Session {
  /** Calls under way, those that wait in a line included. */
  calls: number;
  /** Somebody has called. */
  isUsed: boolean;
  /** Are told when somebody calls for the first time. */
  readonly onUse: Set<() => void>;
  /** Where relative paths start now; absolute. */
  directory: RawPath;
  /** What the engine remembers between calls, by subject: what saves work, and which files were seen. */
  readonly memory: Map<string, unknown>;
  /** Is told which way each search takes, and why. */
  onWay: ((way: SearchWay) => void) | undefined;
  /** Are told whenever the index can be asked again, and whether it has asked itself enough to be quick. */
  readonly onIndexReady: Set<(isWarm: boolean) => void>;
}

/** How a search came to its answer: from candidates of the index, read by it or by ripgrep, or from ripgrep alone. */
export type SearchWay =
  | { readonly way: "index"; readonly candidates: number; readonly files: number; readonly by: "index" | "ripgrep" }
  | { readonly way: "plain"; readonly why: string };

export interface Workspace extends Limits {
  readonly settings: Settings;
  readonly fence: Fence;
  readonly session: Session;
  /** Aborted by `close()`: everything that waits or runs ends with it. */
  readonly closed: AbortSignal;
  /** Has something done before `close()` is finished: ending processes, for instance. After it, at once. */
  onClose(task: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Limits for all workspaces of a process together. */
export function limitsInAll(): Limits {
  return { ...limitsWithin(undefined), commands: new Limiter(MAX_COMMANDS_IN_ALL) };
}

function limitsWithin(all: Limits | undefined): Limits {
  return {
    shared: all?.shared ?? new Map(),
    searches: new Limiter(MAX_SEARCHES, all?.searches),
    files: new Limiter(MAX_FILES, all?.files),
    changes: new Limiter(MAX_CHANGES, all?.changes),
    commands: new Limiter(MAX_COMMANDS, all?.commands),
  };
}

/** Opens a workspace: resolves the working directory and the allowed directories to real paths. One of several keeps to their limits in all. */
export function createWorkspace(settings: Settings, inAll?: Limits): Result<Workspace> {
  const workdir = realDirectory(path.resolve(settings.workdir));
  if (!workdir.ok) return workdir;
  const allowed: RawPath[] = [];
  for (const given of settings.allowDirs) {
    const directory = realDirectory(path.resolve(settings.workdir, given));
    if (!directory.ok) return directory;
    allowed.push(directory.value);
  }
  const denied = [...settings.denyDirs, ...(settings.denySecrets ? SECRETS : [])];
  const fence = makeFence(allowed.length > 0 ? allowed : [workdir.value], denied, workdir.value);
  if (!fence.ok) return fence;
  const closing = new AbortController();
  const limits = limitsWithin(inAll);
  const tasks: (() => Promise<void>)[] = [];
  return ok({
    settings,
    fence: fence.value,
    session: newSession(workdir.value),
    ...limits,
    closed: closing.signal,
    onClose: (task) => void (closing.signal.aborted ? Promise.allSettled([task()]) : tasks.push(task)),
    close: async () => {
      closing.abort();
      await Promise.allSettled([limits.searches.idle(), limits.files.idle(), limits.changes.idle(), ...tasks.splice(0).map((task) => task())]);
    },
  });
}

/** Nobody has called yet; it may begin with what another knows. */
export function newSession(directory: RawPath, memory: Session["memory"] = new Map()): Session {
  return { calls: 0, isUsed: false, onUse: new Set(), directory, memory, onWay: undefined, onIndexReady: new Set() };
}

/** Somebody calls. */
export function noteUse(session: Session): void {
  session.isUsed = true;
  for (const tell of session.onUse) tell();
  session.onUse.clear();
}

function realDirectory(given: string): Result<RawPath> {
  const raw = rawOf(given);
  try {
    const real = fs.realpathSync.native(fsPath(raw), "latin1");
    if (!fs.statSync(fsPath(real)).isDirectory()) return fail({ code: "not-a-directory", path: given });
    fs.accessSync(fsPath(real), fs.constants.R_OK | fs.constants.X_OK);
    return ok(real);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") return fail({ code: "path-not-found", path: given, given, near: [] });
    return fail({ code: "io", path: given, detail: (error as Error).message });
  }
}
