// What holds the index of a tree and hears what the server has to say: in a process of its own (host.ts) or, if the tree is small, in the server's (link-here.ts).
import fs from "node:fs";
import path from "node:path";
import { isGone, ownIdentity } from "../../files/owner.ts";
import type { Answer, FromHost, HostState, ToHost, TreeRequest } from "./protocol.ts";
import { STATUS_MARK } from "./status.ts";
import { Tree } from "./tree.ts";

export class TreeHost {
  readonly #say: (message: FromHost) => void;
  readonly #onFault: () => void;
  readonly #ended = new AbortController();
  /** What has begun and is not over. */
  readonly #underWay = new Set<Promise<unknown>>();
  #tree: Tree | undefined;
  #cookies: string | undefined;
  #lastStep = "";

  /** `onFault` is called when something went wrong that never should: nothing it says can be believed any more. */
  constructor(say: (message: FromHost) => void, onFault: () => void) {
    this.#say = say;
    this.#onFault = onFault;
  }

  hear(message: ToHost): void {
    if (this.#ended.signal.aborted) return;
    const tree = this.#tree;
    if (message.kind === "open") this.#open(message.tree);
    if (message.kind === "busy" && tree !== undefined) tree.isBusy = message.isBusy;
    if (message.kind === "announce") this.#follow(tree?.expectQuestion());
    if (message.kind === "ask") this.#reply(message.id, tree?.ask(message.inquiry));
    if (message.kind === "list") this.#reply(message.id, tree?.list(message.place, message.which));
  }

  /** Stores what is known, in a hurry, and says nothing more. */
  end(): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#tree?.end();
    try {
      if (this.#cookies !== undefined) fs.rmSync(this.#cookies, { recursive: true, force: true });
    } catch {
      // it is swept when we are gone
    }
  }

  /** Ends, and lets go of threads and descriptors when nobody uses them any more; a process that is over need not do that. */
  async close(): Promise<void> {
    this.end();
    await Promise.allSettled(this.#underWay);
    await this.#tree?.close().catch(() => {}); // what cannot be closed is not open any more
  }

  /** Throws if it cannot be: no room, no more watches. */
  #open(request: TreeRequest): void {
    try {
      sweep(request.stateDirectory);
      this.#cookies = fs.mkdtempSync(path.join(request.stateDirectory, `${ownIdentity()}${COOKIES}`));
      this.#tree = new Tree(request, this.#cookies, this.#ended.signal, (state) => this.#report(state));
    } catch (error) {
      this.end();
      throw error;
    }
    this.#follow(this.#tree.live()); // without hope it waits to be ended, having said so
  }

  #reply(id: number, answer: Promise<Answer> | undefined): void {
    this.#follow(answer?.then((each) => this.#tell({ kind: "answer", id, answer: each })));
  }

  #follow(task: Promise<unknown> | undefined): void {
    if (task === undefined) return;
    const followed: Promise<unknown> = task.catch(() => this.#onFault()).finally(() => this.#underWay.delete(followed));
    this.#underWay.add(followed);
  }

  /** Progress is told in steps. */
  #report(state: HostState): void {
    const { phase, isCalm, isWarm, why, indexBytes, textBytes, hasTooLarge } = state;
    const step = JSON.stringify([phase, isCalm, isWarm, why, Math.floor(indexBytes / STEP_BYTES), Math.floor(textBytes / STEP_BYTES), hasTooLarge]);
    if (step === this.#lastStep) return;
    this.#lastStep = step;
    this.#tell({ kind: "state", state });
  }

  #tell(message: FromHost): void {
    if (!this.#ended.signal.aborted) this.#say(message);
  }
}

const COOKIES = ".watch-";
const STEP_BYTES = 2 ** 24;

/** What hosts and servers that were killed left behind. */
function sweep(directory: string): void {
  for (const name of fs.readdirSync(directory)) {
    const at = Math.max(name.indexOf(COOKIES), name.indexOf(STATUS_MARK));
    if (at > 0 && isGone(name.slice(0, at))) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}
