// For each directory of a search: may the index say where to look, and is that worth it? Everything else is ripgrep's alone.
import fs from "node:fs";
import { statOf } from "../../workspace/entry.ts";
import { below, isUtf8, joined, type RawPath } from "../../workspace/raw-path.ts";
import type { SearchWay } from "../../workspace/workspace.ts";
import type { Plan } from "../plan.ts";
import type { ContentQuery, Root, SearchQuery } from "../query.ts";
import { maxLineBytes, ONLY_MATCHING_MAX_BYTES } from "../ripgrep/arguments.ts";
import { KNOWN_VERSION, majorVersion } from "../ripgrep/resolve.ts";
import { globalIgnores } from "../tree-map.ts";
import { isAccepted } from "../walk-run.ts";
import { canBeMet } from "./candidates-run.ts";
import type { Position, Reach } from "./in-order.ts";
import { wantedOf } from "./pattern.ts";
import type { Answer, Candidates, Question, Which } from "./protocol.ts";
import { type Proven, provenOf } from "./proven.ts";
import { residentOf } from "./resident.ts";
import type { Shape, What } from "./verify.ts";
import type { Wanted } from "./wanted.ts";
import type { WhyPlain } from "./why-plain.ts";

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
  /** What is printed is newest first, and nothing is left for ripgrep. */
  readonly isNewestFirst: boolean;
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
  /** When a file was last modified, if the answer told. */
  modifiedOf(index: number, name: RawPath): bigint | undefined;
  /** What a walk below a directory takes for binary; undefined if the index did not answer there. */
  binaries(at: At): Promise<Binaries | undefined>;
  /** Whether it can be asked about a directory now. */
  isReady(at: At): boolean;
  /** The files of a directory, newest first; undefined if that is not known. */
  newest(at: At): Promise<readonly RawPath[] | undefined>;
  /** Files of a directory that have more bytes; undefined if that is not known. */
  larger(at: At, bytes: number): Promise<readonly RawPath[] | undefined>;
  /** A name for the present structure of a tree; as long as it is the same, so are directories, links and ignore rules. */
  structureOf(directory: RawPath): string | undefined;
}

/** A list of more is no list. */
const MAX_CANDIDATES = 20_000;
/** A page of a common pattern is full after some files. */
const MAX_TRIAL = 64;
const MAX_BATCH = 1_000;
const PATIENT_MS = 10_000;
const LIST_MS = 200;

/** The plan, with the index beside it if that is kept. */
export function narrowed(plan: Plan, query: SearchQuery): Plan {
  const { session, settings } = plan.workspace;
  if (settings.index.use === "off") {
    session.onWay?.({ way: "plain", why: "index is off" });
    return plan;
  }
  const pattern: Pattern = { query, wanted: wantedOf(query), proven: provenOf(query) };
  const structures = new Map<RawPath, string>();
  const times = new Map<number, ReadonlyMap<RawPath, bigint>>();
  /** Who asks for lines and gets counts, because there are too many, will ask for counts. */
  const counted = new Map<number, Asked>();
  const look = async (at: At, what: What, reach?: Reach): Promise<Looked | undefined> => {
    const known = what === "counts" && reach?.after === undefined ? counted.get(at.index) : undefined;
    const asked = known ?? (await ask(plan, pattern, at, { what, reach }));
    session.onWay?.(typeof asked === "string" ? { way: "plain", why: asked } : asked.way);
    if (typeof asked === "string") return undefined;
    structures.set(asked.tree, asked.structure);
    if (asked.times !== undefined) times.set(at.index, asked.times);
    if (asked.what === what) return asked;
    counted.set(at.index, asked);
    return { ...asked, printed: undefined };
  };
  const structureOf = (directory: RawPath): string | undefined => [...structures].find(([tree]) => below(tree, directory) !== undefined)?.[1];
  const modifiedOf = (index: number, name: RawPath): bigint | undefined => times.get(index)?.get(name);
  return {
    ...plan,
    narrowed: {
      look,
      modifiedOf,
      structureOf,
      binaries: (at) => askForBinaries(plan, at, structureOf),
      isReady: ({ root }) => plan.walk.ignoreFiles && typeof residentOf(plan.workspace).treeOf(root.real, plan.walk) !== "string",
      newest: (at) => askForNewest(plan, at),
      larger: (at, bytes) => askForLarger(plan, at, bytes),
    },
  };
}

