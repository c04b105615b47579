// The members of an archive, or of a folder of it.
import { fail, ok, type Result } from "../../failure.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Archive, eachMember, type Pass } from "./archive.ts";
import { type Reading, readInTurn } from "./budget.ts";
import { notFound, withChosen } from "./choose.ts";
import type { Member } from "./member.ts";

export interface MemberList extends Pass {
  readonly archive: RawPath;
  /** The folder, or the one member, that was asked for; "" for everything. */
  readonly name: RawPath;
  /** By name in byte order; folders are not among them. */
  readonly members: readonly Member[];
}

/** Lists what a path like `a.zip` or `a.zip:dir/` leads to. */
export async function listArchive(given: string, timeMs: number, workspace: Workspace, signal: AbortSignal): Promise<Result<MemberList>> {
  return readInTurn(timeMs, workspace, signal, (reading) =>
    withChosen(given, workspace, async (archive, { name, isWanted }) => {
      const listed = await listMembers(archive, reading);
      if (!listed.ok) return listed;
      const { members, folders, ...pass } = listed.value;
      const wanted = members.filter(isWanted);
      if (wanted.length === 0 && name !== "" && !folders.has(name)) return fail(notFound(archive, name, members));
      return ok({ archive: archive.path, name, members: wanted, ...pass });
    }),
  );
}

export interface Listing extends Pass {
  readonly members: readonly Member[];
  /** Those that have an entry of their own. */
  readonly folders: ReadonlySet<RawPath>;
}

/** All members, the last of each name. */
export async function listMembers(archive: Archive, reading: Reading): Promise<Result<Listing>> {
  const byName = new Map<RawPath, Member>();
  const folders = new Set<RawPath>();
  const note = (member: Member): false => {
    if (member.isFolder) folders.add(member.name);
    else byName.set(member.name, member);
    return false; // nothing is unpacked for it
  };
  const pass = await eachMember(archive, note, reading, async () => undefined);
  if (!pass.ok) return pass;
  const members = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return ok({ ...pass.value, members, folders });
}
