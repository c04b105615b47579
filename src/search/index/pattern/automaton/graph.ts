// A shape as a graph: what takes a character, or is a place between two, leads to what may come next.
import { type CharSet, codesOf, othersIn } from "../char-set.ts";
import type { LinePlace, Shape } from "../shape.ts";
import { type Steps, TooLarge } from "./too-large.ts";

/** Numbers are those of nodes. */
export type Node =
  | { readonly kind: "end" }
  | SetNode
  | { readonly kind: "place"; readonly place: LinePlace; readonly next: number }
  | { readonly kind: "fork"; readonly ways: readonly number[] };

/** Takes a character of a set. */
export interface SetNode {
  readonly kind: "set";
  readonly set: CharSet;
  readonly codes: ReadonlySet<number>;
  /** Whether characters beyond ASCII are among them. */
  readonly others: ReturnType<typeof othersIn>;
  readonly next: number;
  /** If so many of them come, it is a match; undefined if other things have to come. */
  readonly left: number | undefined;
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly start: number;
}

/** Where a match ends. */
export const END = 0;
const MAX_NODES = 500;

/** Throws `TooLarge`. */
export function graphOf(shape: Shape): Graph {
  const builder = new Builder();
  return { start: builder.add(shape, END), nodes: builder.nodes };
}

/** All nodes but forks to which some lead, themselves included, in order; but for those that cannot lead to a match before another does. */
export function reachedFrom(from: readonly number[], { nodes }: Graph, steps: Steps): readonly number[] {
  const reached = new Set(from);
  for (const id of reached) {
    const node = nodes[id] as Node;
    if (node.kind === "fork") for (const way of node.ways) reached.add(way);
  }
  steps.take(reached.size);
  const least = new Map<CharSet, number>();
  for (const id of reached) {
    const node = nodes[id] as Node;
    if (node.kind === "set" && node.left !== undefined) least.set(node.set, Math.min(node.left, least.get(node.set) ?? node.left));
  }
  const isFirst = (node: Node): boolean => node.kind !== "fork" && (node.kind !== "set" || node.left === undefined || node.left === least.get(node.set));
  return [...reached].filter((id) => isFirst(nodes[id] as Node)).sort((a, b) => a - b);
}

class Builder {
  readonly nodes: Node[] = [{ kind: "end" }];

  /** A shape before what comes next; gives the node with which it begins. */
  add(shape: Shape, next: number): number {
    switch (shape.kind) {
      case "set":
        return this.#node(this.#setNode(shape.set, next));
      case "place":
        return this.#node({ kind: "place", place: shape.place, next });
      case "row":
        return shape.parts.reduceRight((then, part) => this.add(part, then), next);
      case "either":
        return this.#node({ kind: "fork", ways: shape.choices.map((choice) => this.add(choice, next)) });
      case "repeat":
        return this.#addRepeat(shape, next);
      case "first": // what is passed over may as well be gone through again: nothing goes back here
        return this.add(
          { kind: "row", parts: [{ kind: "repeat", of: { kind: "set", set: shape.through }, min: 0, max: Number.POSITIVE_INFINITY }, shape.of] },
          next,
        );
    }
  }

  /** Before one that takes the same. */
  #setNode(set: CharSet, next: number): SetNode {
    const left = this.#leftFor(set, next);
    const then = this.nodes[next] as Node;
    if (then.kind === "set" && then.set === set) return { ...then, next, left };
    return { kind: "set", set, codes: new Set(codesOf(set)), others: othersIn(set), next, left };
  }

  #leftFor(set: CharSet, next: number): number | undefined {
    const then = this.nodes[next] as Node;
    if (then.kind === "end" || (then.kind === "fork" && then.ways.includes(END))) return 1;
    return then.kind === "set" && then.set === set && then.left !== undefined ? then.left + 1 : undefined;
  }

  #addRepeat({ of, min, max }: Extract<Shape, { kind: "repeat" }>, next: number): number {
    let first = max === Number.POSITIVE_INFINITY ? this.#addLoop(of, next) : next;
    if (max !== Number.POSITIVE_INFINITY) for (let i = min; i < max; i++) first = this.#node({ kind: "fork", ways: [this.add(of, first), next] });
    for (let i = 0; i < min; i++) first = this.add(of, first);
    return first;
  }

  #addLoop(of: Shape, next: number): number {
    const ways = [next];
    const fork = this.#node({ kind: "fork", ways });
    ways.push(this.add(of, fork));
    return fork;
  }

  #node(node: Node): number {
    if (this.nodes.length > MAX_NODES) throw new TooLarge();
    return this.nodes.push(node) - 1;
  }
}
