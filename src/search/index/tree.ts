// A tree under watch: which files ripgrep would meet in it, and what is in them. ripgrep says what is listed; it is asked again whenever something
// comes that a rule may mean, or changes its kind, or a rule changes. Until it has answered, a call is told that we do not know.
import { setTimeout as sleep } from "node:timers/promises";
import { entryAt, isSameFile, nameOf, parentOf } from "../../workspace/entry.ts";
import { below, joined, type RawPath } from "../../workspace/raw-path.ts";
import { ctimeOf, makePause, type TreePlan } from "../tree-walk.ts";
import { Answers } from "./answers.ts";
import { Files } from "./files.ts";
import { type Inquiry, questionOf } from "./inquiry.ts";
import { Listing, type Seen } from "./listing.ts";
import { Newcomers } from "./newcomers.ts";
import { Pace } from "./pace.ts";
import type { Answer, Hopeless, HostState, Place, Question, TreeRequest, Unready, Which } from "./protocol.ts";
import { MAX_BYTES } from "./read-text.ts";
import { openStore, type TreeStore } from "./store/tree-store.ts";
import { surveyTree } from "./survey.ts";
import { WarmUp } from "./warm-up.ts";
import { ScannerWithRoom } from "./wasm/scanner.ts";
import { type Happened, Watch } from "./watch.ts";

/** Work is done in slices, so that events are heard and questions answered in between. */
const SLICE_MS = 4;
/** While searches run, between two slices. */
const REST_MS = 20;
/** Changes come in groups. */
const GATHER_MS = 30;
const SURVEY_MS = 120_000;
const MAX_WAIT_MS = 1_000;
/** What was read is stored when nothing has happened for so long; at the end, what can be stored in this time. */
const CALM_MS = 5_000;
const LAST_STORE_MS = 500;
/** More files that are not vouched for are not worth a list. */
const MAX_DOUBTFUL = 300;
/** Names that events told of and that were not looked at yet. */
const MAX_TOUCHED = 20_000;
/** Names that are known not to be listed. */
const MAX_UNLISTED = 100_000;
/** Those that went stay listed until everything is listed again, as it is after so many have come. */
const MAX_ADDED = 5_000;
const MAX_ROUNDS = 5;
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
/** What may be heard while a survey is made, and does not speak against it. */
const AGREEING: readonly Seen[] = ["changed", "vanished", "left out", "nothing"];

export class Tree {
  readonly #request: TreeRequest;
  readonly #plan: Omit<TreePlan, "deadline">;
  readonly #store: TreeStore | undefined;
  readonly #files: Files;
  readonly #answers: Answers;
  readonly #warmUp: WarmUp;
  readonly #watch: Watch;
  readonly #ended: AbortSignal;
  readonly #onState: (state: HostState) => void;
  readonly #identity;
  /** Grows whenever what is listed may have changed; the last one for which it is known. */
  #structure = 1;
  /** Grows whenever a name comes, goes or is replaced. */
  #moves = 0;
  /** Grows whenever a file comes that a rule may mean. */
  #leftOut = 0;
  #listed = 0;
  #isAdopted = false;
  #listing: Listing | undefined;
  /** What events told of and was not looked at yet. */
  #touched = new Map<RawPath, Happened>();
  /** Names of plain files that ripgrep leaves out, as far as events told of them. */
  readonly #unlisted = new Set<RawPath>();
  /** Plain files that came: ripgrep has to say whether it lists them. */
  readonly #newcomers: Newcomers;
  #admission: Promise<void> | undefined;
  #added = 0;
  /** What is caught up with for a search that was announced: never less than what happened before the last announcement. */
  #expected: Promise<Unready | undefined> | undefined;
  #hopeless: Hopeless | undefined;
  #isBusy = false;
  /** Ends the survey that is under way, if it may be. */
  #giveUp: AbortController | undefined;
  #hasGivenUp = false;
  #wake: () => void = () => {};

