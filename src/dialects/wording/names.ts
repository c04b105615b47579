// Names of entries as dialects show them that count from the session's directory.
import type { Entry, Root } from "../../search/query.ts";
import { below, joined, type RawPath, shown } from "../../workspace/raw-path.ts";

/** Relative to the directory, outside of it absolute. */
export function nameFrom(directory: RawPath, { root, name }: Entry, roots: readonly Root[]): string {
  const start = roots[root]?.path ?? "";
  if (start === directory && name !== "") return shown(name);
  const path = joined(start, name);
  const relative = below(directory, path);
  return shown(relative === undefined || relative === "" ? path : relative);
}
