// For each directory of a search: may the index say where to look, and is that worth it? Everything else is ripgrep's alone.
import { below, type RawPath } from "../../workspace/raw-path.ts";
import type { SearchWay, Workspace } from "../../workspace/workspace.ts";
import type { Plan } from "../plan.ts";
import type { Root, SearchQuery } from "../query.ts";
import { KNOWN_VERSION, majorVersion } from "../ripgrep/resolve.ts";
import { OVERDRAFT } from "./cost.ts";
import { askForLarger, askForMoves, askForNewest, askForUnseen, doubtBelow, fitting, movesOf } from "./file-lists.ts";
import { WITHOUT_TEXT } from "./inquiry.ts";
import type { Candidates } from "./protocol.ts";
import { residentOf } from "./resident.ts";
import type { TreeIndex } from "./tree-index.ts";
import type { Position, Reach } from "./verify/in-order.ts";
import type { Beyond } from "./verify/verdicts.ts";
import type { What } from "./verify/verify.ts";
import type { WhyPlain } from "./why-plain.ts";
import { budgetOf } from "./worth.ts";

/** A directory of a plan, and its index in it. */
export interface At {
  readonly root: Root;
  readonly index: number;
}

/** What the index knows of a directory. */
export interface Looked {
  /** Files that ripgrep has to look at, relative to the directory. */
  readonly candidates: Candidates;
  /** What it would print of all others; undefined if that would be too much. */
  readonly printed: string | undefined;
  /** The pattern is one for sure. */
  readonly isProven: boolean;
  /** If what is printed is newest first: all names in that order, candidates, too, each ended by a NUL. */
  readonly newestFirst: string | undefined;
  /** Those are the very names that are printed. */
  readonly isInOrder: boolean;
  /** What was found before what is shown, and is not printed. */
  readonly before: Beyond | undefined;
  /** What was found after enough was printed. */
  readonly beyond: Beyond | undefined;
  /** There is more in the last file of which something is printed. */
  readonly isCut: boolean;
  /** Nothing is left for ripgrep: all was read by the index, which reads nothing that is not really in the tree. */
  readonly isReadByIndex: boolean;
  /** How many files may match, those that were left out included. */
  readonly picked: number;
  /** What comes after this was left out; undefined if nothing was. */
  readonly rest: Position | undefined;
  /** If something was: all files that the index does not vouch for, relative to the directory. */
  readonly unsure: readonly RawPath[];
}

/** What a walk meets and does not look at, relative to the directory: files that are binary for sure, and those that may be; and hidden ones that a rule lets in again. */
export interface Unseen {
  readonly sure: readonly RawPath[];
  /** Those of them in which something may match. */
  readonly suspects: readonly RawPath[];
  readonly doubtful: readonly RawPath[];
  readonly hidden: readonly RawPath[];
}

/** The index, asked by one search. */
export interface Narrowed {
  /** Undefined: ripgrep has to look at everything. With `reach`, not all of the result is needed. */
  look(at: At, what: What, reach?: Reach): Promise<Looked | undefined>;
  /** After a first look, ripgrep has to look at everything all the same. */
  giveUp(): void;
  /** What a walk below a directory does not look at; undefined if the index did not answer there. */
  unseen(at: At): Promise<Unseen | undefined>;
  /** Whether it can be asked about a directory now. */
  isReady(at: At): boolean;
  /** Files of a directory, newest first; undefined if that is not known. */
  newest(at: At, names: readonly RawPath[]): Promise<readonly RawPath[] | undefined>;
  /** Files of a directory that have more bytes; undefined if that is not known. */
  larger(at: At, bytes: number): Promise<readonly RawPath[] | undefined>;
  /** Whether ripgrep was given names, and something came, went or was swapped since: then what it read may be something else. */
  hasMoved(): Promise<boolean>;
  /** A name for the present structure of a directory that was looked at; as long as it is the same, so are directories, links and ignore rules in it. */
  structureOf(directory: RawPath): string | undefined;
  /** A name for what is left out of such a directory; as long as it is the same, nothing came to that. */
  leftOutOf(directory: RawPath): string | undefined;
}

/** The indexes that know of a search and were not asked by it yet. */
const announced = new WeakMap<SearchQuery, Set<TreeIndex>>();

/** To be called when a search begins, before its plan is made: meanwhile an index catches up with what happened. */
export function announce(query: SearchQuery, workspace: Workspace): void {
  if (workspace.settings.index.use !== "off" && query.walk.ignoreFiles) announced.set(query, residentOf(workspace).announce(query));
}

