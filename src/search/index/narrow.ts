// For each directory of a search: may the index say where to look, and is that worth it? Everything else is ripgrep's alone.
import { below, type RawPath } from "../../workspace/raw-path.ts";
import type { SearchWay } from "../../workspace/workspace.ts";
import type { Plan } from "../plan.ts";
import type { ContentQuery, Root, SearchQuery } from "../query.ts";
import { maxLineBytes, ONLY_MATCHING_MAX_BYTES } from "../ripgrep/arguments.ts";
import { KNOWN_VERSION, majorVersion } from "../ripgrep/resolve.ts";
import { type AcrossLines, acrossLinesOf } from "./across-lines.ts";
import { OVERDRAFT } from "./cost.ts";
import { askForBinaries, askForLarger, askForNewest, doubtBelow, fitting } from "./file-lists.ts";
import type { Position, Reach } from "./in-order.ts";
import { wantedOf } from "./pattern.ts";
import type { Answer, Candidates, Question } from "./protocol.ts";
import { type Proven, provenOf } from "./proven.ts";
import { residentOf } from "./resident.ts";
import type { Beyond } from "./verdicts.ts";
import { canVerify, type Shape, type What } from "./verify.ts";
import type { Wanted } from "./wanted.ts";
import type { WhyPlain } from "./why-plain.ts";
import { type Budget, budgetOf } from "./worth.ts";

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
  /** What was found before what is shown, and is not printed. */
  readonly before: Beyond | undefined;
  /** What was found after enough was printed. */
  readonly beyond: Beyond | undefined;
  /** There is more in the last file of which something is printed. */
  readonly isCut: boolean;
  /** How many files may match, those that were left out included. */
  readonly picked: number;
  /** What comes after this was left out; undefined if nothing was. */
  readonly rest: Position | undefined;
}

/** Files that are binary for sure, and those that may be, relative to the directory. */
export interface Binaries {
  readonly sure: readonly RawPath[];
  readonly doubtful: readonly RawPath[];
}

/** The index, asked by one search. */
export interface Narrowed {
  /** Undefined: ripgrep has to look at everything. With `reach`, not all of the result is needed. */
  look(at: At, what: What, reach?: Reach): Promise<Looked | undefined>;
  /** After a first look, ripgrep has to look at everything all the same. */
  giveUp(): void;
  /** What a walk below a directory takes for binary; undefined if the index did not answer there. */
  binaries(at: At): Promise<Binaries | undefined>;
  /** Whether it can be asked about a directory now. */
  isReady(at: At): boolean;
  /** Files of a directory, newest first; undefined if that is not known. */
  newest(at: At, names: readonly RawPath[]): Promise<readonly RawPath[] | undefined>;
  /** Files of a directory that have more bytes; undefined if that is not known. */
  larger(at: At, bytes: number): Promise<readonly RawPath[] | undefined>;
  /** A name for the present structure of a tree; as long as it is the same, so are directories, links and ignore rules. */
  structureOf(directory: RawPath): string | undefined;
}

/** Candidates that are listed at a time, after a first few. */
const MAX_BATCH = 1_000;

