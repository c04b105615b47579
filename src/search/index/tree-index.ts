// The index of a tree as the server has it, wherever it is: asked, told of searches, ended. Several workspaces may share one.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Inquiry } from "./inquiry.ts";
import type { Connect, Link } from "./link.ts";
import type { Answer, FromHost, HostState, Place, ToHost, TreeRequest, Which } from "./protocol.ts";
import type { WhyPlain } from "./why-plain.ts";

let started = 0;

export class TreeIndex {
  readonly directory: RawPath;
  /** Tells this one from all others. */
  readonly serial = ++started;
  readonly #link: Link;
  readonly #onState = new Set<() => void>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #state: HostState | undefined;
  #ended: WhyPlain | undefined;
  #searches = 0;
  #toldBusy = false;
  #asked = 0;

  constructor(tree: TreeRequest, connect: Connect) {
    this.directory = tree.directory;
    this.#link = connect(
      (message) => this.#hear(message),
      () => this.#end("index ended"),
    );
    this.#link.say({ kind: "open", tree });
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

  /** It is in this very process: all else that is done here waits for it. */
  get isHere(): boolean {
    return this.#link.isHere;
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
    this.#link.say({ kind: "announce" });
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
      this.#link.say(message(id));
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
    if (isBusy !== this.#toldBusy) this.#link.say({ kind: "busy", isBusy });
    this.#toldBusy = isBusy;
  }

  close(): Promise<void> {
    this.#end("index ended");
    return this.#link.close();
  }

  #hear(message: FromHost): void {
    if (message.kind === "answer") return void this.#waiting.get(message.id)?.(message.answer);
    this.#state = message.state;
    this.#tellBusy();
    for (const listener of this.#onState) listener();
    if (message.state.phase !== "off") return;
    this.#end(message.state.why ?? "index ended");
    void this.#link.close();
  }

  #end(why: WhyPlain): void {
    this.#ended ??= why;
    for (const listener of this.#onState) listener();
    for (const settle of this.#waiting.values()) settle({ ok: false, why: "starting" });
  }
}
