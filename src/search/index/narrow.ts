// For each directory of a search: may the index say where to look, and is that worth it? Everything else is ripgrep's alone.
import fs from "node:fs";
import { below, isUtf8, joined, type RawPath } from "../../workspace/raw-path.ts";
import type { SearchWay } from "../../workspace/workspace.ts";
import type { Plan } from "../plan.ts";
import type { Root, SearchQuery } from "../query.ts";
import { ONLY_MATCHING_MAX_BYTES } from "../ripgrep/arguments.ts";
import { ripgrepVersion } from "../ripgrep/resolve.ts";
import { globalIgnores } from "../tree-map.ts";
import { isAccepted } from "../walk-run.ts";
import type { Candidates, Lookup } from "./files.ts";
import { wantedOf } from "./pattern.ts";
import { residentOf, walkKey } from "./resident.ts";
import type { Wanted } from "./wanted.ts";
import type { WhyPlain } from "./why-plain.ts";

/** What the index says about a plan. */
export interface Narrowed {
  /** Files to look at below a root, by its index, relative to it; undefined = all of them. */
  readonly candidates: ReadonlyMap<number, Candidates>;
  /** A name for the present structure of a tree; as long as it is the same, so are directories, links and ignore rules. */
  structureOf(directory: RawPath): string | undefined;
}

/** A list of more is no list. */
const MAX_CANDIDATES = 20_000;
const PATIENT_MS = 10_000;

/** The plan, with candidates where the index has them. */
export async function narrowed(plan: Plan, query: SearchQuery): Promise<Plan> {
  const candidates = new Map<number, Candidates>();
  const structures = new Map<RawPath, string>();
  const wanted = wantedOf(query);
  for (const [index, root] of plan.roots.entries()) {
    if (root.kind === "file") continue;
    const answer = await ask(plan, query, { root, index }, wanted);
    const isPlain = typeof answer === "string";
    if (!isPlain) {
      candidates.set(index, answer.candidates);
      structures.set(answer.tree, answer.structure);
    }
    const way: SearchWay = isPlain
      ? { way: "plain", why: answer }
      : { way: "index", candidates: answer.candidates.text.length + answer.candidates.doubtful.length, files: answer.files };
    plan.workspace.session.onWay?.(way);
  }
  const structureOf = (directory: RawPath): string | undefined => [...structures].find(([tree]) => below(tree, directory) !== undefined)?.[1];
  return candidates.size === 0 ? plan : { ...plan, narrowed: { candidates, structureOf } };
}

/** Runs a search; building goes on after it, or begins. */
export function whileIndexRests<T>(plan: Plan, task: () => Promise<T>): Promise<T> {
  return plan.workspace.settings.index.use === "off" ? task() : residentOf(plan.workspace).during(plan, task);
}

/** Tells the cost model how long a run over a root took. */
export function noteCost({ workspace, filter }: Plan, { real }: Root, candidates: Candidates | undefined, ms: number): void {
  if (workspace.settings.index.use === "off") return;
  const { costs } = residentOf(workspace);
  if (candidates === undefined) costs.notePlain({ root: real, narrow: filter.narrow }, ms);
  else costs.noteIndexed(candidates.text.length + candidates.doubtful.length, ms);
}

interface Answered {
  readonly candidates: Candidates;
  readonly files: number;
  readonly tree: RawPath;
  readonly structure: string;
}

async function ask(plan: Plan, query: SearchQuery, at: { root: Root; index: number }, wanted: Wanted | undefined): Promise<Answered | WhyPlain> {
  const { index: setting } = plan.workspace.settings;
  if (setting.use === "off") return "index is off";
  if (!plan.walk.ignoreFiles) return "ignored files are asked for";
  if (wanted === undefined) return "pattern is not understood";
  if (wanted === "anything") return "pattern says nothing to look up";
  const resident = residentOf(plan.workspace);
  const { ready } = resident;
  if (typeof ready === "string") return ready;
  const name = below(ready.directory, at.root.real);
  if (name === undefined || ready.walk !== walkKey(plan.walk)) return "another tree or other walk";
  const doubt = name === "" ? undefined : await doubtBelow(plan);
  if (doubt !== undefined) return doubt;
  const isForced = setting.use === "always";
  const plainMs = isForced ? PATIENT_MS : resident.costs.plainMs({ root: at.root.real, narrow: plan.filter.narrow });
  if (plainMs === undefined) return "plain costs are not known yet";
  const most = isForced ? MAX_CANDIDATES : Math.min(MAX_CANDIDATES, resident.costs.maxCandidates(plainMs));
  if (most < 1) return "plain is as fast";
  const answer = await resident.ask(lookupOf(query, wanted, name), most, isForced ? PATIENT_MS : patience(plainMs));
  if (answer === undefined) return "index did not answer in time";
  if (!answer.ok) return answer.why;
  const candidates = within(plan, at, name, answer.candidates);
  if (candidates === undefined) return "names that cannot be arguments";
  return { candidates, files: answer.files, tree: ready.directory, structure: `${ready.serial}:${answer.structure}` };
}

/** Time that is lost if no answer comes must not count beside what a plain run takes. */
function patience(plainMs: number): number {
  return Math.min(60, 4 + plainMs / 20);
}

function lookupOf({ multiline, limits, content, mode }: SearchQuery, wanted: Wanted, name: RawPath): Lookup {
  const sizes = [...(multiline ? [limits.multilineBytes] : []), ...(content.onlyMatching && mode === "content" ? [ONLY_MATCHING_MAX_BYTES] : [])];
  return { wanted, span: multiline ? "owner" : "piece", prefix: name === "" ? "" : `${name}/`, maxBytes: Math.min(Number.MAX_SAFE_INTEGER, ...sizes) };
}

/** In a directory below the tree the same files are listed, if ignore rules mean the same there: global ones are taken from where ripgrep starts. */
async function doubtBelow({ ripgrep }: Plan): Promise<WhyPlain | undefined> {
  if (globalIgnores(ripgrep).some((file) => fs.existsSync(file))) return "global ignore file";
  return (await majorVersion(ripgrep)) >= 15 ? undefined : "ripgrep is older than 15";
}

const versions = new WeakMap<Plan["ripgrep"], Promise<number>>();

/** Before 15, rules of a directory above were sometimes applied wrongly (https://github.com/BurntSushi/ripgrep/issues/829 and others). */
function majorVersion(ripgrep: Plan["ripgrep"]): Promise<number> {
  const known = versions.get(ripgrep) ?? ripgrepVersion(ripgrep).then((text) => Number(/(\d+)\./.exec(text)?.[1] ?? 0));
  versions.set(ripgrep, known);
  return known;
}

/** Candidates that belong to the answer, relative to their root; undefined if one of them cannot be named to ripgrep. */
function within(plan: Plan, { root, index }: { root: Root; index: number }, below: RawPath, { text, doubtful }: Candidates): Candidates | undefined {
  const from = below === "" ? 0 : below.length + 1;
  const fitting = (names: readonly RawPath[]): readonly RawPath[] =>
    names.map((name) => name.slice(from)).filter((name) => isAccepted({ root: index, name, real: joined(root.real, name), isRoot: false }, "file", plan));
  const candidates = { text: fitting(text), doubtful: fitting(doubtful) };
  const isNameable = candidates.text.every(isUtf8) && candidates.doubtful.every((name) => isUtf8(name) && !/\s$|[\r\n]/.test(name));
  return isNameable ? candidates : undefined;
}
