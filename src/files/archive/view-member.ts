// Viewing a member of an archive: lines of its text, as those of a file.
import { setImmediate } from "node:timers/promises";
import { fail, ok, type Result, type Unreadable } from "../../failure.ts";
import { type RawPath, shown } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { decoderOf, encodingOf } from "../encoding.ts";
import { LineCollector } from "../line-collector.ts";
import type { TextView, ViewQuery } from "../view.ts";
import { type Archive, eachMember, within } from "./archive.ts";
import { type Reading, readInTurn } from "./budget.ts";
import { notFound, withChosen } from "./choose.ts";
import { listMembers } from "./list-members.ts";

/** `path` leads to one member: `a.zip:src/foo.ts`. */
export type MemberViewQuery = Pick<ViewQuery, "path" | "range" | "maxLines" | "columns"> & {
  readonly limits: Pick<ViewQuery["limits"], "textChars" | "timeMs">;
};

/** Views one member. Its `path` is that of the archive, a colon and the member's name. */
export async function viewMember(query: MemberViewQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<TextView>> {
  return readInTurn(query.limits.timeMs, workspace, signal, (reading) =>
    withChosen(query.path, workspace, async (archive, { name }) => {
      if (name === "") return fail({ code: "is-a-directory", path: shown(archive.path) });
      return viewNamed(archive, name, query, reading);
    }),
  );
}

async function viewNamed(archive: Archive, name: RawPath, query: MemberViewQuery, reading: Reading): Promise<Result<TextView>> {
  let seen: LineCollector | Unreadable | undefined;
  const pass = await eachMember(
    archive,
    (member) => member.name === name && member.unreadable !== "outside",
    reading,
    async (_, content) => {
      seen = typeof content === "string" ? content : await linesOf(content, query, reading); // a later member of the name takes its place
      return undefined;
    },
  );
  if (!pass.ok) return pass;
  const { ended, damaged } = pass.value;
  const path = shown(archive.path);
  if (seen instanceof LineCollector) return viewOf(seen, within(archive, name), query);
  if (seen !== undefined && seen !== "folder") return fail({ code: "member-unreadable", path, member: shown(name), why: seen });
  if (ended === "time") return fail({ code: "time-limit", path, limitMs: query.limits.timeMs });
  if (damaged !== undefined) return fail({ code: "archive-damaged", path, detail: damaged });
  return whyMissing(archive, name, reading);
}

/** A text is decoded in parts: as a string it may take twice the memory, and others want their turn. */
const PART_BYTES = 256 * 1024;

async function linesOf(text: Buffer, { range, maxLines, columns, limits }: MemberViewQuery, { signal }: Reading): Promise<LineCollector> {
  const collector = new LineCollector({ first: range?.first ?? 1, last: range?.last ?? maxLines, columns, textChars: limits.textChars });
  const decoder = decoderOf(encodingOf(Buffer.alloc(0)));
  for (let at = 0; at < text.length; at += PART_BYTES) {
    if (at > 0) await setImmediate();
    signal.throwIfAborted();
    collector.write(decoder.write(text.subarray(at, at + PART_BYTES)));
  }
  collector.end();
  return collector;
}

function viewOf({ lines, count, isCut, endsWithNewline }: LineCollector, path: RawPath, { range }: MemberViewQuery): Result<TextView> {
  const first = range?.first ?? 1;
  if (first > Math.max(1, count)) return fail({ code: "range-past-end", first, total: count });
  return ok({ kind: "text", path, first, lines, total: count, isCut, endsWithNewline });
}

async function whyMissing(archive: Archive, name: RawPath, reading: Reading): Promise<Result<never>> {
  const listed = await listMembers(archive, reading);
  if (!listed.ok) return listed;
  const { members, folders } = listed.value;
  const isFolder = folders.has(name) || members.some((member) => member.name.startsWith(`${name}/`));
  if (isFolder) return fail({ code: "member-unreadable", path: shown(archive.path), member: shown(name), why: "folder" });
  return fail(notFound(archive, name, members));
}
