// Reading one member of an archive, or the list of its members where no single one is meant.
import { fail, ok, type Result, type Unreadable } from "../../failure.ts";
import { type RawPath, shown } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Archive, eachMember, openArchive, within } from "./archive.ts";
import { type Reading, readingIn } from "./budget.ts";
import { type Chosen, chosen, notFound } from "./choose.ts";
import { listMembers } from "./list-members.ts";
import type { Member } from "./member.ts";

export type ReadMember =
  | { readonly kind: "text"; readonly path: RawPath; readonly bytes: Buffer }
  | { readonly kind: "list"; readonly path: RawPath; readonly members: readonly Member[] };

/** Reads what a path like `a.zip:src/foo.ts`, `a.zip:src/` or `a.zip` leads to. */
export async function readMember(given: string, timeMs: number, workspace: Workspace, signal: AbortSignal): Promise<Result<ReadMember>> {
  const deadline = performance.now() + timeMs;
  return workspace.files.run(async () => {
    const opened = await openArchive(given, workspace);
    if (!opened.ok) return opened;
    const { archive, choice } = opened.value;
    try {
      const asked = chosen(choice, archive);
      if (!asked.ok) return asked;
      const reading = readingIn(workspace, signal, deadline);
      const one = choice.kind === "member" ? await textOf(archive, asked.value, reading, timeMs) : ok(undefined);
      if (!one.ok) return one;
      return one.value === undefined
        ? await listOf(archive, asked.value, reading)
        : ok({ kind: "text", path: within(archive, asked.value.name), bytes: one.value });
    } finally {
      archive.file.close();
    }
  }, signal);
}

/** Undefined if there is no member of that very name: it may be a folder's. */
async function textOf(archive: Archive, { name }: Chosen, reading: Reading, limitMs: number): Promise<Result<Buffer | undefined>> {
  let content: Buffer | Unreadable | undefined;
  const pass = await eachMember(
    archive,
    (member) => member.name === name && member.unreadable !== "outside",
    reading,
    async (_, found) => {
      content = typeof found === "string" ? found : Buffer.from(found); // a later member of the name takes its place
      return undefined;
    },
  );
  if (!pass.ok) return pass;
  const path = shown(archive.path);
  if (Buffer.isBuffer(content)) return ok(content);
  if (content !== undefined && content !== "folder") return fail({ code: "member-unreadable", path, member: shown(name), why: content });
  if (pass.value.ended === "time") return fail({ code: "time-limit", path, limitMs });
  return pass.value.damaged === undefined ? ok(undefined) : fail({ code: "archive-damaged", path, detail: pass.value.damaged });
}

async function listOf(archive: Archive, { name, isWanted }: Chosen, reading: Reading): Promise<Result<ReadMember>> {
  const listed = await listMembers(archive, reading);
  if (!listed.ok) return listed;
  const members = listed.value.members.filter(isWanted);
  const isThere = members.length > 0 || name === "" || listed.value.folders.has(name);
  return isThere ? ok({ kind: "list", path: within(archive, name), members }) : fail(notFound(archive, name, listed.value.members));
}
