// What is listed in a tree, kept up with what happens there. ripgrep says what is listed; it is asked again whenever something comes that a rule may mean,
// or changes its kind, or a rule changes.
import { entryAt, nameOf, parentOf } from "../../../workspace/entry.ts";
import { below, joined, type RawPath } from "../../../workspace/raw-path.ts";
import { ctimeOf, type TreePlan } from "../../tree-walk.ts";
import type { Files } from "../files.ts";
import type { Hopeless } from "../protocol.ts";
import { Listing, type Seen } from "./listing.ts";
import { Newcomers } from "./newcomers.ts";
import { surveyTree } from "./survey.ts";
import type { Happened, Watch } from "./watch.ts";

const SURVEY_MS = 120_000;
/** Names that events told of and that were not looked at yet. */
const MAX_TOUCHED = 20_000;
/** Names that are known not to be listed. */
const MAX_UNLISTED = 100_000;
/** Those that went stay listed until everything is listed again, as it is after so many have come. */
const MAX_ADDED = 5_000;
const MAX_ROUNDS = 5;
/** What may be heard while a survey is made, and does not speak against it. */
const AGREEING: readonly Seen[] = ["changed", "vanished", "left out", "nothing"];

export interface CatalogueParts {
  readonly plan: Omit<TreePlan, "deadline">;
  readonly watch: Watch;
  /** Are told which there are, and which have changed. */
  readonly files: Files;
  /** Is called whenever there is something to do. */
  readonly onNews: () => void;
}

export class Catalogue {
  readonly #directory: RawPath;
  readonly #plan: CatalogueParts["plan"];
  readonly #watch: Watch;
  readonly #files: Files;
  readonly #onNews: () => void;
  /** Grows whenever what is listed may have changed; the last one for which it is known. */
  #structure = 1;
  #listed = 0;
  /** Grows whenever a name comes, goes or is replaced. */
  moves = 0;
  /** Grows whenever a file comes that a rule may mean. */
  leftOut = 0;
  #listing: Listing | undefined;
  /** What events told of and was not looked at yet. */
  #touched = new Map<RawPath, Happened>();
  /** Names of plain files that ripgrep leaves out, as far as events told of them. */
  readonly #unlisted = new Set<RawPath>();
  /** Plain files that came: ripgrep has to say whether it lists them. */
  readonly #newcomers: Newcomers;
  #admission: Promise<void> | undefined;
  #added = 0;
  /** Ends the survey that is under way, if it may be. */
  #giveUp: AbortController | undefined;
  #hasGivenUp = false;

  constructor(directory: RawPath, { plan, watch, files, onNews }: CatalogueParts) {
    this.#directory = directory;
    this.#plan = plan;
    this.#watch = watch;
    this.#files = files;
    this.#onNews = onNews;
    this.#newcomers = new Newcomers(plan, directory);
  }

  /** Names the present state of what is listed. */
  get structure(): number {
    return this.#structure;
  }

  /** Whether it is known what is listed, or was known once. */
  get knows(): "now" | "before" | "never" {
    if (this.#listed === this.#structure) return "now";
    return this.#listed === 0 ? "never" : "before";
  }

  /** Whether there are events that were not looked at. */
  get isBehind(): boolean {
    return this.#touched.size > 0;
  }

  hasDirectory(name: RawPath): boolean {
    return this.#listing?.hasDirectory(name) === true;
  }

  /** Whether a rule changed that is not watched. */
  get hasOtherRules(): boolean {
    for (const [file, changedNs] of this.#listing?.rules ?? []) if (ctimeOf(file) !== changedNs) return true;
    return false;
  }

  /** Everything has to be listed again. */
  restructure(): void {
    this.#structure++;
    this.#onNews();
  }

  heard(where: RawPath, name: RawPath | undefined, happened: Happened): void {
    const relative = below(this.#directory, where);
    const isItself = where === this.#directory && name === nameOf(this.#directory);
    if (happened === "rename") this.moves++;
    if (relative === undefined || name === undefined || isItself) this.restructure();
    else this.#touch(joined(relative, name), happened);
    if (this.#touched.size > MAX_TOUCHED) this.lost();
    this.#onNews();
  }

  /** Events may have been lost: nothing that is known of contents counts any more. */
  lost(): void {
    this.#touched.clear();
    this.#unlisted.clear();
    this.#files.allChanged();
    this.restructure();
  }

  #touch(name: RawPath, happened: Happened): void {
    if (happened === "rename" || !this.#touched.has(name)) this.#touched.set(name, happened);
  }

  /** Looks at what events told of, and has ripgrep judge what came. */
  async catchUp(): Promise<void> {
    if (this.knows === "now") this.#look();
    await this.#admitAll();
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
      this.restructure();
      return false;
    }
    return true;
  }

  #leave(directory: RawPath): void {
    this.#listing?.leave(directory);
    this.#files.vanishedBelow(directory);
    this.#unlisted.clear(); // rules may have gone with it
  }

  #leaveOut(name: RawPath): void {
    if (this.#unlisted.size >= MAX_UNLISTED) this.#unlisted.clear();
    this.#unlisted.add(name);
    this.leftOut++;
  }

  #addFiles(names: readonly RawPath[]): void {
    this.#added += names.length;
    if (this.#added > MAX_ADDED) this.restructure();
    for (const name of names) this.#listing?.files.add(name);
    this.#files.add(names);
  }

  /** Until nobody waits: several calls may want to know of the same newcomers. Where they do not cease to come, everything is listed. */
  async #admitAll(): Promise<void> {
    for (let rounds = 0; this.#admission !== undefined || this.#newcomers.isAnybodyWaiting; rounds++) {
      if (rounds === MAX_ROUNDS) return void this.restructure();
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
    if (judged === undefined || !(await this.#watch.caughtUp())) return this.restructure();
    if (this.#listed === structure) this.#look();
    if (this.#structure !== structure || this.#listed !== structure) return; // a rule may have changed meanwhile: the list will tell
    for (const [name, isListed] of judged) {
      if (this.#newcomers.isWaiting(name) || !this.#entry(name)?.isFile()) continue; // it went, and may have come again
      if (!isListed) this.#leaveOut(name);
      else {
        this.#addFiles([name]);
        this.leftOut++; // a directory of its name may have been left out
      }
    }
  }

  /** Somebody searches: a first survey had better be made later. */
  giveUpSurvey(): void {
    this.#giveUp?.abort();
  }

  /** Asks ripgrep for the list; false if the tree did not hold still. */
  async list(): Promise<boolean | Hopeless> {
    const structure = this.#structure;
    const before = this.#touched;
    this.#touched = new Map();
    const present = [...before.keys()].filter((name) => this.#entry(name)?.isFile());
    const survey = await this.#survey();
    const isWhole = typeof survey === "object" && (await this.#watch.caughtUp());
    if (typeof survey === "string" && survey !== "again") return survey;
    const listing = isWhole ? new Listing(this.#directory, survey, this.#watch, (inode) => this.#files.hasOtherName(inode)) : undefined;
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
    const signal = AbortSignal.any([this.#plan.signal, giveUp.signal]);
    const plan = { ...this.#plan, signal, deadline: performance.now() + SURVEY_MS };
    const survey = await surveyTree(plan, this.#directory, this.#watch).catch((error) => {
      if (giveUp.signal.aborted && !this.#plan.signal.aborted) return "again" as const;
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
    this.#files.list(listing.files, (name) => this.#watch.isRenewed(parentOf(joined(this.#directory, name))));
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
    return entryAt(joined(this.#directory, name));
  }
}
