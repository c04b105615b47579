// A last look before lines are shown: a directory may have been swapped for a link while ripgrep walked.
import fs from "node:fs";
import { fsPath, joined, type RawPath } from "../workspace/raw-path.ts";
import type { Plan } from "./plan.ts";
import type { Entry, Row } from "./query.ts";

/** The rows whose files are, really, inside the fence. */
export function rowsInside({ entries, rows }: { readonly entries: readonly Entry[]; readonly rows: readonly Row[] }, plan: Plan): readonly Row[] {
  const shown = new Set(rows.flatMap((row) => (row.kind === "gap" ? [] : [row.entry])));
  const outside = new Set([...shown].filter((index) => !isInside(entries[index] as Entry, plan)));
  return outside.size === 0 ? rows : rows.filter((row) => row.kind === "gap" || !outside.has(row.entry));
}

function isInside({ root, name }: Entry, { roots, workspace }: Plan): boolean {
  try {
    const real = fs.realpathSync.native(fsPath(joined(roots[root]?.path as RawPath, name)), "latin1");
    return workspace.fence.judge(real, "file").inside;
  } catch {
    return true; // gone since it was read: there is nothing to lead out
  }
}
