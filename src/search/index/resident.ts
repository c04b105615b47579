// The index as the server has it: started in the background after a search, asked by later ones, ended with the workspace.
import { type ChildProcess, fork } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { isPrivate } from "../../files/recover.ts";
import { below, fsPath, type RawPath, rawOf } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Plan } from "../plan.ts";
import type { WalkQuery } from "../query.ts";
import { FILES } from "../ripgrep/arguments.ts";
import { readNames } from "../ripgrep/listing.ts";
import { runWalk } from "../walk-run.ts";
import { Costs } from "./cost.ts";
import type { Lookup } from "./files.ts";
import type { Answer, FromHost, HostState, ToHost } from "./protocol.ts";
import type { WhyPlain } from "./why-plain.ts";

/** What failed may do better later; but not at every search. */
const RETRY_MS = 60_000;
const END_GRACE_MS = 2_000;
/** Local file systems on which every change is told of: ext, XFS, btrfs, tmpfs, F2FS, bcachefs, ZFS. */
const WATCHABLE: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0xca451a4e, 0x2fc12fc1]);
/** Beside this file as it is compiled; from the sources, as in tests, that of the last build. */
const HOST = new URL(import.meta.url.endsWith(".ts") ? "../../../dist/search/index/host.js" : "./host.js", import.meta.url);

/** The walk of a query as far as it decides which files are listed. */
export function walkKey({ ignoreFiles, hidden, skipNames, bulkNames }: WalkQuery): string {
  return JSON.stringify([ignoreFiles, hidden, skipNames, bulkNames]);
}

interface Host {
  readonly child: ChildProcess;
  readonly directory: RawPath;
  readonly walk: string;
  readonly serial: number;
  state: HostState | undefined;
}

export class Resident {
  readonly costs = new Costs();
  readonly #workspace: Workspace;
  #host: Host | undefined;
  #why: WhyPlain = "no index yet";
  #retryAt = 0;
  #starting: Promise<void> | undefined;
  #searches = 0;
  #serial = 0;
  #asked = 0;
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    workspace.onClose(() => this.#close());
  }