/** The plan, with the index beside it if that is kept. */
export function narrowed(plan: Plan, query: SearchQuery): Plan {
  const { session, settings } = plan.workspace;
  if (settings.index.use === "off") {
    session.onWay?.({ way: "plain", why: "index is off" });
    return plan;
  }
  /** By directory: of those in it nothing is said, for one that is ignored is not watched. */
  const known = new Map<RawPath, Pick<Asked, "structure" | "leftOut">>();
  /** The first answers with names for ripgrep, of each tree. */
  const first = new Map<RawPath, { readonly at: At; readonly moves: string }>();
  /** Who asks for lines and gets counts, because there are too many, will ask for counts; where not all was counted, only who asks for a part gets these. */
  const counted = new Map<number, Asked>();
  const look = async (at: At, what: What, reach?: Reach): Promise<Looked | undefined> => {
    const before = what === "counts" && reach?.after === undefined ? counted.get(at.index) : undefined;
    const isFit = before !== undefined && (reach !== undefined || (before.rest === undefined && before.beyond === undefined));
    const asked = isFit ? before : await ask(plan, query, at, { what, reach });
    session.onWay?.(typeof asked === "string" ? { way: "plain", why: asked } : asked.way);
    if (typeof asked === "string") return undefined;
    known.set(at.root.real, asked);
    if (!asked.isReadByIndex && !first.has(asked.tree)) first.set(asked.tree, { at, moves: asked.moves });
    if (asked.what === what) return asked;
    counted.set(at.index, asked);
    return { ...asked, printed: undefined };
  };
  const structureOf = (directory: RawPath): string | undefined => known.get(directory)?.structure;
  return {
    ...plan,
    narrowed: {
      look,
      giveUp: () => session.onWay?.({ way: "plain", why: "too many candidates" }),
      structureOf,
      leftOutOf: (directory) => known.get(directory)?.leftOut,
      hasMoved: async () => {
        for (const { at, moves } of first.values()) if ((await askForMoves(plan, at)) !== moves) return true;
        return false;
      },
      unseen: (at) => askForUnseen(plan, at, query, structureOf),
      isReady: ({ root }) => plan.walk.ignoreFiles && typeof residentOf(plan.workspace).treeOf(root.real, plan.walk) !== "string",
      newest: (at, names) => askForNewest(plan, at, names),
      larger: (at, bytes) => askForLarger(plan, at, bytes),
    },
  };
}

/** Runs a search; building goes on after it, or begins. */
export function whileIndexRests<T>(plan: Plan, task: () => Promise<T>): Promise<T> {
  return plan.workspace.settings.index.use === "off" ? task() : residentOf(plan.workspace).during(plan, task);
}

interface Asked extends Looked {
  readonly what: What;
  readonly tree: RawPath;
  readonly structure: string;
  readonly leftOut: string;
  readonly moves: string;
  readonly way: SearchWay;
}

/** What is to be printed, and how far it is needed. */
interface Wish {
  readonly what: What;
  readonly reach: Reach | undefined;
}

async function ask(plan: Plan, query: SearchQuery, at: At, { what, reach }: Wish): Promise<Asked | WhyPlain> {
  if (!plan.walk.ignoreFiles) return "ignored files are asked for";
  const tree = residentOf(plan.workspace).treeOf(at.root.real, plan.walk);
  if (typeof tree === "string") return tree;
  const name = below(tree.directory, at.root.real) as RawPath;
  const doubt = name === "" ? undefined : await doubtBelow(plan);
  if (doubt !== undefined) return doubt;
  const budget = budgetOf(plan, at.root);
  if (typeof budget === "string") return budget;
  const isRipgrepKnown = (await majorVersion(plan.ripgrep)) >= KNOWN_VERSION;
  const { pattern, caseInsensitive, multiline, order, content, limits } = query;
  const asked = { pattern, caseInsensitive, multiline, order, content, limits };
  const isAnnounced = announced.get(query)?.delete(tree) === true; // later looks are from what is on the disk by then
  const inquiry = { below: name, filter: plan.filter.spec, hidden: plan.walk.hidden, query: asked, what, reach, budget, isRipgrepKnown, isAnnounced };
  const answer = await tree.ask(inquiry, budget.patienceMs + OVERDRAFT * WITHOUT_TEXT * budget.budgetMs);
  if (answer === undefined) return "index did not answer in time";
  if (!answer.ok) return answer.why;
  const candidates = fitting(plan, at, answer.candidates);
  if (candidates === undefined) return "names that cannot be arguments";
  const structure = `${tree.serial}:${answer.structure}`;
  return {
    candidates,
    printed: answer.printed ?? "",
    what: answer.what ?? what,
    picked: answer.picked,
    rest: answer.rest,
    unsure: answer.unsure ?? [],
    newestFirst: answer.isNewestFirst && (answer.order ?? answer.printed),
    isInOrder: answer.isNewestFirst === true && answer.order === undefined,
    before: answer.before,
    beyond: answer.beyond,
    isCut: answer.isCut === true,
    isReadByIndex: candidates.text.length + candidates.doubtful.length === 0,
    isProven: answer.isProven === true,
    tree: tree.directory,
    structure,
    leftOut: `${structure}:${answer.leftOut}`,
    moves: movesOf(tree, answer),
    way: { way: "index", candidates: answer.picked, files: answer.files, by: answer.isProven ? "index" : "ripgrep" },
  };
}
