// A hard link gives a denied file a second name that no pattern knows. So a file with more than one link is looked up among the
// denied files, by device and inode.
//
// What this covers: denied files anywhere below the allowed directories among the first 50,000 entries (nearest first, node_modules last),
// and files that a pattern names without glob characters wherever they are. Files with one link cost nothing, nor does a workspace
// without deny patterns. The list is made anew when a file's links changed after it (link() touches ctime), and after half a minute.
import fs from "node:fs";
import { entryAt } from "./entry.ts";
import type { Fence } from "./fence.ts";
import { fsPath, joined, type RawPath } from "./raw-path.ts";
import type { Workspace } from "./workspace.ts";

const MAX_ENTRIES = 50_000;
const MAX_AGE_MS = 30_000;
/** Time stamps of files run behind the clock by a tick of the kernel. */
const CLOCK_SLACK_MS = 50;
const SUBJECT = "denied-inodes";

interface DeniedInodes {
  readonly madeAt: number;
  /** `device:inode` → the pattern that denies it. */
  readonly patterns: ReadonlyMap<string, string>;
}

/** The pattern that denies the file under another of its names. */
export function deniedThroughLink(stats: fs.BigIntStats, workspace: Workspace): string | undefined {
  if (stats.nlink < 2n || !stats.isFile() || workspace.fence.denied.length === 0) return undefined;
  const known = workspace.session.memory.get(SUBJECT) as DeniedInodes | undefined;
  const isCurrent = known !== undefined && Date.now() - known.madeAt < MAX_AGE_MS && Number(stats.ctimeNs / 1_000_000n) < known.madeAt - CLOCK_SLACK_MS;
  const denied = isCurrent ? known : findDenied(workspace);
  workspace.session.memory.set(SUBJECT, denied);
  return denied.patterns.get(keyOf(stats));
}

function findDenied(workspace: Workspace): DeniedInodes {
  const { fence } = workspace;
  const madeAt = Date.now();
  const patterns = new Map<string, string>();
  for (const { path, pattern } of fence.deniedPaths) note(patterns, path, pattern);
  for (const { path, pattern } of deniedFiles(fence)) note(patterns, path, pattern);
  return { madeAt, patterns };
}

interface Place {
  readonly path: RawPath;
  /** The pattern that denies it, and all below. */
  readonly pattern: string | undefined;
}

function* deniedFiles(fence: Fence): Generator<Place & { readonly pattern: string }> {
  const pending: Place[] = fence.allowed.map((path) => ({ path, pattern: undefined }));
  const last: Place[] = [];
  let entries = 0;
  for (let place = pending.shift(); place !== undefined; place = pending.shift() ?? last.shift()) {
    for (const { path, pattern, kind } of placesIn(place, fence)) {
      if (++entries > MAX_ENTRIES) return;
      if (kind === "directory") (path.endsWith("/node_modules") ? last : pending).push({ path, pattern });
      else if (pattern !== undefined) yield { path, pattern };
    }
  }
}

function* placesIn(place: Place, fence: Fence): Generator<Place & { readonly kind: "file" | "directory" }> {
  for (const entry of entriesOf(place.path)) {
    const path = joined(place.path, entry.name);
    const kind = entry.isDirectory() ? "directory" : "file";
    yield { path, kind, pattern: place.pattern ?? fence.deniedBy(path, kind) };
  }
}

function entriesOf(directory: RawPath): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(fsPath(directory), { withFileTypes: true, encoding: "latin1" }) as fs.Dirent[];
  } catch {
    return []; // unreadable or gone: nothing of it can be opened by us under that name
  }
}

function note(patterns: Map<string, string>, path: RawPath, pattern: string): void {
  const stats = entryAt(path);
  if (stats?.isFile()) patterns.set(keyOf(stats), pattern);
}

function keyOf({ dev, ino }: fs.BigIntStats): string {
  return `${dev}:${ino}`;
}
