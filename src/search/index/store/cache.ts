// The cache directory: below it one directory for each tree whose index is kept between runs. Private to the user, and never larger than
// is allowed: the trees that were not used for longest go first.
import fs from "node:fs";
import path from "node:path";
import { isPrivate } from "../../../files/recover.ts";
import { below, fsPath, type RawPath, rawOf } from "../../../workspace/raw-path.ts";
import { usersOf } from "./users.ts";

export interface CachedTree {
  readonly directory: string;
  /** Where the tree is, if that is known. */
  readonly tree: RawPath | undefined;
  readonly bytes: number;
  readonly usedMs: number;
  readonly isInUse: boolean;
}

export type NotKept = "cache directory is not absolute" | "cache directory is not private" | "cache directory is inside the tree";

const TREE_DIRECTORY = /^[0-9a-f]{32}$/;
/** Names the tree; its time says when the index was used last. */
const HEAD_FILE = "tree.json";

/** Whether what belongs to a tree can be kept below the directory, which is made if need be: its real path, or why not. */
export function cacheFor(directory: string, tree: RawPath): { readonly real: string } | NotKept {
  const isInside = (name: string): boolean => below(tree, rawOf(name)) !== undefined;
  if (!path.isAbsolute(directory)) return "cache directory is not absolute";
  if (isInside(directory)) return "cache directory is inside the tree"; // before anything is made there
  try {
    fs.mkdirSync(path.dirname(directory), { recursive: true, mode: 0o700 });
    if (!isPrivate(directory)) return "cache directory is not private";
    const real = fs.realpathSync.native(directory);
    return isInside(real) ? "cache directory is inside the tree" : { real };
  } catch {
    return "cache directory is not private"; // it cannot be made, or not be looked at
  }
}

/** Notes which tree a directory is for, and that it is used now. */
export function noteUse(directory: string, tree: RawPath): void {
  fs.writeFileSync(path.join(directory, HEAD_FILE), `${JSON.stringify({ tree })}\n`, { mode: 0o600 });
}

/** All trees of which something is kept. */
export function cachedTrees(cache: string): readonly CachedTree[] {
  return namesIn(cache)
    .filter((name) => TREE_DIRECTORY.test(name))
    .flatMap((name) => cachedTree(path.join(cache, name)) ?? []);
}

/** Removes what is not in use until no more than `maxBytes` are left: trees that are gone, then those that were not used for longest. */
export function evict(cache: string, maxBytes: number): void {
  const trees = cachedTrees(cache);
  let bytes = trees.reduce((sum, tree) => sum + tree.bytes, 0);
  const order = trees.filter(({ isInUse }) => !isInUse).sort((a, b) => Number(isThere(a)) - Number(isThere(b)) || a.usedMs - b.usedMs);
  for (const { directory, bytes: freed } of order) {
    if (bytes <= maxBytes) return;
    fs.rmSync(directory, { recursive: true, force: true });
    bytes -= freed;
  }
}

export function bytesIn(directory: string): number {
  return namesIn(directory).reduce((sum, name) => sum + (fs.lstatSync(path.join(directory, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

function cachedTree(directory: string): CachedTree | undefined {
  const head = path.join(directory, HEAD_FILE);
  try {
    if (!fs.lstatSync(directory).isDirectory()) return undefined;
    const usedMs = fs.lstatSync(head, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return { directory, tree: treeIn(head), bytes: bytesIn(directory), usedMs, isInUse: usersOf(directory).length > 0 };
  } catch {
    return undefined; // just removed, or not to be looked at
  }
}

function treeIn(head: string): RawPath | undefined {
  try {
    const { tree } = JSON.parse(fs.readFileSync(head, "utf8")) as { tree?: unknown };
    return typeof tree === "string" ? tree : undefined;
  } catch {
    return undefined; // damaged: it is written anew when it is used
  }
}

function isThere({ tree }: CachedTree): boolean {
  return tree !== undefined && !tree.includes("\0") && fs.existsSync(fsPath(tree));
}

function namesIn(directory: string): readonly string[] {
  try {
    return fs.readdirSync(directory);
  } catch {
    return []; // none
  }
}
