// Listing a directory some levels deep, in the order of a tree: by name, and what is in a directory right below it. A page of it is cut out.
import fs from "node:fs";
import { fail, ok, type Result } from "../failure.ts";
import { failureOf, type Held, hold } from "../workspace/hold.ts";
import { fsPath, joined, type RawPath, shown } from "../workspace/raw-path.ts";
import { holdExisting } from "../workspace/resolve.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { FirstNames } from "./first-names.ts";

export interface ListQuery {
  readonly path: string;
  /** 1 = only what is in the directory itself. */
  readonly levels: number;
  readonly skip: number;
  readonly take: number;
  readonly limits: { readonly timeMs: number };
}

export interface ListedEntry {
  readonly name: RawPath;
  /** 0 = in the directory itself. */
  readonly depth: number;
  readonly kind: "file" | "directory" | "link" | "other";
  /** A directory that could not be read. */
  readonly isUnreadable: boolean;
}

export interface Listing {
  readonly path: RawPath;
  readonly entries: readonly ListedEntry[];
  /** There are entries after these. */
  readonly more: boolean;
}

/** Names are put in order in memory: of no more entries than this. */
const MAX_REACH = 100_000;

/** Lists a directory. Links are not followed, denied entries do not exist. */
export function listDirectory(query: ListQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<Listing>> {
  return workspace.files.run(async () => {
    const existing = await holdExisting(query.path, workspace);
    if (!existing.ok) return existing;
    const { path, held } = existing.value;
    const late = AbortSignal.timeout(query.limits.timeMs);
    try {
      if (!held.stats.isDirectory()) return fail({ code: "not-a-directory", path: shown(path) });
      const page = new Page(query);
      const walk = { levels: query.levels, workspace, signal: AbortSignal.any([signal, late]), page };
      await addAll(await entriesOf(held, walk), held.real, 0, walk);
      return page.listing(path);
    } catch (error) {
      if (signal.aborted) throw error;
      return fail(late.aborted ? { code: "time-limit", path: shown(path), limitMs: query.limits.timeMs } : failureOf(error, path));
    } finally {
      held.close();
    }
  }, signal);
}

interface Walk {
  readonly levels: number;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly page: Page;
}

type NamedEntry = Pick<ListedEntry, "name" | "kind">;

async function addAll(entries: readonly NamedEntry[], directory: RawPath, depth: number, walk: Walk): Promise<void> {
  for (const entry of entries) {
    if (walk.page.room === 0) return;
    const below = joined(directory, entry.name);
    const inside = entry.kind === "directory" && depth + 1 < walk.levels ? await entriesBelow(below, walk) : [];
    walk.page.add({ ...entry, depth, isUnreadable: inside === "unreadable" });
    if (inside !== "unreadable") await addAll(inside, below, depth + 1, walk);
  }
}

/** Held only while it is read: a tree may be deeper than there are descriptors. What is a link by now is not followed. */
async function entriesBelow(directory: RawPath, walk: Walk): Promise<readonly NamedEntry[] | "unreadable"> {
  const held = hold(directory, walk.workspace, { links: "held" });
  if (!held.ok) return "unreadable";
  try {
    return held.value.stats.isDirectory() ? await entriesOf(held.value, walk) : [];
  } catch {
    walk.signal.throwIfAborted();
    return "unreadable";
  } finally {
    held.value.close();
  }
}

/** The first entries by name, as many as may be needed. */
async function entriesOf(directory: Held, { page, workspace, signal }: Walk): Promise<readonly NamedEntry[]> {
  const names = new FirstNames<NamedEntry>(page.room);
  const open = await fs.promises.opendir(fsPath(directory.at), { encoding: "latin1" as BufferEncoding, bufferSize: 1024 });
  for await (const entry of open) {
    signal.throwIfAborted();
    const kind = kindOf(entry);
    // The directory itself was judged: only what is said about this entry matters.
    const isDenied = workspace.fence.deniedBy(joined(directory.real, entry.name), kind === "directory" ? "directory" : "file") !== undefined;
    if (!isDenied) names.add({ name: entry.name, kind });
  }
  return names.first();
}

function kindOf(entry: fs.Dirent): ListedEntry["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}

/** Counts entries as they come and keeps those asked for; one more is counted to know that there is more. */
class Page {
  readonly #skip: number;
  readonly #end: number;
  readonly #entries: ListedEntry[] = [];
  #count = 0;

  constructor({ skip, take }: Pick<ListQuery, "skip" | "take">) {
    this.#skip = skip;
    this.#end = Math.min(skip + take, MAX_REACH);
  }

  /** So many more entries are of interest. */
  get room(): number {
    return this.#end + 1 - this.#count;
  }

  add(entry: ListedEntry): void {
    this.#count++;
    if (this.#count > this.#skip && this.#count <= this.#end) this.#entries.push(entry);
  }

  listing(path: RawPath): Result<Listing> {
    const isPastEnd = this.#count > 0 && this.#entries.length === 0;
    if (isPastEnd && this.#count > MAX_REACH) return fail({ code: "too-many", name: "entries", count: this.#skip, limit: MAX_REACH });
    if (isPastEnd) return fail({ code: "range-past-end", first: this.#skip + 1, total: this.#count });
    return ok({ path, entries: this.#entries, more: this.#count > this.#end });
  }
}
