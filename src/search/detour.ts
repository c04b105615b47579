// What links lead to, where the front of a result is enough: directories that the walk reaches anyway, under names that come first;
// and files and small directories, which are looked at besides, wherever their names stand in the order.
import { below, type RawPath } from "../workspace/raw-path.ts";
import { MAX_LINKS } from "./follow-links.ts";
import { LinkedNames } from "./linked-names.ts";
import { linksOf, type Mount, mountsOf } from "./links.ts";
import type { Plan } from "./plan.ts";
import type { Root } from "./query.ts";
import { rememberedLinks } from "./tree-map.ts";
import type { TreeMap } from "./tree-walk.ts";

/** More is not a detour. */
const MAX_FILES = 200;
const MAX_DIRECTORIES = 20;

export interface Detour {
  /** What to look at: files under the names of their links, directories under the names they have without. */
  readonly mounts: readonly Mount[];
  readonly names: LinkedNames;
  /** Links that lead out of the fence. */
  readonly refused: number;
  /** What is known of links is true as long as the tree has this structure. */
  readonly structure: string;
}

/** Undefined if links may lead to more, to files that are too large or are judged by where they stand, or if nothing is known of them. */
export function detourOf(plan: Plan, root: Root, maxBytes: number): Detour | undefined {
  const tree = rememberedLinks(plan, root.real);
  if (tree === undefined || tree.links.length > MAX_LINKS) return undefined;
  const { mounts, refused } = mountsOf(linksOf(tree, "", root.real), plan, root.real);
  const names = new LinkedNames(root.real, tree, plan);
  for (const mount of mounts) names.add(mount);
  const files = mounts.filter(({ kind }) => kind === "file");
  const directories = plan.filter.looksAtPaths && files.length < mounts.length ? undefined : directoriesToLookAt(mounts, names, tree);
  if (files.length > MAX_FILES || files.some(({ size }) => size > maxBytes) || directories === undefined) return undefined;
  return { mounts: [...files.filter((file) => names.isMeant(file)), ...directories], names, refused, structure: tree.structure };
}

/** Directories that have other names than those of the walk, which come first. */
function directoriesToLookAt(mounts: readonly Mount[], names: LinkedNames, tree: TreeMap): readonly Mount[] | undefined {
  const linked = mounts.filter(({ kind }) => kind === "directory");
  const renamed = linked.filter((mount) => !names.isBehind(mount));
  const walked = renamed.flatMap((mount) => names.walkedName(mount) ?? []);
  const isInside = (mount: Mount): boolean => renamed.some(({ real }) => below(real, mount.at) !== undefined);
  // What is linked to from inside has other names, too.
  if (walked.length < renamed.length || linked.some(isInside)) return undefined;
  let count = 0;
  for (const directory of tree.directories.keys()) if (walked.some((name) => below(name, directory) !== undefined)) count++;
  if (count > MAX_DIRECTORIES) return undefined;
  return renamed.map((mount, at) => ({ ...mount, name: walked[at] as RawPath, at: mount.real }));
}
