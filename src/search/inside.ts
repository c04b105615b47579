// A last look before lines are shown: a directory may have been swapped for a link while ripgrep walked.
import fs from "node:fs";
import { nameOf, parentOf } from "../workspace/entry.ts";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { Entry, Row } from "./query.ts";

/** The rows whose files are, really, inside the fence. */
export function rowsInside({ entries, rows }: { readonly entries: readonly Entry[]; readonly rows: readonly Row[] }, plan: Plan): readonly Row[] {
  const shown = new Set(rows.flatMap((row) => (row.kind === "gap" ? [] : [row.entry])));
  const directories = new RealDirectories(plan.roots.map(({ path }) => path));
  const outside = new Set([...shown].filter((index) => !isInside(entries[index] as Entry, plan, directories)));
  return outside.size === 0 ? rows : rows.filter((row) => row.kind === "gap" || !outside.has(row.entry));
}

function isInside({ root, name }: Entry, { roots, workspace }: Plan, directories: RealDirectories): boolean {
  try {
    return workspace.fence.judge(directories.realPathOf(joined(roots[root]?.path as RawPath, name)), "file").inside;
  } catch {
    return true; // gone since it was read: there is nothing to lead out
  }
}

/** Where paths lead to. Many of them go through the same directories, each of which is looked at once. */
class RealDirectories {
  readonly #known = new Map<RawPath, RawPath>();
  readonly #roots: ReadonlySet<RawPath>;

  /** What is above these is not looked at step by step. */
  constructor(roots: readonly RawPath[]) {
    this.#roots = new Set(roots);
  }

  realPathOf(path: RawPath): RawPath {
    const isLink = this.#roots.has(path) || fs.lstatSync(fsPath(path)).isSymbolicLink();
    return isLink ? realPath(path) : joined(this.#directory(parentOf(path)), nameOf(path));
  }

  #directory(path: RawPath): RawPath {
    const real = this.#known.get(path) ?? this.realPathOf(path);
    this.#known.set(path, real);
    return real;
  }
}

function realPath(path: RawPath): RawPath {
  return fs.realpathSync.native(fsPath(path), "latin1") as RawPath;
}