/** Files of some kind below a directory. */
async function list(plan: Plan, at: At, which: Which): Promise<{ readonly answer: Extract<Answer, { ok: true }>; readonly structure: string } | undefined> {
  const tree = plan.walk.ignoreFiles ? residentOf(plan.workspace).treeOf(at.root.real, plan.walk) : "ignored files are asked for";
  if (typeof tree === "string") return undefined;
  const name = below(tree.directory, at.root.real) as RawPath;
  if (name !== "" && (await doubtBelow(plan)) !== undefined) return undefined;
  const answer = await tree.list({ below: name, filter: plan.filter.spec }, which, LIST_MS);
  return answer?.ok ? { answer, structure: `${tree.serial}:${answer.structure}` } : undefined;
}

async function askForNewest(plan: Plan, at: At): Promise<readonly RawPath[] | undefined> {
  return (await list(plan, at, { what: "newest" }))?.answer.printed?.split("\0");
}

/** Those that may be larger are looked at. */
async function askForLarger(plan: Plan, at: At, bytes: number): Promise<readonly RawPath[] | undefined> {
  const listed = await list(plan, at, { what: "larger", bytes });
  const isLarger = (name: RawPath): boolean => Number(statOf(joined(at.root.real, name))?.size ?? 0) > bytes;
  return listed && [...listed.answer.candidates.text, ...listed.answer.candidates.doubtful.filter(isLarger)];
}

/** Only of the tree that the answer is about: nothing may have changed since. */
async function askForBinaries(plan: Plan, at: At, structureOf: Narrowed["structureOf"]): Promise<Binaries | undefined> {
  const listed = await list(plan, at, { what: "binaries" });
  if (listed === undefined || listed.structure !== structureOf(at.root.real)) return undefined;
  const candidates = fitting(plan, at, listed.answer.candidates);
  return candidates && { sure: candidates.text, doubtful: candidates.doubtful };
}

/** Runs a search; building goes on after it, or begins. */
export function whileIndexRests<T>(plan: Plan, task: () => Promise<T>): Promise<T> {
  return plan.workspace.settings.index.use === "off" ? task() : residentOf(plan.workspace).during(plan, task);
}

/** Tells the cost model how long ripgrep took for everything below a root, or for candidates. */
export function noteCost({ workspace, filter, walk }: Plan, { real }: Root, candidates: Candidates | undefined, ms: number): void {
  const costs = workspace.settings.index.use === "off" ? undefined : residentOf(workspace).costsOf(real, walk);
  if (costs === undefined) return;
  const count = candidates === undefined ? undefined : candidates.text.length + candidates.doubtful.length;
  if (count === undefined) costs.notePlain({ root: real, narrow: filter.narrow }, ms);
  else if (count > 0) costs.noteIndexed(count, ms);
}

/** Whether looking at so many candidates is worth it; as long as little time was spent it is worth a try. */
export function isWorth(
  { workspace, filter, walk }: Plan,
  { real }: Root,
  { candidates, spentMs }: { readonly candidates: number; readonly spentMs: number },
): boolean {
  if (workspace.settings.index.use === "always") return true;
  const costs = residentOf(workspace).costsOf(real, walk);
  const plainMs = costs?.plainMs({ root: real, narrow: filter.narrow });
  return costs !== undefined && plainMs !== undefined && (candidates <= costs.maxCandidates(plainMs) || spentMs < costs.trialMs(plainMs));
}

/** What a plain run over a root takes, if that is known. */
export function plainMs({ workspace, filter, walk }: Plan, { real }: Root): number | undefined {
  const costs = workspace.settings.index.use === "off" ? undefined : residentOf(workspace).costsOf(real, walk);
  return costs?.plainMs({ root: real, narrow: filter.narrow });
}

interface Pattern {
  readonly query: SearchQuery;
  readonly wanted: Wanted | undefined;
  readonly proven: Proven | undefined;
}

interface Asked extends Looked {
  readonly what: What;
  readonly times: ReadonlyMap<RawPath, bigint> | undefined;
  readonly tree: RawPath;
  readonly structure: string;
  readonly way: SearchWay;
}

/** What is to be printed, and how far it is needed. */
interface Wish {
  readonly what: What;
  readonly reach: Reach | undefined;
}

async function ask(plan: Plan, pattern: Pattern, at: At, { what, reach }: Wish): Promise<Asked | WhyPlain> {
  if (!plan.walk.ignoreFiles) return "ignored files are asked for";
  // Where the front of the result is enough, files can be looked at in order, whatever is in them.
  const wanted = pattern.wanted ?? (reach === undefined ? undefined : "anything");
  if (wanted === undefined) return "pattern is not understood";
  if (wanted === "anything" && reach === undefined) return "pattern says nothing to look up";
  const tree = residentOf(plan.workspace).treeOf(at.root.real, plan.walk);
  if (typeof tree === "string") return tree;
  const name = below(tree.directory, at.root.real) as RawPath;
  const doubt = name === "" ? undefined : await doubtBelow(plan);
  if (doubt !== undefined) return doubt;
  const budget = budgetOf(plan, at.root);
  if (typeof budget === "string") return budget;
  const proven = (await majorVersion(plan.ripgrep)) >= KNOWN_VERSION ? pattern.proven : undefined;
  const question = questionOf(plan, { query: pattern.query, wanted, proven }, { name, what, reach }, budget);
  if (question.verification === undefined && question.maxCandidates < 1) return "plain is as fast";
  const answer = await tree.ask(question, budget.patienceMs + (question.verification === undefined ? 0 : budget.budgetMs));
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
    times: answer.times,
    isNewestFirst: answer.isNewestFirst === true,
    isProven: question.verification !== undefined,
    tree: tree.directory,
    structure,
    way: wayOf(answer, question),
  };
}

