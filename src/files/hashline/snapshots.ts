// What a session was shown of files it may edit: whole texts by tag. Tags need no memory; this serves recovery alone, so anything may be forgotten.
import type { RawPath } from "../../workspace/raw-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Tag, tagOf } from "./tag.ts";

const MAX_FILES = 30;
/** Of one file. */
const MAX_VERSIONS = 4;
/** Of everything; what was not looked at for longest goes first. */
const MAX_BYTES = 64 * 1024 * 1024;
const SUBJECT = "snapshots";

export interface Snapshot {
  readonly bytes: Buffer;
  /** Nothing newer of that file was shown. */
  readonly isNewest: boolean;
}

/** Remembers what a file was, by its real path, and says its tag. The bytes must not change afterwards. */
export function recordSnapshot(real: RawPath, bytes: Buffer, workspace: Workspace): Tag {
  const tag = tagOf(bytes);
  const files = snapshotsOf(workspace);
  const versions = [{ tag, bytes }, ...(files.get(real) ?? []).filter((version) => version.tag !== tag)].slice(0, MAX_VERSIONS);
  files.delete(real);
  files.set(real, versions);
  forget(files);
  return tag;
}

/** The version of a file that had this tag, if the session was shown it. */
export function snapshotOf(real: RawPath, tag: Tag, workspace: Workspace): Snapshot | undefined {
  const versions = snapshotsOf(workspace).get(real) ?? [];
  const index = versions.findIndex((version) => version.tag === tag);
  const version = versions[index];
  return version === undefined ? undefined : { bytes: version.bytes, isNewest: index === 0 };
}

interface Version {
  readonly tag: Tag;
  readonly bytes: Buffer;
}

/** The files in the order in which they were looked at, each with its newest version first. */
type Snapshots = Map<RawPath, readonly Version[]>;

function snapshotsOf({ session }: Workspace): Snapshots {
  const known = session.memory.get(SUBJECT) as Snapshots | undefined;
  const files = known ?? new Map();
  if (known === undefined) session.memory.set(SUBJECT, files);
  return files;
}

function forget(files: Snapshots): void {
  let bytes = 0;
  for (const versions of files.values()) for (const version of versions) bytes += version.bytes.length;
  for (const [real, versions] of files) {
    const isOneTooMany = files.size > MAX_FILES;
    if (!isOneTooMany && bytes <= MAX_BYTES) return;
    const kept = [...versions];
    while (kept.length > 0 && (isOneTooMany || bytes > MAX_BYTES)) bytes -= kept.pop()?.bytes.length ?? 0;
    if (kept.length === 0) files.delete(real);
    else files.set(real, kept);
  }
}
