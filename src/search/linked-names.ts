// A file behind links has several names; it is shown once, under the first in byte order that goes through no directory twice.
import { below, joined, type RawPath } from "../workspace/raw-path.ts";
import { isBinary } from "./linked-files.ts";
import type { Mount } from "./links.ts";
import type { Plan } from "./plan.ts";
import type { TreeMap } from "./tree-walk.ts";

/** So many ways to a file are tried: links that lead up and down again make more than anybody could. */
const MAX_WAYS = 1_000;

/** A part of a way: from what a link leads to, down to something, which may be the next link. */
interface Leg {
  readonly target: RawPath;
  readonly real: RawPath;
}

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

  /**
   * What the walk reached without links needs no second look, unless the filter may judge it otherwise under its other name;
   * files that stand where the walk was may be ignored there, if nobody knows that they are `listed`.
   */
  needsScan(mount: Mount, listed: ReadonlySet<RawPath>): boolean {
    const direct = this.walkedName(mount);
    const filter = this.#plan.filter;
    if (mount.kind === "directory") return direct === undefined || filter.looksAtPaths;
    return !(direct !== undefined && listed.has(direct) && filter.passes(direct, "file")) && this.isMeant(mount);
  }

  /** Whether a file passes the filter under a link's name. */
  isMeant({ name }: Mount): boolean {
    return this.#plan.filter.passes(name, "file");
  }

  /** Whether it does, and is none that a walk leaves alone. */
  mayBeShown(mount: Mount): boolean {
    return this.isMeant(mount) && !isBinary(mount.real, this.#plan.workspace);
  }

  /** All that a link leads to is reached without links, under names that come first. */
  isBehind(mount: Mount): boolean {
    const direct = this.walkedName(mount);
    return mount.kind === "directory" && direct !== undefined && `${direct}/` < `${mount.name}/`;
  }

  firstNameOf(place: { readonly name: RawPath; readonly real: RawPath; readonly isRoot: boolean }): RawPath {
    if (place.isRoot) return place.name;
    let first = place.name;
    for (const name of this.#linkedNames(place.real, [], { left: MAX_WAYS })) if (name < first && this.#plan.filter.passes(name, "file")) first = name;
    return first;
  }

  /** The name under which the walk came by without links. */
  walkedName({ real, kind }: Mount): RawPath | undefined {
    const name = below(this.#root, real);
    if (name === undefined) return undefined;
    const directory = kind === "directory" ? name : name.slice(0, Math.max(0, name.lastIndexOf("/")));
    return this.#tree.directories.has(directory) ? name : undefined;
  }

  /** All names that lead over links. `inner` is the rest of the way, over links further down. */
  *#linkedNames(real: RawPath, inner: readonly Leg[], ways: { left: number }): Generator<RawPath> {
    for (const mount of this.#mountsAbove(real)) {
      if (ways.left-- <= 0) return;
      const legs = [...inner, { target: mount.real, real }];
      if (inner.some(({ target }) => below(target, mount.at) !== undefined) || this.#goesBack(mount, legs)) continue;
      const rest = below(mount.real, real) ?? "";
      const direct = below(this.#root, mount.at);
      if (direct !== undefined) yield joined(direct, rest);
      for (const name of this.#linkedNames(mount.at, legs, ways)) yield joined(name, rest);
    }
  }

  /** Whether a leg, after this link was followed, leads back to what it led to, or to where the walk began. */
  #goesBack(mount: Mount, legs: readonly Leg[]): boolean {
    return legs.some(({ target, real }) => leadsBack({ real: target, through: target === mount.real ? [] : [mount.real] }, real, this.#root));
  }

  *#mountsAbove(real: RawPath): Generator<Mount> {
    for (let end = real.length; end > 0; end = real.lastIndexOf("/", end - 1)) yield* this.#byTarget.get(real.slice(0, end)) ?? [];
  }
}

/** Whether the way behind a link goes down again into a directory from which it came: where the walk began, or what other links led to. */
export function leadsBack({ real: target, through }: Pick<Mount, "real" | "through">, real: RawPath, root: RawPath): boolean {
  return [root, ...through].some((directory) => below(target, directory) !== undefined && below(directory, real) !== undefined);
}
