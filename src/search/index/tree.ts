// A tree under watch: which files ripgrep would meet in it, and what is in them. It is listed, read and kept up with in the background; until that is done, a
// call is told that we do not know.
import { setTimeout as sleep } from "node:timers/promises";
import { entryAt, isSameFile } from "../../workspace/entry.ts";
import { makePause } from "../tree-walk.ts";
import { Answers } from "./answers.ts";
import { Files } from "./files.ts";
import { type Inquiry, questionOf } from "./inquiry.ts";
import { Catalogue } from "./listing/catalogue.ts";
import { Watch } from "./listing/watch.ts";
import type { Answer, Hopeless, HostState, Place, Question, TreeRequest, Unready, Which } from "./protocol.ts";
import { openStore, type TreeStore } from "./store/tree-store.ts";
import { MAX_BYTES } from "./texts/read-text.ts";
import { Pace } from "./verify/pace.ts";
import { WarmUp } from "./warm-up.ts";
import { ScannerWithRoom } from "./wasm/scanner.ts";

/** Work is done in slices, so that events are heard and questions answered in between. */
const SLICE_MS = 4;
/** While searches run, between two slices. */
const REST_MS = 20;
/** Changes come in groups. */
const GATHER_MS = 30;
const MAX_WAIT_MS = 1_000;
/** What was read is stored when nothing has happened for so long; at the end, what can be stored in this time. */
const CALM_MS = 5_000;
const LAST_STORE_MS = 500;
/** More files that are not vouched for are not worth a list. */
const MAX_DOUBTFUL = 300;
const MAX_INDEX_BYTES = 512 * 1024 * 1024;

export class Tree {
  readonly #request: TreeRequest;
  readonly #store: TreeStore | undefined;
  readonly #files: Files;
  readonly #answers: Answers;
  readonly #warmUp: WarmUp;
  readonly #watch: Watch;
  readonly #catalogue: Catalogue;
  readonly #ended: AbortSignal;
  readonly #onState: (state: HostState) => void;
  readonly #identity;
  #isAdopted = false;
  /** What is caught up with for a search that was announced: never less than what happened before the last announcement. */
  #expected: Promise<Unready | undefined> | undefined;
  #hopeless: Hopeless | undefined;
  #isBusy = false;
  #wake: () => void = () => {};

