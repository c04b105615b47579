// Paths as omp's callers write them, and as it shows them.
import type { Settings } from "../../settings.ts";
import { below, type RawPath, shown } from "../../workspace/raw-path.ts";

/** What a caller means: `~` is home, `file://` a path, a bare `/` the working directory. */
export function meantPath(given: string, { commandEnvironment, ripgrep }: Settings): string {
  const path = given.trim();
  if (path === "/") return ".";
  if (/^file:\/\//i.test(path)) return decoded(path.slice("file://".length));
  const home = commandEnvironment.HOME ?? ripgrep.environment.HOME;
  return home !== undefined && (path === "~" || path.startsWith("~/")) ? home + path.slice(1) : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a `%` that means itself
  }
}

/** Relative to the session's directory where it is inside, else absolute. */
export function shownPath(path: RawPath, directory: RawPath): string {
  const inside = below(directory, path);
  return shown(inside === undefined ? path : inside === "" ? "." : inside);
}
