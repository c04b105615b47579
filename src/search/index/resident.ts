// Which trees have an index: started in the background after a search, asked by later ones, shared by all workspaces of the server
// that see the same, ended with the last of them.
import fs from "node:fs";
import { isPrivate } from "../../files/recover.ts";
import type { Settings } from "../../settings.ts";
import { below, fsPath, type RawPath, rawOf } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Plan } from "../plan.ts";
import type { SearchQuery, WalkQuery } from "../query.ts";
import type { Costs } from "./cost.ts";
import { linkToProcess } from "./link-to-process.ts";
import { poolOf } from "./pool.ts";
import type { HostState } from "./protocol.ts";
import { StatusFile } from "./status.ts";
import type { CacheRequest } from "./store/tree-store.ts";
import { countFiles } from "./tree-count.ts";
import type { TreeIndex } from "./tree-index.ts";
import type { WhyPlain } from "./why-plain.ts";

/** What failed may do better later; but not at every search. */
const RETRY_MS = 60_000;
/** A tree of no more is small enough for the server's own process, as long as its text is. */
const MAX_FILES_HERE = 12_000;
/** Each takes some 30 ns: others must not wait for long. */
const MAX_PAIRS_HERE = 1_500_000;
/** Likewise: to read one takes some 25 ns a byte, and again whenever it has changed. */
const MAX_FILE_HERE = 2 ** 20;
const MAX_CACHE_HERE = 64 * 2 ** 20;
/** Times what is kept of it in memory. */
const MAX_TEXT_HERE = 2;
/** The answer goes first: to start a process holds everything up, and a long one is written piece by piece. */
const START_MS = 30;
/** By then, who calls at once has called: ripgrep needs all processors, and the code that runs it has been warmed up. */
const LATER_MS = 1_500;
/** Local file systems on which every change is told of: ext, XFS, btrfs, tmpfs, F2FS, bcachefs, ZFS. */
const WATCHABLE: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0xca451a4e, 0x2fc12fc1]);

/** The index of a workspace's trees. */
export function residentOf(workspace: Workspace): Resident {
  const { memory } = workspace.session;
  if (!memory.has("resident index")) memory.set("resident index", new Resident(workspace));
  return memory.get("resident index") as Resident;
}

/** A tree that a workspace searches, by what decides which files are listed. */
interface Known {
  index?: TreeIndex;
  /** Why there is none. */
  why: WhyPlain;
  /** As it was started last. */
  plan?: Plan;
  /** It turned out to have too much text for the server's own process, or too large a file. */
  isLarge?: true;
  retryAt: number;
  starting?: Promise<void>;
  stopHearing?: () => void;
  /** What `doctor` shows of it. */
  readonly status: StatusFile;
}

