// Search in an archive: all its members, those of a folder, or one.
import { fail, ok, type Result, type Unreadable } from "../failure.ts";
import { type Archive, eachMember, type MemberSink, within } from "../files/archive/archive.ts";
import { readingIn } from "../files/archive/budget.ts";
import { type Chosen, notFound, withChosen } from "../files/archive/choose.ts";
import { type Listing, listMembers } from "../files/archive/list-members.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { LineRange } from "./query.ts";
import type { Runs } from "./ripgrep/run.ts";
import { inTurn, searchSource } from "./search-text.ts";
import type { TextQuery, TextResult, TextSource } from "./text-source.ts";

export interface ArchiveQuery extends TextQuery {
  /** `a.zip`, `a.zip:dir/` or `a.zip:dir/file`, as the caller gave it. */
  readonly path: string;
  /** Only for one member. */
  readonly ranges?: readonly LineRange[];
}

/** Entries have the names of members. */
export interface ArchiveResult extends TextResult {
  /** Absolute, links in it kept. */
  readonly archive: RawPath;
  /** The folder or member that was asked for; "" for all of it. */
  readonly name: RawPath;
  /** That is one member. */
  readonly isOne: boolean;
  /** Members that were not searched, by name; folders are not mentioned. */
  readonly unreadable: readonly { readonly name: RawPath; readonly why: Unreadable }[];
  /** What follows this damage was not searched. */
  readonly damaged?: string;
}

export async function searchArchive(query: ArchiveQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ArchiveResult>> {
  return inTurn(query, workspace, signal, (runs) =>
    withChosen(query.path, workspace, (archive, asked) => searchChosen(query, archive, asked, workspace, runs)),
  );
}

/** What came by while the archive was read. */
interface Met {
  /** By name; folders are not among them. */
  readonly members: Map<RawPath, Unreadable | "text">;
  damaged?: string;
}

async function searchChosen(query: ArchiveQuery, archive: Archive, asked: Chosen, workspace: Workspace, runs: Runs): Promise<Result<ArchiveResult>> {
  const met: Met = { members: new Map() };
  const found = await searchSource(query, sourceOf(query, archive, asked, workspace, met), runs);
  if (!found.ok) return found;
  const failure = await failureOf(query, archive, asked, met, () => listMembers(archive, readingIn(workspace, runs.signal, runs.deadline)));
  if (failure !== undefined && found.value.incomplete === undefined) return failure;
  return ok({
    ...found.value,
    archive: archive.path,
    name: asked.name,
    isOne: isOne(asked, met),
    unreadable: [...met.members].flatMap(([name, why]) => (why === "text" ? [] : [{ name, why }])).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...(met.damaged === undefined ? {} : { damaged: met.damaged }),
  });
}

function isOne({ name }: Chosen, { members }: Met): boolean {
  return name !== "" && members.has(name);
}

function sourceOf({ ranges }: ArchiveQuery, archive: Archive, asked: Chosen, workspace: Workspace, met: Met): TextSource {
  return async (wanted, take, { signal, deadline }) => {
    const sink: MemberSink = async (member, content) => {
      const isText = typeof content !== "string";
      const isFirst = !met.members.has(member.name);
      met.members.set(member.name, isText ? "text" : content);
      if (!isText && isFirst) return undefined;
      return take({ name: member.name, bytes: isText ? content : undefined, ...(ranges === undefined ? {} : { ranges }) });
    };
    const pass = await eachMember(archive, (member) => asked.isWanted(member) && wanted(member.name), readingIn(workspace, signal, deadline), sink);
    if (!pass.ok) return pass;
    if (pass.value.damaged !== undefined) met.damaged = pass.value.damaged;
    return ok({ ended: pass.value.ended, isOne: isOne(asked, met) });
  };
}

/** Why there was nothing to search, if so. */
async function failureOf(
  { ranges }: ArchiveQuery,
  archive: Archive,
  { name }: Chosen,
  { members, damaged }: Met,
  list: () => Promise<Result<Listing>>,
): Promise<Result<never> | undefined> {
  const path = shown(archive.path);
  const one = name === "" ? undefined : members.get(name);
  if (one !== undefined && one !== "text") return fail({ code: "member-unreadable", path, member: shown(name), why: one });
  if (ranges !== undefined && one === undefined && (name === "" || members.size > 0))
    return fail({ code: "is-a-directory", path: shown(within(archive, name)) });
  if (members.size > 0) return [...members.values()].every((why) => why === "encrypted") ? fail({ code: "archive-encrypted", path }) : undefined;
  if (damaged !== undefined) return fail({ code: "archive-damaged", path, detail: damaged });
  if (name === "") return undefined;
  const listed = await list();
  if (!listed.ok) return listed;
  return listed.value.folders.has(name) ? undefined : fail(notFound(archive, name, listed.value.members));
}