/** The plan, with the index beside it if that is kept. */
export function narrowed(plan: Plan, query: SearchQuery): Plan {
  const { session, settings } = plan.workspace;
  if (settings.index.use === "off") {
    session.onWay?.({ way: "plain", why: "index is off" });
    return plan;
  }
  let pattern: Pattern | undefined;
  /** Not before there is an index: until then, nobody needs it. */
  const readPattern = (): Pattern => {
    pattern ??= patternOf(query);
    return pattern;
  };
  const structures = new Map<RawPath, string>();
  /** Who asks for lines and gets counts, because there are too many, will ask for counts; where not all was counted, only who asks for a part gets these. */
  const counted = new Map<number, Asked>();
  const look = async (at: At, what: What, reach?: Reach): Promise<Looked | undefined> => {
    const known = what === "counts" && reach?.after === undefined ? counted.get(at.index) : undefined;
    const isFit = known !== undefined && (reach !== undefined || (known.rest === undefined && known.beyond === undefined));
    const asked = isFit ? known : await ask(plan, readPattern, at, { what, reach });
    session.onWay?.(typeof asked === "string" ? { way: "plain", why: asked } : asked.way);
    if (typeof asked === "string") return undefined;
    structures.set(asked.tree, asked.structure);
    if (asked.what === what) return asked;
    counted.set(at.index, asked);
    return { ...asked, printed: undefined };
  };
  const structureOf = (directory: RawPath): string | undefined => [...structures].find(([tree]) => below(tree, directory) !== undefined)?.[1];
  return {
    ...plan,
    narrowed: {
      look,
      giveUp: () => session.onWay?.({ way: "plain", why: "too many candidates" }),
      structureOf,
      binaries: (at) => askForBinaries(plan, at, structureOf),
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

interface Pattern {
  readonly query: SearchQuery;
  readonly wanted: Wanted | undefined;
  readonly proven: Proven | AcrossLines | undefined;
  /** Matches may run over the ends of lines. */
  readonly isAcross: boolean;
}

function patternOf(query: SearchQuery): Pattern {
  const onLines = provenOf(query);
  return { query, wanted: wantedOf(query), proven: onLines ?? acrossLinesOf(query), isAcross: query.multiline && onLines === undefined };
}

interface Asked extends Looked {
  readonly what: What;
  readonly tree: RawPath;
  readonly structure: string;
  readonly way: SearchWay;
}

/** What is to be printed, and how far it is needed. */
interface Wish {
  readonly what: What;
  readonly reach: Reach | undefined;
}

async function ask(plan: Plan, readPattern: () => Pattern, at: At, { what, reach }: Wish): Promise<Asked | WhyPlain> {
  if (!plan.walk.ignoreFiles) return "ignored files are asked for";
  const tree = residentOf(plan.workspace).treeOf(at.root.real, plan.walk);
  if (typeof tree === "string") return tree;
  const pattern = readPattern();
  if (reach === undefined && saysNothing(pattern.wanted) && !isVerifiable(pattern.proven, pattern.query, what)) return whyNothing(pattern.wanted);
  const name = below(tree.directory, at.root.real) as RawPath;
  const doubt = name === "" ? undefined : await doubtBelow(plan);
  if (doubt !== undefined) return doubt;
  const budget = budgetOf(plan, at.root);
  if (typeof budget === "string") return budget;
  const question = await questionOf(plan, pattern, { name, what, reach }, budget);
  if (typeof question === "string") return question;
  const answer = await tree.ask(question, budget.patienceMs + (question.verification === undefined ? 0 : OVERDRAFT * budget.budgetMs));
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
    newestFirst: answer.isNewestFirst && (answer.order ?? answer.printed),
    before: answer.before,
    beyond: answer.beyond,
    isCut: answer.isCut === true,
    isProven: question.verification !== undefined,
    tree: tree.directory,
    structure,
    way: wayOf(answer, question),
  };
}

function wayOf({ picked, files }: Extract<Answer, { ok: true }>, { verification }: Question): SearchWay {
  return { way: "index", candidates: picked, files, by: verification === undefined ? "ripgrep" : "index" };
}

function saysNothing(wanted: Wanted | undefined): boolean {
  return wanted === undefined || wanted === "anything";
}

function whyNothing(wanted: Wanted | undefined): WhyPlain {
  return wanted === undefined ? "pattern is not understood" : "pattern says nothing to look up";
}

async function questionOf(
  plan: Plan,
  { query, wanted, proven, isAcross }: Pattern,
  { name, what, reach }: Wish & { readonly name: RawPath },
  { maxCandidates, trial, budgetMs }: Budget,
): Promise<Question | WhyPlain> {
  const isProven = isVerifiable(proven, query, what) && (await majorVersion(plan.ripgrep)) >= KNOWN_VERSION;
  // Where ripgrep verifies, to look at the first few is a try, which must not cost much. In order, files can be looked at whatever is in them.
  const isInOrder = reach !== undefined && (isProven || trial >= 1);
  if (!isInOrder && !isProven && saysNothing(wanted)) return whyNothing(wanted);
  if (!isProven && maxCandidates < 1) return "plain is as fast";
  const { multiline, limits, content } = query;
  const sizes = [...(multiline ? [limits.multilineBytes] : []), ...(content.onlyMatching && what === "lines" ? [ONLY_MATCHING_MAX_BYTES] : [])];
  const isNewestFirst = query.order === "newest";
  const maxChars = what === "lines" ? limits.wholeBytes : Number.POSITIVE_INFINITY;
  return {
    wanted: wanted ?? "anything",
    span: isAcross ? "owner" : "piece",
    below: name,
    filter: plan.filter.spec,
    maxBytes: Math.min(Number.MAX_SAFE_INTEGER, ...sizes),
    maxCandidates: isProven || !isInOrder ? maxCandidates : reach.isTrial ? trial : Math.min(maxCandidates, MAX_BATCH),
    ...(isInOrder ? { reach: reachFor(reach, isAcross) } : {}),
    ...(isProven ? { verification: { proven: proven as Proven | AcrossLines, shape: shapeOf(what, content), maxChars, budgetMs, isNewestFirst } } : {}),
  };
}

/** What is counted of matches across lines is not how many lines they have. */
function reachFor(reach: Reach, isAcross: boolean): Reach {
  return isAcross ? { ...reach, skipped: 0, isRestCounted: false } : reach;
}

function isVerifiable(proven: Proven | AcrossLines | undefined, { content }: SearchQuery, what: What): boolean {
  return proven !== undefined && !(what === "lines" && content.onlyMatching) && canVerify(proven, what);
}

function shapeOf(what: What, content: ContentQuery): Shape {
  return what === "lines" ? { what, before: content.before, after: content.after, maxBytes: maxLineBytes(content), columns: content.columns } : { what };
}