export class Resident {
  readonly #workspace: Workspace;
  readonly #trees = new Map<string, Known>();
  /** Those that are under way, with the indexes that were told of them. */
  readonly #searches = new Set<Set<TreeIndex>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    workspace.onClose(() => this.#close());
  }

  /** Some tree has an index that can be asked now. */
  get isReady(): boolean {
    return [...this.#trees.values()].some(({ index }) => index !== undefined && index.unready === undefined);
  }

  /** How far the indexes of its trees are. */
  get states(): readonly HostState[] {
    return [...this.#trees.values()].flatMap(({ index }) => index?.state ?? []);
  }

  /** The index of the tree in which a directory lies, if it can be asked now. */
  treeOf(directory: RawPath, walk: WalkQuery): TreeIndex | WhyPlain {
    const tree = this.#treeOf(directory);
    const known = tree === undefined ? undefined : this.#trees.get(keyOf(tree, walk));
    if (known?.index === undefined) return known?.why ?? "no index yet";
    return known.index.unready ?? known.index;
  }

  /** Tells the indexes that a search may ask that it will; gives those that were told. */
  announce({ walk }: SearchQuery): Set<TreeIndex> {
    const told = new Set<TreeIndex>();
    for (const allowed of this.#workspace.fence.allowed) {
      const tree = this.treeOf(allowed, walk);
      if (typeof tree !== "string") told.add(tree);
    }
    for (const tree of told) tree.announce();
    return told;
  }

  /** What searches of a directory cost, if it lies in a tree that could have an index. */
  costsOf(directory: RawPath, walk: WalkQuery): Costs | undefined {
    const tree = this.#treeOf(directory);
    return tree === undefined ? undefined : poolOf(this.#workspace).costsOf(keyOf(tree, walk));
  }

  /** Around each search: building rests meanwhile, and begins after the first. */
  async during<T>(plan: Plan, task: () => Promise<T>): Promise<T> {
    const told = new Set<TreeIndex>();
    for (const { index } of this.#trees.values()) if (index !== undefined) tellOfSearch(told, index);
    this.#searches.add(told);
    try {
      return await task();
    } finally {
      this.#searches.delete(told);
      for (const index of told) index.searchEnds();
      // By then it may have one; but most have it already, and a timer for nothing wakes us up.
      if (this.#lacks(plan).length > 0) setTimeout(() => this.#startFor(plan), START_MS).unref();
    }
  }

  /** Before anybody searches: looks how large the plan's trees are and, some time later, opens what an earlier server kept of them. */
  async prepare(plan: Plan): Promise<void> {
    if (this.#workspace.settings.index.use === "off") return;
    const { isKept } = await import("./store/tree-store.ts"); // whoever keeps nothing need not load it
    for (const tree of this.#lacks(plan)) {
      await this.#count(plan, tree);
      const cache = this.#cacheFor(tree, plan.walk);
      if (cache !== undefined && isKept(cache, tree)) setTimeout(() => this.#startFor(plan), LATER_MS).unref();
    }
  }

  /** How many files the tree has in which a directory lies, if they were counted: more than matter are not. */
  countOf(directory: RawPath, walk: WalkQuery): number | undefined {
    const tree = this.#treeOf(directory);
    return tree === undefined ? undefined : poolOf(this.#workspace).countOf(keyOf(tree, walk));
  }

  async #count(plan: Plan, tree: RawPath): Promise<number | undefined> {
    const count = await countFiles(plan, tree, Math.max(this.#workspace.settings.index.minFiles, MAX_FILES_HERE + 1));
    if (count !== undefined) poolOf(this.#workspace).noteCount(keyOf(tree, plan.walk), count);
    return count;
  }

  #treeOf(directory: RawPath): RawPath | undefined {
    return this.#workspace.fence.allowed.find((allowed) => below(allowed, directory) !== undefined);
  }

  #startFor(plan: Plan): void {
    if (!this.#workspace.closed.aborted) for (const tree of this.#lacks(plan)) this.#startTree(plan, tree);
  }

  /** The trees of a plan that could have an index, and have none that can be asked. */
  #lacks({ walk, roots }: Plan): readonly RawPath[] {
    const trees = roots.flatMap(({ kind, real }) => (kind === "directory" && walk.ignoreFiles ? (this.#treeOf(real) ?? []) : []));
    return trees.filter((tree) => this.#trees.get(keyOf(tree, walk))?.index?.isOver !== false);
  }

  #startTree(plan: Plan, tree: RawPath): void {
    const key = keyOf(tree, plan.walk);
    const known: Known = this.#trees.get(key) ?? { why: "no index yet", retryAt: 0, status: new StatusFile(this.#workspace.settings.stateDirectory, tree) };
    if (known.index?.isOver) this.#drop(known);
    if (known.index !== undefined || known.starting !== undefined || Date.now() < known.retryAt) return;
    this.#trees.set(key, known);
    known.plan = plan;
    const settle = (outcome: TreeIndex | WhyPlain): void => {
      delete known.starting;
      if (typeof outcome === "string") return void this.#put(known, outcome);
      known.index = outcome;
      for (const told of this.#searches) tellOfSearch(told, outcome);
      known.stopHearing = outcome.onState(() => this.#heard(known, outcome));
    };
    // Nobody waits for it: what goes wrong is a reason, no more.
    known.starting = this.#start(plan, tree, known).then(settle, () => settle("index ended"));
  }

  async #start(plan: Plan, directory: RawPath, { isLarge }: Known): Promise<TreeIndex | WhyPlain> {
    const { fence, settings, closed } = this.#workspace;
    const refusal = refusalOf(directory, settings.stateDirectory);
    if (refusal !== undefined) return refusal;
    const mayBeHere = settings.index.host === "server" && isLarge !== true;
    const count = await this.#count(plan, directory);
    if (count === undefined) return "index ended";
    if (count < settings.index.minFiles) return "tree is small";
    const linkHere = mayBeHere && count <= MAX_FILES_HERE ? (await import("./link-here.ts")).linkHere : undefined; // whoever has none need not load it
    closed.throwIfAborted();
    const pool = poolOf(this.#workspace);
    const isHere = linkHere !== undefined && pool.isRoomHere;
    const { walk, ripgrep } = plan;
    const { stateDirectory, index } = settings;
    const cache = this.#cacheFor(directory, walk);
    const request = {
      directory,
      walk,
      denyGlobs: fence.denyGlobsBelow(directory),
      ripgrep,
      stateDirectory,
      cacheBytes: index.cacheBytes,
      ...(isHere ? { cacheBytes: cacheBytesHere(settings), maxPairs: MAX_PAIRS_HERE, maxFileBytes: MAX_FILE_HERE } : {}),
      ...(cache ? { cache } : {}),
    };
    return pool.take(request, isHere ? linkHere : linkToProcess);
  }

  /** Where the index of a tree is kept between runs. */
  #cacheFor(tree: RawPath, walk: WalkQuery): CacheRequest | undefined {
    const { fence, settings } = this.#workspace;
    const { cacheDirectory, maxCacheBytes } = settings;
    if (!cacheDirectory) return undefined;
    return { directory: cacheDirectory, maxBytes: maxCacheBytes, walk: JSON.stringify([keyOf("", walk), fence.denyGlobsBelow(tree)]) };
  }

  #heard(known: Known, index: TreeIndex): void {
    const { closed, session, settings } = this.#workspace;
    if (closed.aborted || known.index !== index) return;
    const { textBytes = 0, hasTooLarge = false } = index.state ?? {};
    const isTooLarge = hasTooLarge || textBytes > MAX_TEXT_HERE * cacheBytesHere(settings);
    if (isTooLarge && index.isHere) return void this.#moveOut(known, index.directory);
    known.status.write(index.unready, index.state);
    if (index.unready === undefined) for (const listener of session.onIndexReady) listener(index.state?.isWarm === true);
  }

  /** It is built in a process of its own. */
  #moveOut(known: Known, tree: RawPath): void {
    known.isLarge = true;
    this.#drop(known, "building");
    known.retryAt = 0;
    if (known.plan !== undefined) this.#startTree(known.plan, tree);
  }

  #drop(known: Known, why?: WhyPlain): void {
    const { index } = known;
    if (index === undefined) return;
    delete known.index;
    known.stopHearing?.();
    this.#put(known, why ?? index.unready ?? "index ended", index.state);
    void poolOf(this.#workspace).give(index);
  }

  #put(known: Known, why: WhyPlain, last?: HostState): void {
    known.why = why;
    known.retryAt = Date.now() + RETRY_MS;
    if (why !== "tree is small" && !this.#workspace.closed.aborted) known.status.write(why, last);
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#trees.values()].map(({ starting }) => starting));
    const indexes = [...this.#trees.values()].flatMap(({ index }) => index ?? []);
    for (const { status, stopHearing } of this.#trees.values()) {
      stopHearing?.();
      status.remove();
    }
    this.#trees.clear();
    await Promise.all(indexes.map((index) => poolOf(this.#workspace).give(index)));
  }
}

/** What is in its memory makes it slower to start ripgrep from this process. */
function cacheBytesHere({ index }: Settings): number {
  return Math.min(index.cacheBytes, MAX_CACHE_HERE);
}

/** Once each. */
function tellOfSearch(told: Set<TreeIndex>, index: TreeIndex): void {
  if (told.has(index)) return;
  told.add(index);
  index.searchBegins();
}

/** What decides which files are listed. */
function keyOf(tree: RawPath, walk: WalkQuery): string {
  const { ignoreFiles, hidden, skipNames, bulkNames } = walk;
  const key = walkKeys.get(walk) ?? JSON.stringify([ignoreFiles, hidden, skipNames, bulkNames]);
  walkKeys.set(walk, key);
  return `${tree}\0${key}`;
}

/** Each search asks for the same several times. */
const walkKeys = new WeakMap<WalkQuery, string>();

/** Why a directory cannot be watched; undefined if it can. */
export function refusalOf(directory: RawPath, stateDirectory: string): WhyPlain | undefined {
  if (process.platform !== "linux" || !fs.existsSync("/proc/self/fd")) return "index is not kept on this system";
  if (below(directory, rawOf(stateDirectory)) !== undefined) return "tree holds our own state";
  if (!isPrivate(stateDirectory)) return "file system cannot be watched";
  try {
    return WATCHABLE.has(fs.statfsSync(fsPath(directory)).type) ? undefined : "file system cannot be watched";
  } catch {
    return "file system cannot be watched";
  }
}
