// The indexes of a server, shared by all workspaces that see the same tree; and what was learned of trees.
import type { Workspace } from "../../workspace/workspace.ts";
import { Costs } from "./cost.ts";
import type { Connect } from "./link.ts";
import type { TreeRequest } from "./protocol.ts";
import { TreeIndex } from "./tree-index.ts";
import type { WhyPlain } from "./why-plain.ts";

/** Each has contents in memory, most of them in a process of its own. */
const MAX_TREES = 8;
const MAX_COSTS = 64;

/** Indexes and how many workspaces use them; and what was learned of trees. */
export class Pool {
  readonly #costs = new Map<string, Costs>();
  readonly #counts = new Map<string, number>();
  readonly #users = new Map<TreeIndex, number>();
  readonly #byRequest = new Map<string, TreeIndex>();

  /** None is in this very process. */
  get isRoomHere(): boolean {
    return ![...this.#users.keys()].some(({ isHere }) => isHere);
  }

  take(request: TreeRequest, connect: Connect): TreeIndex | WhyPlain {
    const { directory, walk, denyGlobs, ripgrep, stateDirectory, cache } = request; // wherever it is, it is the same
    const key = JSON.stringify([directory, walk, denyGlobs, ripgrep, stateDirectory, cache]);
    const known = this.#byRequest.get(key);
    if (known === undefined && this.#users.size >= MAX_TREES) return "too many trees";
    const index = known === undefined || known.isOver ? new TreeIndex(request, connect) : known;
    this.#byRequest.set(key, index);
    this.#users.set(index, (this.#users.get(index) ?? 0) + 1);
    return index;
  }

  costsOf(key: string): Costs {
    const costs = this.#costs.get(key) ?? new Costs();
    if (this.#costs.size >= MAX_COSTS) this.#costs.clear();
    this.#costs.set(key, costs);
    return costs;
  }

  noteCount(key: string, files: number): void {
    if (this.#counts.size >= MAX_COSTS) this.#counts.clear();
    this.#counts.set(key, files);
  }

  /** Files of a tree, as far as they were counted. */
  countOf(key: string): number | undefined {
    return this.#counts.get(key);
  }

  async give(index: TreeIndex): Promise<void> {
    const users = (this.#users.get(index) ?? 1) - 1;
    if (users > 0) return void this.#users.set(index, users);
    this.#users.delete(index);
    for (const [key, each] of this.#byRequest) if (each === index) this.#byRequest.delete(key);
    await index.close();
  }
}

/** That of all workspaces of a server. */
export function poolOf({ shared }: Workspace): Pool {
  if (!shared.has("indexes")) shared.set("indexes", new Pool());
  return shared.get("indexes") as Pool;
}
