// The tree of a directory, some levels deep: what is near the top comes first, what does not fit is counted.
import fs from "node:fs";
import { type Held, hold } from "../workspace/hold.ts";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { FirstNames } from "./first-names.ts";

export interface TreeQuery {
  readonly levels: number;
  readonly maxEntries: number;
  /** Left out wherever they are. */
  readonly skipNames: readonly string[];
}

export interface TreeEntry {
  readonly name: RawPath;
  readonly kind: "file" | "directory" | "link";
  /** Where a link says it leads. */
  readonly target?: RawPath;
  readonly children: readonly TreeEntry[];
  /** A directory that could not be read. */
  readonly isUnreadable?: boolean;
}

export interface DirectoryTree {
  readonly entries: readonly TreeEntry[];
  /** Entries that are not shown; with `atLeast` counting was given up, too. */
  readonly left: { readonly count: number; readonly atLeast: boolean };
}

/** Counting entries that are not shown ends here. */
const MAX_COUNTED = 200_000;

/** Lists a held directory; each level is shown before anything of the next below it. */
export async function listTree(directory: Held, query: TreeQuery, workspace: Workspace, signal: AbortSignal): Promise<DirectoryTree> {
  const walk: Walk = { query, workspace, signal, budget: { room: query.maxEntries, left: 0, counted: 0, atLeast: false } };
  const entries = await listLevel(directory, walk);
  await descend(directory, entries, 1, walk);
  return { entries, left: { count: walk.budget.left, atLeast: walk.budget.atLeast } };
}

interface Walk {
  readonly query: TreeQuery;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly budget: { room: number; left: number; counted: number; atLeast: boolean };
}

/** An entry whose children are still to come. */
interface OpenEntry extends TreeEntry {
  children: readonly TreeEntry[];
  isUnreadable?: boolean;
}

async function descend(directory: Held, entries: readonly OpenEntry[], level: number, walk: Walk): Promise<void> {
  if (level >= walk.query.levels) return;
  for (const entry of entries) {
    if (entry.kind !== "directory") continue;
    if (walk.budget.counted >= MAX_COUNTED) {
      walk.budget.atLeast = true;
      return;
    }
    await fill(entry, directory, level, walk);
  }
}

/** Held without following a link: what was a directory a moment ago may be one by now. */
async function fill(entry: OpenEntry, directory: Held, level: number, walk: Walk): Promise<void> {
  const child = hold(joined(directory.at, entry.name), walk.workspace, { links: "held" });
  if (!child.ok || !child.value.stats.isDirectory()) {
    if (child.ok) child.value.close();
    return;
  }
  try {
    const children = await listLevel(child.value, walk);
    entry.children = children;
    await descend(child.value, children, level + 1, walk);
  } catch (error) {
    if (walk.signal.aborted) throw error;
    entry.isUnreadable = true;
  } finally {
    child.value.close();
  }
}

/** The first entries by name, as many as there is room for. */
async function listLevel(directory: Held, { query, budget, workspace, signal }: Walk): Promise<OpenEntry[]> {
  const names = new FirstNames<Pick<TreeEntry, "name" | "kind">>(budget.room);
  const open = await fs.promises.opendir(fsPath(directory.at), { encoding: "latin1" as BufferEncoding, bufferSize: 1024 });
  for await (const entry of open) {
    signal.throwIfAborted();
    if (query.skipNames.includes(entry.name)) continue;
    const kind = entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "directory" : "file";
    // The directory itself was judged: only what is said about this entry matters.
    if (workspace.fence.deniedBy(joined(directory.real, entry.name), kind === "directory" ? "directory" : "file") !== undefined) continue;
    names.add({ name: entry.name, kind });
    if (++budget.counted < MAX_COUNTED) continue;
    budget.atLeast = true;
    break;
  }
  const first = names.first();
  budget.room -= first.length;
  budget.left += names.count - first.length;
  return first.map((entry) => ({ ...entry, children: [], ...(entry.kind === "link" ? targetOf(directory, entry.name) : {}) }));
}

function targetOf(directory: Held, name: RawPath): { target?: RawPath } {
  try {
    return { target: fs.readlinkSync(fsPath(joined(directory.at, name)), "latin1") };
  } catch {
    return {}; // it is gone, or no link any more
  }
}
