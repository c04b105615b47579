// An archive as a read-only tree: opened inside the fence, read by its descriptor, in one pass; nothing of it is ever written.
import { type Failure, fail, ok, type Result, type Unreadable } from "../../failure.ts";
import { failureOf } from "../../workspace/hold.ts";
import { type OpenFile, openHeld } from "../../workspace/open-file.ts";
import { type RawPath, shown } from "../../workspace/raw-path.ts";
import { holdExisting } from "../../workspace/resolve.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { Budget, MAX_MEMBER_BYTES, OverBudget, type Reading, TimeUp } from "./budget.ts";
import { Damaged, Encrypted, type Entry, type Member } from "./member.ts";
import { withText } from "./member-text.ts";
import { archiveFormat, archivePaths, type MemberChoice } from "./path.ts";
import { tarEntries } from "./tar.ts";

export interface Archive {
  /** Absolute, links in it kept. */
  readonly path: RawPath;
  readonly format: "zip" | "tar";
  readonly file: OpenFile;
}

export interface ChosenArchive {
  readonly archive: Archive;
  readonly choice: MemberChoice;
}

/** Opens what a path like `a.zip:dir/` leads to, by the first of its readings that exists. Close `archive.file` in a `finally`. */
export async function openArchive(given: string, workspace: Workspace): Promise<Result<ChosenArchive>> {
  let missing: Result<never> = fail({ code: "path-not-found", path: given, given, near: [] });
  for (const { archive, choice } of archivePaths(given)) {
    const opened = await openArchiveFile(archive, workspace);
    if (opened.ok) return ok({ archive: opened.value, choice });
    if (opened.failure.code !== "path-not-found") return opened;
    missing = opened;
  }
  return missing;
}

async function openArchiveFile(given: string, workspace: Workspace): Promise<Result<Archive>> {
  const existing = await holdExisting(given, workspace);
  if (!existing.ok) return existing;
  const { path, held } = existing.value;
  try {
    if (held.stats.isDirectory()) return fail({ code: "is-a-directory", path: shown(path) });
    const file = openHeld(held, path);
    return file.ok ? ok({ path, format: archiveFormat(given) ?? "tar", file: file.value }) : file;
  } finally {
    held.close();
  }
}

/** Most programs that could read a zip archive never do. */
async function entriesOf(format: Archive["format"]): Promise<typeof tarEntries> {
  return format === "zip" ? (await import("./zip.ts")).zipEntries : tarEntries;
}

/** How a member is told from others: the archive's path, a colon, its name. */
export function within({ path }: Archive, name: RawPath): RawPath {
  return name === "" ? path : `${path}:${name}`;
}

/** What became of a pass through an archive. */
export interface Pass {
  readonly ended: "end" | "stopped" | "time";
  /** Where members came out before the damage. */
  readonly damaged?: string;
}

/** Gets each member with its text, without a byte order mark, or with the reason why there is none. A tar may bring a name again: the last counts. */
export type MemberSink = (member: Member, content: Buffer | Unreadable) => Promise<"stop" | undefined>;

/** Goes through the members that are wanted, in the archive's order. Only the text of one large member is in memory at a time, whoever reads. */
export async function eachMember(
  { path, format, file }: Archive,
  wanted: (member: Member) => boolean,
  reading: Reading,
  sink: MemberSink,
): Promise<Result<Pass>> {
  const budget = new Budget(reading, Number(file.stats.size));
  let member: Member | undefined;
  try {
    for await (const entry of (await entriesOf(format))(file, budget)) {
      member = entry.member;
      if (wanted(member) && (await give(entry, budget, reading, sink)) === "stop") return ok({ ended: "stopped" });
    }
    return ok({ ended: "end" });
  } catch (error) {
    reading.signal.throwIfAborted();
    return judged(error, path, member);
  }
}

/** What its header rules out is not unpacked. */
async function give(entry: Entry, budget: Budget, reading: Reading, sink: MemberSink): Promise<"stop" | undefined> {
  const { member, packedSize } = entry;
  if (member.isFolder) return sink(member, "folder");
  if (member.unreadable !== undefined) return sink(member, member.unreadable);
  if (packedSize !== undefined) budget.expectRatio(member.size, packedSize);
  if (member.size > MAX_MEMBER_BYTES) return sink(member, "too-large");
  return withText(entry, reading, (content) => sink(member, content));
}

/** Of a tar that breaks off, what came before is worth something. */
function judged(error: unknown, path: RawPath, member: Member | undefined): Result<Pass> {
  if (error instanceof TimeUp) return ok({ ended: "time" });
  if (error instanceof Damaged && member !== undefined) return ok({ ended: "end", damaged: error.message });
  return fail(failureFor(error, path, member));
}

function failureFor(error: unknown, path: RawPath, member: Member | undefined): Failure {
  if (error instanceof Damaged) return { code: "archive-damaged", path: shown(path), detail: error.message };
  if (error instanceof Encrypted) return { code: "archive-encrypted", path: shown(path) };
  if (!(error instanceof OverBudget)) return failureOf(error, path);
  const culprit = error.excess.what === "ratio" && member !== undefined ? { member: shown(member.name) } : {};
  return { code: "archive-too-large", path: shown(path), ...culprit, ...error.excess };
}
