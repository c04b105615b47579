// The sum of several runs of ripgrep.
import type { RawPath } from "../workspace/raw-path.ts";
import type { Beyond } from "./index/verify/verdicts.ts";
import type { LinkedNames } from "./linked-names.ts";
import type { Plan } from "./plan.ts";
import type { RunOutcome } from "./ripgrep/run.ts";
import type { IndexedRoot } from "./scan.ts";
import type { Front } from "./scan-front.ts";
import { mapTree } from "./tree-map.ts";
import type { TreeMap } from "./tree-walk.ts";
import { type Missed, missedBelow, toldOf, type Unreadable } from "./unreadable.ts";
import type { Place } from "./walk-run.ts";

/** What a scan learned beside its results. */
export interface Scanned {
  readonly ended: RunOutcome["ended"];
  /** Everything was looked at; if not, what was found are lower bounds. */
  readonly isWhole: boolean;
  /** All that was found was read by the index, which reads nothing outside. */
  readonly isReadByIndex: boolean;
  readonly unreadable: readonly Unreadable[];
  readonly linksOutside: number;
  readonly linksTooMany: number;
  /** What was found before a page, and after enough for it was; it is counted, no more. */
  readonly before: Beyond;
  readonly beyond: Beyond;
  /** Names newest first, each ended by a NUL, if the index told: of all that was found, perhaps of more. */
  readonly newestFirst: string | undefined;
  /** What was found came in that order. */
  readonly isInOrder: boolean;
  /** For roots of which it was told, by index: files that were too large. */
  readonly large: ReadonlyMap<number, readonly RawPath[]>;
  /** The same of files that links alone lead to, with absolute paths. */
  readonly largeBehindLinks: readonly RawPath[];
  /** Some places are shown under other names. */
  readonly hasOtherNames: boolean;
  /** The name under which a place is shown: with links, the first in byte order. */
  nameOf(place: Place): RawPath;
}

const BY_RIPGREP = { isReadByIndex: false };

/** The sum of several runs. */
export class Tally implements Scanned {
  readonly #plan: Plan;
  ended: RunOutcome["ended"] = "exit";
  /** Files that were named. */
  readonly #unreadable: Unreadable[] = [];
  readonly #missed: Missed[] = [];
  /** A part was enough. */
  isPart = false;
  before: Beyond = { entries: 0, hits: 0 };
  beyond: Beyond = { entries: 0, hits: 0 };
  newestFirst: Scanned["newestFirst"];
  isInOrder = false;
  isReadByIndex = true;
  linksOutside = 0;
  linksTooMany = 0;
  readonly names = new Map<number, LinkedNames>();
  readonly large = new Map<number, readonly RawPath[]>();
  readonly largeBehindLinks: RawPath[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  get isWhole(): boolean {
    return this.ended === "exit" && !this.isPart;
  }

  /** A run below a root; without one, on files that were named. */
  add(outcome: RunOutcome, at?: IndexedRoot, { isReadByIndex }: { readonly isReadByIndex: boolean } = BY_RIPGREP): void {
    const { faults } = outcome.messages;
    this.isReadByIndex &&= isReadByIndex;
    if (this.ended === "exit") this.ended = outcome.ended;
    if (at === undefined) this.#unreadable.push(...faults);
    else this.#missed.push(...missedBelow(at, faults, this.#plan));
  }

  /** A file that was named. */
  addUnreadable(unreadable: Unreadable): void {
    this.#unreadable.push(unreadable);
  }

  get unreadable(): readonly Unreadable[] {
    return [...this.#unreadable, ...toldOf(this.#missed, this.#plan, (place) => this.nameOf(place))];
  }

  /** Only of one root there is a front. */
  addFront({ outcome, isPart, before, beyond, newestFirst, isInOrder, isReadByIndex, besides }: Front, at: IndexedRoot): void {
    this.add(outcome, at, { isReadByIndex });
    this.isPart = isPart;
    if (before !== undefined) this.before = before;
    if (beyond !== undefined) this.beyond = beyond;
    this.takeOrder({ newestFirst, isInOrder });
    if (besides === undefined) return;
    if (besides.outcome !== undefined) this.add(besides.outcome, at);
    this.linksOutside += besides.detour.refused;
    this.names.set(at.index, besides.detour.names);
  }

  /** What the index tells of the order in which things were found. */
  takeOrder({ newestFirst, isInOrder }: Pick<Scanned, "newestFirst" | "isInOrder">): void {
    this.newestFirst = newestFirst;
    this.isInOrder = isInOrder;
  }

  /** The links of a tree; without all of them the answer is not whole. */
  async map(plan: Plan, directory: RawPath): Promise<TreeMap> {
    const tree = await mapTree(plan, directory, "links");
    if (tree.isPartial && this.ended === "exit") this.ended = "time";
    return tree;
  }

  get hasOtherNames(): boolean {
    return this.names.size > 0;
  }

  nameOf(place: Place): RawPath {
    return this.names.get(place.root)?.firstNameOf(place) ?? place.name;
  }
}
