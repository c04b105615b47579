// Lists of files that the index knows: what is binary, what is large, what is newest. And which of its files belong to an answer.
import fs from "node:fs";
import { statOf } from "../../workspace/entry.ts";
import { below, isUtf8, joined, type RawPath } from "../../workspace/raw-path.ts";
import type { Plan } from "../plan.ts";
import { KNOWN_VERSION, majorVersion } from "../ripgrep/resolve.ts";
import { globalIgnores } from "../tree-map.ts";
import { isAccepted } from "../walk-run.ts";
import { canBeMet } from "./candidates-run.ts";
import type { At, Narrowed, Unseen } from "./narrow.ts";
import type { ProvenQuery } from "./pattern/proven.ts";
import type { Answer, Candidates, Which } from "./protocol.ts";
import { residentOf } from "./resident.ts";
import type { TreeIndex } from "./tree-index.ts";
import type { WhyPlain } from "./why-plain.ts";

const LIST_MS = 200;

interface Listed {
  readonly tree: TreeIndex;
  readonly answer: Extract<Answer, { ok: true }>;
  readonly structure: string;
}

/** Files of some kind below a directory. */
async function list(plan: Plan, at: At, which: Which): Promise<Listed | undefined> {
  const tree = plan.walk.ignoreFiles ? residentOf(plan.workspace).treeOf(at.root.real, plan.walk) : "ignored files are asked for";
  if (typeof tree === "string") return undefined;
  const name = below(tree.directory, at.root.real) as RawPath;
  if (name !== "" && (await doubtBelow(plan)) !== undefined) return undefined;
  const answer = await tree.list({ below: name, filter: plan.filter.spec, hidden: plan.walk.hidden }, which, LIST_MS);
  return answer?.ok ? { tree, answer, structure: `${tree.serial}:${answer.structure}` } : undefined;
}

/** The same names in their order; undefined if one of them is not known. */
export async function askForNewest(plan: Plan, at: At, names: readonly RawPath[]): Promise<readonly RawPath[] | undefined> {
  const places = (await list(plan, at, { what: "newest", names: names.map((name) => `${name}\0`).join("") }))?.answer.places;
  return places && Array.from(places, (place) => names[place] as RawPath);
}

/** Those that may be larger are looked at. */
export async function askForLarger(plan: Plan, at: At, bytes: number): Promise<readonly RawPath[] | undefined> {
  const listed = await list(plan, at, { what: "larger", bytes });
  const isLarger = (name: RawPath): boolean => Number(statOf(joined(at.root.real, name))?.size ?? 0) > bytes;
  return listed && [...listed.answer.candidates.text, ...listed.answer.candidates.doubtful.filter(isLarger)];
}

/** What has moved in a tree until now; undefined if that is not known. */
export async function askForMoves(plan: Plan, at: At): Promise<string | undefined> {
  const listed = await list(plan, at, { what: "nothing" });
  return listed && movesOf(listed.tree, listed.answer);
}

/** A name for all that has moved in a tree. */
export function movesOf({ serial }: TreeIndex, { structure, moves }: Pick<Listed["answer"], "structure" | "moves">): string {
  return `${serial}:${structure}:${moves}`;
}

/** Only of the tree that the answer is about: nothing may have changed since. */
export async function askForUnseen(
  plan: Plan,
  at: At,
  { pattern, caseInsensitive, multiline }: ProvenQuery,
  structureOf: Narrowed["structureOf"],
): Promise<Unseen | undefined> {
  const listed = await list(plan, at, { what: "binaries", query: { pattern, caseInsensitive, multiline } });
  if (listed === undefined || listed.structure !== structureOf(at.root.real)) return undefined;
  const candidates = fitting(plan, at, listed.answer.candidates);
  const hidden = plan.walk.hidden ? [] : (await list(plan, at, { what: "hidden" }))?.answer.candidates.text;
  const suspects = new Set(listed.answer.suspects);
  return (
    candidates && hidden && { sure: candidates.text, suspects: candidates.text.filter((name) => suspects.has(name)), doubtful: candidates.doubtful, hidden }
  );
}

/** In a directory below the tree the same files are listed, if ignore rules mean the same there: global ones are taken from where ripgrep starts. */
export async function doubtBelow({ ripgrep }: Plan): Promise<WhyPlain | undefined> {
  if (globalIgnores(ripgrep).some((file) => fs.existsSync(file))) return "global ignore file";
  return (await majorVersion(ripgrep)) >= KNOWN_VERSION ? undefined : "ripgrep is older than 15";
}

/** Candidates that belong to the answer; undefined if one of them cannot be named to ripgrep. */
export function fitting(plan: Plan, { root, index }: At, { text, doubtful }: Candidates): Candidates | undefined {
  const chosen = (names: readonly RawPath[]): readonly RawPath[] =>
    names.filter((name) => isAccepted({ root: index, name, real: joined(root.real, name), isRoot: false }, "file", plan));
  const candidates = { text: chosen(text), doubtful: chosen(doubtful) };
  const isNameable = candidates.text.every(isUtf8) && candidates.doubtful.every(canBeMet);
  return isNameable ? candidates : undefined;
}