function wayOf({ picked, files }: Extract<Answer, { ok: true }>, { verification }: Question): SearchWay {
  return { way: "index", candidates: picked, files, by: verification === undefined ? "ripgrep" : "index" };
}

interface Budget {
  readonly maxCandidates: number;
  /** So many can be tried at little cost. */
  readonly trial: number;
  readonly budgetMs: number;
  /** Time that is lost if no answer comes must not count beside what a plain run takes. */
  readonly patienceMs: number;
}

function budgetOf({ workspace, filter, walk }: Plan, { real }: Root): Budget | WhyPlain {
  if (workspace.settings.index.use === "always") return { maxCandidates: MAX_CANDIDATES, trial: MAX_TRIAL, budgetMs: PATIENT_MS, patienceMs: PATIENT_MS };
  const costs = residentOf(workspace).costsOf(real, walk);
  const plainMs = costs?.plainMs({ root: real, narrow: filter.narrow });
  if (costs === undefined || plainMs === undefined) return "plain costs are not known yet";
  const maxCandidates = Math.max(0, Math.min(MAX_CANDIDATES, costs.maxCandidates(plainMs)));
  const trial = Math.min(MAX_TRIAL, costs.trial(plainMs));
  return { maxCandidates, trial, budgetMs: costs.budgetMs(plainMs), patienceMs: Math.min(60, 4 + plainMs / 20) };
}

function questionOf(
  plan: Plan,
  { query, wanted, proven }: Pattern & { readonly wanted: Wanted },
  { name, what, reach }: Wish & { readonly name: RawPath },
  { maxCandidates, trial, budgetMs }: Budget,
): Question {
  const { multiline, limits, content } = query;
  const sizes = [...(multiline ? [limits.multilineBytes] : []), ...(content.onlyMatching && what === "lines" ? [ONLY_MATCHING_MAX_BYTES] : [])];
  const wantsTimes = query.order === "newest" && what !== "lines";
  const maxChars = what === "lines" ? limits.wholeBytes : Number.POSITIVE_INFINITY;
  const isProven = proven !== undefined && (proven.needles.length > 0 || proven.isLiteral) && !(what === "lines" && content.onlyMatching);
  return {
    wanted,
    span: multiline ? "owner" : "piece",
    below: name,
    filter: plan.filter.spec,
    maxBytes: Math.min(Number.MAX_SAFE_INTEGER, ...sizes),
    maxCandidates: reach === undefined || isProven ? maxCandidates : reach.after === undefined ? trial : Math.min(maxCandidates, MAX_BATCH),
    ...(reach === undefined ? {} : { reach }),
    ...(isProven ? { verification: { proven, shape: shapeOf(what, content), maxChars, budgetMs, wantsTimes } } : {}),
  };
}

function shapeOf(what: What, content: ContentQuery): Shape {
  return what === "lines" ? { what, before: content.before, after: content.after, maxBytes: maxLineBytes(content) } : { what };
}

/** In a directory below the tree the same files are listed, if ignore rules mean the same there: global ones are taken from where ripgrep starts. */
async function doubtBelow({ ripgrep }: Plan): Promise<WhyPlain | undefined> {
  if (globalIgnores(ripgrep).some((file) => fs.existsSync(file))) return "global ignore file";
  return (await majorVersion(ripgrep)) >= KNOWN_VERSION ? undefined : "ripgrep is older than 15";
}

/** Candidates that belong to the answer; undefined if one of them cannot be named to ripgrep. */
function fitting(plan: Plan, { root, index }: At, { text, doubtful }: Candidates): Candidates | undefined {
  const chosen = (names: readonly RawPath[]): readonly RawPath[] =>
    names.filter((name) => isAccepted({ root: index, name, real: joined(root.real, name), isRoot: false }, "file", plan));
  const candidates = { text: chosen(text), doubtful: chosen(doubtful) };
  const isNameable = candidates.text.every(isUtf8) && candidates.doubtful.every(canBeMet);
  return isNameable ? candidates : undefined;
}
