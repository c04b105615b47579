// A file behind links has several names; it is shown once, under the first in byte order that goes through no directory twice.
import { below, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Filter } from "./filter.ts";
import { isBinary, type Mount } from "./links.ts";
import type { TreeMap } from "./tree-walk.ts";

export class LinkedNames {
  readonly #root: RawPath;
  readonly #tree: TreeMap;
  readonly #workspace: Workspace;
  readonly #byTarget = new Map<RawPath, Mount[]>();

  constructor(root: RawPath, tree: TreeMap, workspace: Workspace) {
    this.#root = root;
    this.#tree = tree;
    this.#workspace = workspace;
  }

  /** Adds another way to what a link leads to; "known" if there was one before. */
  add(mount: Mount): "new" | "known" {
    const known = this.#byTarget.get(mount.real);
    if (known === undefined) this.#byTarget.set(mount.real, [mount]);
    else known.push(mount);
    return known === undefined ? "new" : "known";
  }

  /** What the walk reached without links needs no second look, unless only its link passes the filter. */
  needsScan(mount: Mount, filter: Filter): boolean {
    const direct = this.#walkedName(mount.real, mount.kind);
    if (mount.kind === "directory") return direct === undefined;
    if (!filter.passes(mount.name, "file")) return false;
    return (direct === undefined || !filter.passes(direct, "file")) && !isBinary(mount.real, this.#workspace);
  }

  firstNameOf(place: { readonly name: RawPath; readonly real: RawPath; readonly isRoot: boolean }): RawPath {
    if (place.isRoot) return place.name;
    const direct = below(this.#root, place.real) === place.name ? place.name : undefined;
    return this.#best(place.real, direct, []) ?? place.name;
  }

  /** The name of a real path that the walk reached without links. */
  #walkedName(real: RawPath, kind: Mount["kind"]): RawPath | undefined {
    const name = below(this.#root, real);
    if (name === undefined) return undefined;
    const directory = kind === "directory" ? name : name.slice(0, Math.max(0, name.lastIndexOf("/")));
    return this.#tree.directories.has(directory) ? name : undefined;
  }

  /** `inner` are targets that the name goes through further down: a name that comes from inside one of them goes round in a circle. */
  #best(real: RawPath, direct: RawPath | undefined, inner: readonly RawPath[]): RawPath | undefined {
    let best = direct;
    for (const mount of this.#mountsAbove(real)) {
      if (inner.some((target) => below(target, mount.at) !== undefined)) continue;
      const outer = this.#best(mount.at, below(this.#root, mount.at), [...inner, mount.real]);
      if (outer === undefined) continue;
      const name = joined(outer, below(mount.real, real) ?? "");
      if (best === undefined || name < best) best = name;
    }
    return best;
  }

  *#mountsAbove(real: RawPath): Generator<Mount> {
    for (let end = real.length; end > 0; end = real.lastIndexOf("/", end - 1)) yield* this.#byTarget.get(real.slice(0, end)) ?? [];
  }
}
