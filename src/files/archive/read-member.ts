// Reading one member of an archive.
import { fail, ok, type Result, type Unreadable } from "../../failure.ts";
import { type RawPath, shown } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Archive, eachMember, within } from "./archive.ts";
import { type Reading, readInTurn } from "./budget.ts";
import { notFound, withChosen } from "./choose.ts";
import { listMembers } from "./list-members.ts";

export interface MemberText {
  /** The archive's, a colon and the member's name. */
  readonly path: RawPath;
  /** UTF-8 without a byte order mark. */
  readonly bytes: Buffer;
}

/** Reads what a path like `a.zip:src/foo.ts` leads to. A whole archive is a directory, a folder of it an unreadable member. */
export async function readMember(given: string, timeMs: number, workspace: Workspace, signal: AbortSignal): Promise<Result<MemberText>> {
  return readInTurn(timeMs, workspace, signal, (reading) =>
    withChosen(given, workspace, async (archive, { name }) => {
      if (name === "") return fail({ code: "is-a-directory", path: shown(archive.path) });
      return readNamed(archive, name, timeMs, reading);
    }),
  );
}

async function readNamed(archive: Archive, name: RawPath, limitMs: number, reading: Reading): Promise<Result<MemberText>> {
  let seen: Buffer | Unreadable | undefined;
  const pass = await eachMember(
    archive,
    (member) => member.name === name && member.unreadable !== "outside",
    reading,
    async (_, content) => {
      seen = typeof content === "string" ? content : Buffer.from(content); // a later member of the name takes its place
      return undefined;
    },
  );
  if (!pass.ok) return pass;
  const { ended, damaged } = pass.value;
  const path = shown(archive.path);
  if (Buffer.isBuffer(seen)) return ok({ path: within(archive, name), bytes: seen });
  if (seen !== undefined && seen !== "folder") return fail({ code: "member-unreadable", path, member: shown(name), why: seen });
  if (ended === "time") return fail({ code: "time-limit", path, limitMs });
  if (damaged !== undefined) return fail({ code: "archive-damaged", path, detail: damaged });
  return whyMissing(archive, name, reading);
}

async function whyMissing(archive: Archive, name: RawPath, reading: Reading): Promise<Result<never>> {
  const listed = await listMembers(archive, reading);
  if (!listed.ok) return listed;
  const { members, folders } = listed.value;
  const isFolder = folders.has(name) || members.some((member) => member.name.startsWith(`${name}/`));
  if (isFolder) return fail({ code: "member-unreadable", path: shown(archive.path), member: shown(name), why: "folder" });
  return fail(notFound(archive, name, members));
}
