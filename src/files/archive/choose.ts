// Which members a choice means, and what is said when there is none.
import { type Failure, fail, ok, type Result } from "../../failure.ts";
import { MAX_NAMES, MAX_NEAR, similarNames } from "../../workspace/near.ts";
import { joined, type RawPath, rawOf, shown } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Archive, openArchive } from "./archive.ts";
import { type Member, memberName } from "./member.ts";
import type { MemberChoice } from "./path.ts";

/** A choice with the name members have. A name may be a member's or a folder's; "" is everything. */
export interface Chosen {
  readonly name: RawPath;
  isWanted(member: Member): boolean;
}

/** Opens what a path leads to, runs a task with it, and closes it. */
export async function withChosen<T>(given: string, workspace: Workspace, task: (archive: Archive, chosen: Chosen) => Promise<Result<T>>): Promise<Result<T>> {
  const opened = await openArchive(given, workspace);
  if (!opened.ok) return opened;
  const { archive, choice } = opened.value;
  try {
    const asked = chosen(choice, archive);
    return asked.ok ? await task(archive, asked.value) : asked;
  } finally {
    archive.file.close();
  }
}

/** Refuses names that lead out of the archive. */
function chosen(choice: MemberChoice, archive: Archive): Result<Chosen> {
  if (choice.kind === "all") return ok({ name: "", isWanted: ({ isFolder }) => !isFolder });
  const name = memberName(rawOf(choice.name));
  if (name === undefined) return fail({ code: "member-unreadable", path: shown(archive.path), member: choice.name, why: "outside" });
  const isFolder = choice.kind === "folder";
  const prefix = `${name}/`;
  return ok({ name, isWanted: (member) => isInside(member) && (member.name.startsWith(prefix) || (!isFolder && member.name === name)) });
}

/** What leads out of the archive is in no folder of it. */
function isInside({ isFolder, unreadable }: Member): boolean {
  return !isFolder && unreadable !== "outside";
}

/** Members with the same base name elsewhere, then names similar to the part where the path breaks off. */
export function notFound(archive: Archive, name: RawPath, members: readonly Member[]): Failure {
  const names = members.filter(({ unreadable }) => unreadable !== "outside").map((member) => member.name);
  const base = baseOf(name);
  const same = names.filter((candidate) => baseOf(candidate) === base).slice(0, MAX_NEAR);
  const near = [...new Set([...same, ...similarIn(name, names)])].slice(0, MAX_NEAR);
  return { code: "member-not-found", path: shown(archive.path), member: shown(name), near: near.map(shown) };
}

function similarIn(name: RawPath, all: readonly RawPath[]): readonly RawPath[] {
  const parts = name.split("/");
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    const folder = parts.slice(0, depth).join("/");
    const prefix = folder === "" ? "" : `${folder}/`;
    const below = all.filter((candidate) => candidate.startsWith(prefix));
    if (below.length === 0) continue; // the path breaks off above
    const children = [...new Set(below.map((candidate) => candidate.slice(prefix.length).split("/", 1)[0] as string))];
    const names = children.filter(isShort);
    const wanted = parts[depth] as string;
    return isShort(wanted) && names.length <= MAX_NAMES ? similarNames(wanted, names).map((child) => joined(folder, child)) : [];
  }
  return [];
}

/** As short as the names of files are: comparing costs one length times the other. */
function isShort(name: RawPath): boolean {
  return name.length <= 255;
}

function baseOf(name: RawPath): string {
  return name.slice(name.lastIndexOf("/") + 1).toLowerCase();
}
