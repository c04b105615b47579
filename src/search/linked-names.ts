// A file behind links has several names; it is shown once, under the first in byte order that goes through no directory twice.
import { below, joined, type RawPath } from "../workspace/raw-path.ts";
import { isBinary, type Mount } from "./links.ts";
import type { Plan } from "./plan.ts";
import type { TreeMap } from "./tree-walk.ts";

export class LinkedNames {
  readonly #root: RawPath;
  readonly #tree: TreeMap;
  readonly #plan: Plan;
  readonly #byTarget = new Map<RawPath, Mount[]>();

  constructor(root: RawPath, tree: TreeMap, plan: Plan) {
    this.#root = root;
    this.#tree = tree;
    this.#plan = plan;
  }

  /** Adds another way to what a link leads to; "known" if there was one before. */
  add(mount: Mount): "new" | "known" {
    const known = this.#byTarget.get(mount.real);
    if (known === undefined) this.#byTarget.set(mount.real, [mount]);
    else known.push(mount);
    return known === undefined ? "new" : "known";
  }

  /** What the walk reached without links needs no second look, unless the filter may judge it otherwise under its other name. */
  needsScan(mount: Mount): boolean {
    const direct = this.#walkedName(mount.real, mount.kind);
    const filter = this.#plan.filter;
    if (mount.kind === "directory") return direct === undefined || filter.looksAtPaths;
    if (!filter.passes(mount.name, "file")) return false;
    return (direct === undefined || !filter.passes(direct, "file")) && !isBinary(mount.real, this.#plan.workspace);
  }

  firstNameOf(place: { readonly name: RawPath; readonly real: RawPath; readonly isRoot: boolean }): RawPath {
    if (place.isRoot) return place.name;
    let first = place.name;
    for (const name of this.#linkedNames(place.real, [])) if (name < first && this.#plan.filter.passes(name, "file")) first = name;
    return first;
  }

  /** The name of a real path that the walk reached without links. */
  #walkedName(real: RawPath, kind: Mount["kind"]): RawPath | undefined {
    const name = below(this.#root, real);
    if (name === undefined) return undefined;
    const directory = kind === "directory" ? name : name.slice(0, Math.max(0, name.lastIndexOf("/")));
    return this.#tree.directories.has(directory) ? name : undefined;
  }

  /** All names that lead over links. `inner` are targets that the name goes through further down: coming from inside one of them is going round in a circle. */
  *#linkedNames(real: RawPath, inner: readonly RawPath[]): Generator<RawPath> {
    for (const mount of this.#mountsAbove(real)) {
      if (inner.some((target) => below(target, mount.at) !== undefined) || leadsBack(mount, real)) continue;
      const rest = below(mount.real, real) ?? "";
      const direct = below(this.#root, mount.at);
      if (direct !== undefined) yield joined(direct, rest);
      for (const name of this.#linkedNames(mount.at, [...inner, mount.real])) yield joined(name, rest);
    }
  }

  *#mountsAbove(real: RawPath): Generator<Mount> {
    for (let end = real.length; end > 0; end = real.lastIndexOf("/", end - 1)) yield* this.#byTarget.get(real.slice(0, end)) ?? [];
  }
}

/** Whether the way behind a link goes down again to where the link stands. */
export function leadsBack({ at, real: target }: Mount, real: RawPath): boolean {
  const [down, path] = [below(target, at)?.split("/")[0], below(target, real)?.split("/")[0]];
  return down !== undefined && down === path;
}