  /** The tree that is indexed, if there is one now and it can be asked. */
  get ready(): { readonly directory: RawPath; readonly walk: string; readonly serial: number } | WhyPlain {
    if (this.#host === undefined) return this.#why;
    return this.#host.state?.phase === "ready" ? this.#host : (this.#host.state?.why ?? "starting");
  }

  get state(): HostState | undefined {
    return this.#host?.state;
  }

  /** Undefined if the answer takes too long. */
  ask(lookup: Lookup, maxCandidates: number, timeoutMs: number): Promise<Answer | undefined> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(undefined), timeoutMs);
      this.#waiting.set(id, settle);
      this.#say({ kind: "ask", id, lookup, maxCandidates });
    });
  }

  /** Around each search: building rests meanwhile, and begins after the first. */
  async during<T>(plan: Plan, task: () => Promise<T>): Promise<T> {
    if (this.#searches++ === 0) this.#say({ kind: "busy", isBusy: true });
    try {
      return await task();
    } finally {
      if (--this.#searches === 0) this.#say({ kind: "busy", isBusy: false });
      if (!this.#workspace.closed.aborted) this.#startFor(plan);
    }
  }

  #startFor(plan: Plan): void {
    if (this.#host !== undefined || this.#starting !== undefined || Date.now() < this.#retryAt) return;
    const refused = (why: WhyPlain | undefined): void => {
      this.#starting = undefined;
      if (why === undefined) return;
      this.#why = why;
      this.#retryAt = Date.now() + RETRY_MS;
    };
    // Nobody waits for it: what goes wrong is a reason, no more.
    this.#starting = this.#start(plan).then(refused, () => refused("index ended"));
  }

  async #start(plan: Plan): Promise<WhyPlain | undefined> {
    const { fence, settings, closed } = this.#workspace;
    const root = plan.roots.find(({ kind }) => kind === "directory")?.real;
    const directory = root === undefined ? undefined : fence.allowed.find((allowed) => below(allowed, root) !== undefined);
    if (directory === undefined || !plan.walk.ignoreFiles) return "no index yet";
    const refusal = refusalOf(directory, settings.stateDirectory);
    if (refusal !== undefined) return refusal;
    const whole = { ...plan, roots: [{ given: "", path: directory, real: directory, kind: "directory" as const, size: 0 }], signal: closed };
    if (!(await hasManyFiles({ ...whole, filter: EVERYTHING, deadline: performance.now() + RETRY_MS }, settings.index.minFiles))) return "tree is small";
    closed.throwIfAborted();
    this.#fork(plan, directory);
    return undefined;
  }

  #fork({ walk, ripgrep }: Plan, directory: RawPath): void {
    const { fence, settings } = this.#workspace;
    const child = fork(fileURLToPath(HOST), [], {
      cwd: "/",
      env: {},
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const host: Host = { child, directory, walk: walkKey(walk), serial: ++this.#serial, state: undefined };
    this.#host = host;
    child.on("message", (message: FromHost) => this.#hear(host, message));
    child.on("error", () => this.#forget(host, "index ended"));
    child.on("exit", () => this.#forget(host, "index ended"));
    // A program that forgets to close its workspace ends all the same.
    child.unref();
    child.channel?.unref();
    const denyGlobs = fence.denyGlobsBelow(directory);
    this.#say({ kind: "open", tree: { directory, walk, denyGlobs, ripgrep, stateDirectory: settings.stateDirectory } });
  }

  #hear(host: Host, message: FromHost): void {
    if (message.kind === "answer") return void this.#waiting.get(message.id)?.(message.answer);
    host.state = message.state;
    if (message.state.phase === "ready") this.#workspace.session.onIndexReady?.();
    if (message.state.phase !== "off") return;
    this.#forget(host, message.state.why ?? "index ended");
    host.child.disconnect();
  }

  #forget(host: Host, why: WhyPlain): void {
    if (this.#host !== host) return;
    this.#host = undefined;
    this.#why = why;
    this.#retryAt = Date.now() + RETRY_MS;
    for (const settle of this.#waiting.values()) settle({ ok: false, why: "starting" });
  }

  #say(message: ToHost): void {
    const child = this.#host?.child;
    if (child?.connected) child.send(message, () => {}); // if it has gone, `exit` says so
  }

  async #close(): Promise<void> {
    await this.#starting;
    const child = this.#host?.child;
    if (this.#host !== undefined) this.#forget(this.#host, "index ended");
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), END_GRACE_MS);
      child.once("exit", () => {
        clearTimeout(timer);
        resolve();
      });
      if (child.connected) child.disconnect();
    });
  }
}

const EVERYTHING: Plan["filter"] = { passes: () => true, narrow: [], exclude: [], looksAtPaths: false };

/** Why a directory cannot be watched; undefined if it can. */
export function refusalOf(directory: RawPath, stateDirectory: string): WhyPlain | undefined {
  if (process.platform !== "linux") return "index is not kept on this system";
  if (below(directory, rawOf(stateDirectory)) !== undefined) return "tree holds our own state";
  if (!isPrivate(stateDirectory)) return "file system cannot be watched";
  try {
    return WATCHABLE.has(fs.statfsSync(fsPath(directory)).type) ? undefined : "file system cannot be watched";
  } catch {
    return "file system cannot be watched";
  }
}

/** Counts no further than it must. */
export async function hasManyFiles(plan: Plan, least: number): Promise<boolean> {
  let count = 0;
  const root = plan.roots[0] as Plan["roots"][number];
  const reader = () => {
    const read = readNames(() => count++);
    return (chunk: Buffer): "stop" | undefined => {
      read(chunk);
      return count >= least ? "stop" : undefined;
    };
  };
  await runWalk(plan, root, { args: FILES, paths: ["./"] }, reader);
  return count >= least;
}

/** The resident index of a workspace. */
export function residentOf(workspace: Workspace): Resident {
  const { memory } = workspace.session;
  if (!memory.has("resident index")) memory.set("resident index", new Resident(workspace));
  return memory.get("resident index") as Resident;
}
