// Files that came to a tree: ripgrep lists the directories they are in, and only those, to say which of them it would meet.
import type { RawPath } from "../../../workspace/raw-path.ts";
import { FILES, walkArguments } from "../../ripgrep/arguments.ts";
import { readNames } from "../../ripgrep/listing.ts";
import { KNOWN_VERSION, majorVersion } from "../../ripgrep/resolve.ts";
import { runRipgrep } from "../../ripgrep/run.ts";
import type { TreePlan } from "../../tree-walk.ts";
import { asArgument } from "../candidates-run.ts";

/** In more directories, or more of them, the whole tree is listed as soon. */
const MAX_DIRECTORIES = 50;
const MAX_NAMES = 2_000;
const LIST_MS = 5_000;

export class Newcomers {
  readonly #plan: Omit<TreePlan, "deadline">;
  readonly #tree: RawPath;
  readonly #waiting = new Set<RawPath>();

  constructor(plan: Omit<TreePlan, "deadline">, tree: RawPath) {
    this.#plan = plan;
    this.#tree = tree;
  }

  get isAnybodyWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  add(name: RawPath): void {
    this.#waiting.add(name);
  }

  isWaiting(name: RawPath): boolean {
    return this.#waiting.has(name);
  }

  /** Each of those that waited and are there, and whether it is listed; undefined if that cannot be said of directories alone. */
  async judged(isThere: (name: RawPath) => boolean): Promise<ReadonlyMap<RawPath, boolean> | undefined> {
    const names = new Set([...this.#waiting].filter(isThere));
    this.#waiting.clear();
    if (names.size === 0) return new Map();
    const directories = new Set([...names].map((name) => name.slice(0, name.lastIndexOf("/") + 1)));
    if (names.size > MAX_NAMES || directories.size > MAX_DIRECTORIES || (await majorVersion(this.#plan.ripgrep)) < KNOWN_VERSION) return undefined;
    const listed = await this.#list([...directories]);
    return listed && new Map([...names].map((name) => [name, listed.has(name)]));
  }

  async #list(directories: readonly RawPath[]): Promise<ReadonlySet<RawPath> | undefined> {
    const listed = new Set<RawPath>();
    const { walk, workspace } = this.#plan;
    const flags = walkArguments({ walk, exclude: workspace.fence.denyGlobsBelow(this.#tree), narrow: [], explain: false });
    const args = [...flags, ...FILES, "--max-depth=1", "--", ...directories.map(asArgument)];
    const request = { ...this.#plan, args, cwd: this.#tree, deadline: performance.now() + LIST_MS };
    const outcome = await runRipgrep(request, () => readNames((name) => listed.add(name)));
    const isSound = outcome.ok && outcome.value.ended === "exit" && outcome.value.messages.faults.length === 0 && outcome.value.messages.other === "";
    return isSound ? listed : undefined;
  }
}
