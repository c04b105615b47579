// Using what a caller named: held inside the fence while it is used, and let go of whatever happens.
import { fail, type Result } from "../failure.ts";
import { failureOf, type Held } from "../workspace/hold.ts";
import { type OpenFile, openHeld } from "../workspace/open-file.ts";
import { type RawPath, shown } from "../workspace/raw-path.ts";
import { holdExisting } from "../workspace/resolve.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** An existing file or directory, as the caller knows it. */
export interface Named {
  readonly path: RawPath;
  readonly held: Held;
}

/** Holds an existing file or directory for a task. What the system refuses is a failure; cancellation throws. */
export async function useNamed<T>(given: string, workspace: Workspace, signal: AbortSignal, task: (named: Named) => Promise<Result<T>>): Promise<Result<T>> {
  const existing = await holdExisting(given, workspace);
  return existing.ok ? useHeld(existing.value, signal, task) : existing;
}

/** The same with what is held already; it is let go of in the end. */
export async function useHeld<T, N extends Named>(named: N, signal: AbortSignal, task: (named: N) => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await task(named);
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(failureOf(error, named.path));
  } finally {
    named.held.close();
  }
}

/** Opens a file that is held for a task; directories are refused. */
export async function useOpen<T>({ path, held }: Named, task: (file: OpenFile) => Promise<Result<T>>): Promise<Result<T>> {
  if (held.stats.isDirectory()) return fail({ code: "is-a-directory", path: shown(path) });
  const file = openHeld(held, path);
  if (!file.ok) return file;
  try {
    return await task(file.value);
  } finally {
    file.value.close();
  }
}
