// Paths into archives: `bundle.zip:src/foo.ts`, `a.tar.gz:dir/`, or the archive alone.

/** What of an archive is meant. Names are as the caller wrote them; a member's name may turn out to be a folder's. */
export type MemberChoice = { readonly kind: "all" } | { readonly kind: "folder"; readonly name: string } | { readonly kind: "member"; readonly name: string };

export interface ArchivePath {
  readonly archive: string;
  readonly choice: MemberChoice;
}

/** An archive's extension where a member may follow, behind at least one character of a name. */
const EXTENSION = /(?<=[^/])\.(?:zip|tar|tgz|tar\.gz)(?=:|$)/gi;

/**
 * All ways to read a path as one into an archive, the longest archive first; none if it names no archive. Which of them exists, and that a
 * file of the path's very name comes before any of them, only the disk can tell.
 */
export function archivePaths(path: string): readonly ArchivePath[] {
  const ends = [...path.matchAll(EXTENSION)].map((match) => match.index + match[0].length);
  return ends.reverse().map((end) => ({ archive: path.slice(0, end), choice: choiceOf(path.slice(end + 1)) }));
}

function choiceOf(member: string): MemberChoice {
  if (/^[./]*$/.test(member) && !member.includes("..")) return { kind: "all" };
  return member.endsWith("/") ? { kind: "folder", name: member } : { kind: "member", name: member };
}

/** Whether the name says that a file is an archive of ours, and of which format. */
export function archiveFormat(path: string): "zip" | "tar" | undefined {
  if (/\.zip$/i.test(path)) return "zip";
  return /\.(?:tar|tgz|tar\.gz)$/i.test(path) ? "tar" : undefined;
}
