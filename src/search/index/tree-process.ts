// The process that holds the index of a tree, as the server has it: forked, asked, ended. Several workspaces may share one.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Inquiry } from "./inquiry.ts";
import type { Answer, FromHost, HostState, Place, ToHost, TreeRequest, Which } from "./protocol.ts";
import type { WhyPlain } from "./why-plain.ts";

const END_GRACE_MS = 2_000;
/** Beside this file as it is compiled; from the sources, as in tests, that of the last build. */
const HOST = new URL(import.meta.url.endsWith(".ts") ? "../../../dist/search/index/host.js" : "./host.js", import.meta.url);
/** In megabytes: its second thread would begin with one, and, where it makes a string of each file, do little but collect garbage. */
const HOST_FLAGS: readonly string[] = ["--min-semi-space-size=8"];

let started = 0;

export class TreeProcess {
  readonly directory: RawPath;
  /** Tells this one from all others. */
  readonly serial = ++started;
  readonly #child: ChildProcess;
  readonly #onState = new Set<() => void>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #state: HostState | undefined;
  #ended: WhyPlain | undefined;
  #searches = 0;
  #toldBusy = false;
  #asked = 0;

  constructor(tree: TreeRequest) {
    this.directory = tree.directory;
    this.#child = fork(fileURLToPath(HOST), [], {
      cwd: "/",
      env: {},
      execArgv: [...HOST_FLAGS],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (message: FromHost) => this.#hear(message));
    this.#child.on("error", () => this.#end("index ended"));
    this.#child.on("exit", () => this.#end("index ended"));
    // A program that forgets to close its workspace ends all the same.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#say({ kind: "open", tree });
  }

  /** Why it cannot be asked now; undefined if it can. */
  get unready(): WhyPlain | undefined {
    if (this.#ended !== undefined) return this.#ended;
    return this.#state?.phase === "ready" ? undefined : (this.#state?.why ?? "starting");
  }

  /** It will never be asked again. */
  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  get state(): HostState | undefined {
    return this.#state;
  }

  /** Has somebody told whenever something about it changes, and now; until what is returned is called. */
  onState(listener: () => void): () => void {
    this.#onState.add(listener);
    listener();
    return () => void this.#onState.delete(listener);
  }

  /** It will be asked. */
  announce(): void {
    this.#say({ kind: "announce" });
  }

  /** Undefined if the answer takes too long. */
  ask(inquiry: Inquiry, timeoutMs: number): Promise<Answer | undefined> {
    return this.#answered(timeoutMs, (id) => ({ kind: "ask", id, inquiry }));
  }

  list(place: Place, which: Which, timeoutMs: number): Promise<Answer | undefined> {
    return this.#answered(timeoutMs, (id) => ({ kind: "list", id, place, which }));
  }

  #answered(timeoutMs: number, message: (id: number) => ToHost): Promise<Answer | undefined> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(undefined), timeoutMs);
      this.#waiting.set(id, settle);
      this.#say(message(id));
    });
  }

  /** Building rests while searches run. */
  searchBegins(): void {
    this.#searches++;
    this.#tellBusy();
  }

  searchEnds(): void {
    this.#searches--;
    this.#tellBusy();
  }

  /** Each message wakes it, which takes longer than many an answer: one that has nothing to do is not told to rest. */
  #tellBusy(): void {
    const isBusy = this.#searches > 0 && (this.#toldBusy || this.#state?.isCalm !== true);
    if (isBusy !== this.#toldBusy) this.#say({ kind: "busy", isBusy });
    this.#toldBusy = isBusy;
  }

  async close(): Promise<void> {
    this.#end("index ended");
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), END_GRACE_MS);
      child.once("exit", () => {
        clearTimeout(timer);
        resolve();
      });
      if (child.connected) child.disconnect();
    });
  }

  #hear(message: FromHost): void {
    if (message.kind === "answer") return void this.#waiting.get(message.id)?.(message.answer);
    this.#state = message.state;
    this.#tellBusy();
    for (const listener of this.#onState) listener();
    if (message.state.phase !== "off") return;
    this.#end(message.state.why ?? "index ended");
    if (this.#child.connected) this.#child.disconnect();
  }

  #end(why: WhyPlain): void {
    this.#ended ??= why;
    for (const listener of this.#onState) listener();
    for (const settle of this.#waiting.values()) settle({ ok: false, why: "starting" });
  }

  #say(message: ToHost): void {
    if (this.#child.connected) this.#child.send(message, () => {}); // if it has gone, `exit` says so
  }
}
