// Links met on a walk, and which of them are followed.
import fs from "node:fs";
import { below, fsPath, isUtf8, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { TreeMap } from "./tree-walk.ts";

export interface Link {
  /** Relative to the root, as it was met. */
  readonly name: RawPath;
  /** Where it is, really: its directory has no links in it. */
  readonly at: RawPath;
  /** What the links lead to through which it was met. */
  readonly through: readonly RawPath[];
}

/** A link that is followed. */
export interface Mount extends Link {
  /** What it leads to, really. */
  readonly real: RawPath;
  readonly kind: "file" | "directory";
  readonly size: number;
}

/** The links of a tree that is known under `name` and really is `directory`, in byte order. */
export function linksOf(tree: TreeMap, name: RawPath, directory: RawPath, through: readonly RawPath[] = []): readonly Link[] {
  return [...tree.links].sort().map((link) => ({ name: joined(name, link), at: joined(directory, link), through }));
}

/** Links that lead to files and directories inside the fence, but not round in a circle; `refused` counts those that lead out of it. */
export function mountsOf(links: readonly Link[], plan: Plan, root: RawPath): { readonly mounts: readonly Mount[]; readonly refused: number } {
  const mounts: Mount[] = [];
  let refused = 0;
  for (const link of links) {
    const target = targetOf(link, root);
    if (target === undefined || link.through.includes(target.real)) continue;
    if (plan.workspace.fence.judge(target.real, target.kind).inside && isUtf8(link.name)) mounts.push({ ...link, ...target });
    else refused++;
  }
  return { mounts, refused };
}

/** Undefined for broken links, links to neither file nor directory, and links to a directory of the tree that they are in: cycles. */
function targetOf(link: Link, root: RawPath): Omit<Mount, keyof Link> | undefined {
  try {
    const real = fs.realpathSync.native(fsPath(link.at), "latin1");
    const stats = fs.statSync(fsPath(real));
    if (below(real, link.at) !== undefined && below(root, real) !== undefined) return undefined;
    if (stats.isDirectory()) return { real, kind: "directory", size: 0 };
    return stats.isFile() ? { real, kind: "file", size: stats.size } : undefined;
  } catch {
    return undefined;
  }
}