  constructor(request: TreeRequest, cookieDirectory: string, ended: AbortSignal, onState: (state: HostState) => void) {
    const { directory, walk, ripgrep, denyGlobs } = request;
    this.#request = request;
    this.#plan = { walk, ripgrep, signal: ended, workspace: { fence: { denyGlobsBelow: () => denyGlobs } } };
    this.#watch = new Watch(
      cookieDirectory,
      (where, name, happened) => this.#heard(where, name, happened),
      () => this.#lost(),
    ); // first: where that cannot be, nothing is to be closed
    this.#store = request.cache === undefined ? undefined : openStore(request.cache, directory);
    this.#files = new Files(directory, new ScannerWithRoom(MAX_BYTES + 1, request.cacheBytes), { ...request, store: this.#store });
    this.#answers = new Answers(this.#files);
    // How long code takes that is not compiled yet says nothing of later: that is not noted where it counts.
    const inVain = new Answers(this.#files, new Pace(), () => this.#isBusy || this.#ended.aborted || this.#warmUp.isLong);
    this.#warmUp = new WarmUp((inquiry) => this.#answerTo(inquiry, inVain));
    this.#newcomers = new Newcomers(this.#plan, directory);
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
        if (this.#listed !== this.#structure) {
          await this.#rest(GATHER_MS * 2 ** Math.min(tries, 6));
          await this.#untilNobodySearches();
          tries = (await this.#list()) ? 0 : tries + 1;
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
    } else if (this.#touched.size > 0) {
      await this.#rest(GATHER_MS);
      if (this.#listed === this.#structure) this.#look();
      await this.#admitAll();
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

  /** Until nobody waits: several calls may want to know of the same newcomers. Where they do not cease to come, everything is listed. */
  async #admitAll(): Promise<void> {
    for (let rounds = 0; this.#admission !== undefined || this.#newcomers.isAnybodyWaiting; rounds++) {
      if (rounds === MAX_ROUNDS) return void this.#restructure();
      this.#admission ??= this.#admit().finally(() => {
        this.#admission = undefined;
      });
      await this.#admission;
    }
  }

  /** Has ripgrep say which of the new files it lists; if it cannot, it has to list everything. */
  async #admit(): Promise<void> {
    const structure = this.#structure;
    const judged = await this.#newcomers.judged((name) => this.#entry(name)?.isFile() ?? false);
    if (judged === undefined || !(await this.#watch.caughtUp())) return this.#restructure();
    if (this.#listed === structure) this.#look();
    if (this.#structure !== structure || this.#listed !== structure) return; // a rule may have changed meanwhile: the list will tell
    for (const [name, isListed] of judged) {
      if (this.#newcomers.isWaiting(name) || !this.#entry(name)?.isFile()) continue; // it went, and may have come again
      if (!isListed) this.#leaveOut(name);
      else {
        this.#addFiles([name]);
        this.#leftOut++; // a directory of its name may have been left out
      }
    }
  }

  #leaveOut(name: RawPath): void {
    if (this.#unlisted.size >= MAX_UNLISTED) this.#unlisted.clear();
    this.#unlisted.add(name);
    this.#leftOut++;
  }

  #addFiles(names: readonly RawPath[]): void {
    this.#added += names.length;
    if (this.#added > MAX_ADDED) this.#restructure();
    for (const name of names) this.#listing?.files.add(name);
    this.#files.add(names);
  }

  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    if (isBusy) this.#giveUp?.abort();
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
    const before = { moves: this.#moves, leftOut: this.#leftOut };
    const answer = await answers.to(question as Question, this.#structure);
    if (this.#files.hasWork) this.#wake(); // what is stored may have turned out to be damaged
    return answer.ok ? { ...answer, ...before, ...(verification === undefined ? {} : { isProven: true }) } : answer;
  }

  /** Files of some kind. */
  async list(place: Place, which: Which): Promise<Answer> {
    const why = await this.#whyNot(place);
    const answer: Answer = why === undefined ? this.#answers.list(place, which, this.#structure) : { ok: false, why };
    return answer.ok ? { ...answer, moves: this.#moves, leftOut: this.#leftOut } : answer;
  }

  async #whyNot({ below: directory }: Place, expected?: Promise<Unready | undefined>): Promise<Unready | undefined> {
    const why = this.#unready() ?? (await (expected ?? this.#doubt())) ?? this.#unready();
    return why ?? (this.#listing?.hasDirectory(directory) ? undefined : "not below the tree");
  }

  /** Catches up with what happened before now. */
  async #doubt(): Promise<Unready | undefined> {
    if (!(await this.#watch.caughtUp())) return "events lost";
    if (this.#listed === this.#structure) this.#look();
    await this.#admitAll();
    if (this.#hasOtherRules()) this.#restructure();
    const identity = entryAt(this.#request.directory);
    if (identity === undefined || this.#identity === undefined || !isSameFile(identity, this.#identity)) this.#hopeless = "directory replaced";
    return undefined;
  }

  #unready(): Unready | undefined {
    if (this.#hopeless !== undefined) return this.#hopeless;
    if (this.#listed === 0) return "starting";
    if (this.#listed !== this.#structure) return "listing";
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

  #heard(where: RawPath, name: RawPath | undefined, happened: Happened): void {
    const { directory } = this.#request;
    const relative = below(directory, where);
    const isItself = where === directory && name === nameOf(directory);
    if (happened === "rename") this.#moves++;
    if (relative === undefined || name === undefined || isItself) this.#restructure();
    else this.#touch(joined(relative, name), happened);
    if (this.#touched.size > MAX_TOUCHED) this.#lost();
    this.#wake();
  }

  #touch(name: RawPath, happened: Happened): void {
    if (happened === "rename" || !this.#touched.has(name)) this.#touched.set(name, happened);
  }

  /** Nothing that is known of contents counts any more. */
  #lost(): void {
    this.#touched.clear();
    this.#unlisted.clear();
    this.#files.allChanged();
    this.#restructure();
  }

  #restructure(): void {
    this.#structure++;
    this.#wake();
  }

  /** Looks at what events told of. What makes a new list necessary stays, to be asked about. */
  #look(): void {
    const listing = this.#listing as Listing;
    const touched = this.#touched;
    this.#touched = new Map();
    const came: RawPath[] = [];
    for (const [name, happened] of touched) {
      const seen = listing.judge(name, happened, this.#unlisted);
      const inside = seen === "directory came" ? listing.enter(name) : undefined;
      for (const file of inside ?? []) touched.set(file, "rename"); // and so it is looked at in this very loop
      if (seen === "came") came.push(name);
      else if (inside === undefined && !this.#note(name, seen)) this.#touch(name, happened);
    }
    this.#addFiles(came);
  }

  /** False if everything has to be listed again. */
  #note(name: RawPath, seen: Seen): boolean {
    if (seen === "changed") this.#files.changed(name);
    else if (seen === "vanished") this.#files.vanished(name);
    else if (seen === "perhaps") this.#newcomers.add(name);
    else if (seen === "left out") this.#leaveOut(name);
    else if (seen === "directory went") this.#leave(name);
    else if (seen !== "nothing") {
      this.#restructure();
      return false;
    }
    return true;
  }

  #leave(directory: RawPath): void {
    this.#listing?.leave(directory);
    this.#files.vanishedBelow(directory);
    this.#unlisted.clear(); // rules may have gone with it
  }

  /** Asks ripgrep for the list; false if the tree did not hold still. */
  async #list(): Promise<boolean> {
    const structure = this.#structure;
    const before = this.#touched;
    this.#touched = new Map();
    const present = [...before.keys()].filter((name) => this.#entry(name)?.isFile());
    const survey = await this.#survey();
    const isWhole = typeof survey === "object" && (await this.#watch.caughtUp());
    if (typeof survey === "string" && survey !== "again") this.#hopeless = survey;
    const listing = isWhole ? new Listing(this.#request.directory, survey, this.#watch, (inode) => this.#files.hasOtherName(inode)) : undefined;
    if (listing !== undefined && this.#structure === structure && this.#agrees(listing)) {
      this.#apply(listing, before, present);
      return true;
    }
    for (const [name, happened] of before) this.#touch(name, happened);
    return false;
  }

  /** Whoever searches meanwhile needs all processors: the first one is given up then, and made again later. But some never cease, and who had an index wants it back. */
  async #survey(): ReturnType<typeof surveyTree> {
    const giveUp = new AbortController();
    if (!this.#hasGivenUp && this.#listed === 0) this.#giveUp = giveUp;
    const signal = AbortSignal.any([this.#ended, giveUp.signal]);
    const plan = { ...this.#plan, signal, deadline: performance.now() + SURVEY_MS };
    const survey = await surveyTree(plan, this.#request.directory, this.#watch).catch((error) => {
      if (giveUp.signal.aborted && !this.#ended.aborted) return "again" as const;
      throw error;
    });
    this.#giveUp = undefined;
    this.#hasGivenUp ||= giveUp.signal.aborted;
    return giveUp.signal.aborted ? "again" : survey;
  }

  /** Whether nothing that was heard since the survey began speaks against it. */
  #agrees(listing: Listing): boolean {
    for (const [name, happened] of this.#touched) if (!AGREEING.includes(listing.judge(name, happened, this.#unlisted))) return false;
    return true;
  }

  #apply(listing: Listing, before: ReadonlyMap<RawPath, Happened>, present: readonly RawPath[]): void {
    this.#files.list(listing.files, (name) => this.#watch.isRenewed(parentOf(joined(this.#request.directory, name))));
    this.#watch.forgetRenewed(); // not before: a survey that came to nothing has watched them, too
    for (const name of before.keys()) this.#files.changed(name);
    this.#unlisted.clear(); // rules may be others by now
    // What was there all the time and is not on the list was left out by a rule.
    for (const name of present) if (!listing.files.has(name) && !this.#touched.has(name) && this.#entry(name)?.isFile()) this.#unlisted.add(name);
    this.#listing = listing;
    this.#added = 0;
    this.#listed = this.#structure;
    this.#look();
  }

  #entry(name: RawPath): ReturnType<typeof entryAt> {
    return entryAt(joined(this.#request.directory, name));
  }

  #hasOtherRules(): boolean {
    for (const [file, changedNs] of this.#listing?.rules ?? []) if (ctimeOf(file) !== changedNs) return true;
    return false;
  }

  #report(): void {
    const why = this.#unready();
    this.#onState({
      phase:
        this.#hopeless !== undefined ? "off" : this.#listed !== this.#structure ? "listing" : this.#files.doubtfulCount > MAX_DOUBTFUL ? "building" : "ready",
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