  constructor(request: TreeRequest, cookieDirectory: string, ended: AbortSignal, onState: (state: HostState) => void) {
    const { directory, walk, ripgrep, denyGlobs } = request;
    this.#request = request;
    this.#watch = new Watch(
      cookieDirectory,
      (where, name, happened) => this.#catalogue.heard(where, name, happened),
      () => this.#catalogue.lost(),
    ); // first: where that cannot be, nothing is to be closed
    this.#store = request.cache === undefined ? undefined : openStore(request.cache, directory);
    this.#files = new Files(directory, new ScannerWithRoom(MAX_BYTES + 1, request.cacheBytes), { ...request, store: this.#store });
    this.#answers = new Answers(this.#files);
    // How long code takes that is not compiled yet says nothing of later: that is not noted where it counts.
    const inVain = new Answers(this.#files, new Pace(), () => this.#isBusy || this.#ended.aborted || this.#warmUp.isLong);
    this.#warmUp = new WarmUp((inquiry) => this.#answerTo(inquiry, inVain));
    const plan = { walk, ripgrep, signal: ended, workspace: { fence: { denyGlobsBelow: () => denyGlobs } } };
    this.#catalogue = new Catalogue(directory, { plan, watch: this.#watch, files: this.#files, onNews: () => this.#wake() });
    this.#identity = entryAt(directory);
    this.#ended = ended;
    this.#onState = onState;
    ended.addEventListener("abort", () => this.#wake(), { once: true });
  }

  /** Lists, reads and keeps up, until it is ended or there is no hope. */
  async live(): Promise<void> {
    try {
      let tries = 0;
      while (!this.#ended.aborted && this.#hopeless === undefined) {
        this.#report();
        if (this.#catalogue.knows !== "now") {
          await this.#rest(GATHER_MS * 2 ** Math.min(tries, 6));
          await this.#untilNobodySearches();
          const listed = await this.#catalogue.list();
          if (typeof listed === "string") this.#hopeless = listed;
          tries = listed === true ? 0 : tries + 1;
        } else if (this.#isAdopted) await this.#keepUp();
        else await this.#adopt();
      }
      this.#report();
    } finally {
      this.#watch.close();
    }
  }

  /** Takes over what was stored by an earlier run. Every directory is watched by now: what changes after a look at it is heard of. */
  async #adopt(): Promise<void> {
    const pause = makePause();
    for (const segment of this.#store?.stored() ?? []) {
      for (const _ of this.#files.adopt(segment)) {
        const pausing = pause();
        await pausing;
        if (pausing !== undefined && this.#isBusy) await this.#rest(REST_MS);
      }
      if (this.#ended.aborted) return;
    }
    this.#isAdopted = true;
    this.#files.adopted();
  }

  /** Stores what is known, in a hurry, and lets others have the place. */
  end(): void {
    if (this.#isAdopted) this.#files.store(performance.now() + LAST_STORE_MS); // before, what is there would be taken for useless
    this.#store?.close();
  }

  /** Lets go of threads and descriptors; it is over, and nobody is answered any more. */
  close(): Promise<void> {
    return this.#files.close();
  }

  async #keepUp(): Promise<void> {
    if (this.#files.hasWork) {
      if (this.#isBusy) await this.#rest(REST_MS);
      this.#files.work(performance.now() + SLICE_MS);
      if (this.#files.indexBytes > MAX_INDEX_BYTES) this.#hopeless = "index too large";
      await new Promise(setImmediate);
    } else if (this.#files.hasToKeep) {
      if (this.#isBusy) await this.#rest(REST_MS);
      this.#files.keep(performance.now() + SLICE_MS);
      await new Promise(setImmediate);
    } else if (this.#catalogue.isBehind) {
      await this.#rest(GATHER_MS);
      await this.#catalogue.catchUp();
    } else if (!this.#warmUp.isDone) {
      this.#files.startHelp();
      if (this.#isBusy) await this.#rest(REST_MS);
      else await this.#warmUp.goOn();
      await new Promise(setImmediate);
    } else {
      const isCalm = await this.#somethingNew(this.#files.isStored ? undefined : CALM_MS);
      if (isCalm) this.#files.store(performance.now() + SLICE_MS);
    }
  }

  /** Not longer than it lives. */
  #rest(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#ended }).catch(() => {});
  }

  /** Who searches meanwhile has ripgrep alone, which needs both processors; but some never cease. */
  async #untilNobodySearches(): Promise<void> {
    for (let waitedMs = 0; this.#isBusy && waitedMs < MAX_WAIT_MS; waitedMs += REST_MS) await this.#rest(REST_MS);
  }

  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    if (isBusy) this.#catalogue.giveUpSurvey();
  }

  /** A search will ask: catches up while the server makes up its question. */
  expectQuestion(): Promise<unknown> | undefined {
    this.#expected = this.#unready() === undefined ? this.#doubt() : undefined;
    return this.#expected;
  }

  /** Where to look for what is wanted, from what is on the disk now. */
  ask(inquiry: Inquiry): Promise<Answer> {
    return this.#answerTo(inquiry, this.#answers);
  }

  async #answerTo(inquiry: Inquiry, answers: Answers): Promise<Answer> {
    const caughtUp = this.#whyNot(inquiry, inquiry.isAnnounced ? this.#expected : undefined);
    const question = questionOf(inquiry); // while the cookie is on its way
    const why = (await caughtUp) ?? (typeof question === "string" ? question : undefined);
    if (why !== undefined) return { ok: false, why };
    const { verification } = question as Question;
    const { moves, leftOut, structure } = this.#catalogue;
    const answer = await answers.to(question as Question, structure);
    if (this.#files.hasWork) this.#wake(); // what is stored may have turned out to be damaged
    return answer.ok ? { ...answer, moves, leftOut, ...(verification === undefined ? {} : { isProven: true }) } : answer;
  }

  /** Files of some kind. */
  async list(place: Place, which: Which): Promise<Answer> {
    const why = await this.#whyNot(place);
    const { moves, leftOut, structure } = this.#catalogue;
    const answer: Answer = why === undefined ? this.#answers.list(place, which, structure) : { ok: false, why };
    return answer.ok ? { ...answer, moves, leftOut } : answer;
  }

  async #whyNot({ below: directory }: Place, expected?: Promise<Unready | undefined>): Promise<Unready | undefined> {
    const why = this.#unready() ?? (await (expected ?? this.#doubt())) ?? this.#unready();
    return why ?? (this.#catalogue.hasDirectory(directory) ? undefined : "not below the tree");
  }

  /** Catches up with what happened before now. */
  async #doubt(): Promise<Unready | undefined> {
    if (!(await this.#watch.caughtUp())) return "events lost";
    await this.#catalogue.catchUp();
    if (this.#catalogue.hasOtherRules) this.#catalogue.restructure();
    const identity = entryAt(this.#request.directory);
    if (identity === undefined || this.#identity === undefined || !isSameFile(identity, this.#identity)) this.#hopeless = "directory replaced";
    return undefined;
  }

  #unready(): Unready | undefined {
    if (this.#hopeless !== undefined) return this.#hopeless;
    if (this.#catalogue.knows === "never") return "starting";
    if (this.#catalogue.knows === "before") return "listing";
    if (this.#files.doubtfulCount <= MAX_DOUBTFUL) return undefined;
    return this.#files.hasWork ? "building" : "too many changed files";
  }

  /** Whether nothing came in that time. */
  #somethingNew(withinMs?: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(() => resolve(true), withinMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }

  #report(): void {
    const why = this.#unready();
    this.#onState({
      phase:
        this.#hopeless !== undefined ? "off" : this.#catalogue.knows !== "now" ? "listing" : this.#files.doubtfulCount > MAX_DOUBTFUL ? "building" : "ready",
      isWarm: this.#warmUp.isDone,
      isCalm: why === undefined && this.#warmUp.isDone && !this.#files.hasWork && !this.#files.hasToKeep && this.#files.isStored,
      ...(why === undefined ? {} : { why }),
      files: this.#files.count,
      directories: this.#watch.size,
      textBytes: this.#files.textBytes,
      hasTooLarge: this.#files.hasTooLarge,
      indexBytes: this.#files.indexBytes,
    });
  }
}
