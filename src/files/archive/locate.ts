// Whether a path leads into an archive: only the disk can tell.
import { resolveExisting } from "../../workspace/resolve.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { archivePaths } from "./path.ts";

/** Whether something is named behind an archive that exists. */
export async function isInArchive(path: string, workspace: Workspace): Promise<boolean> {
  for (const { archive } of archivePaths(path)) {
    if (archive === path) continue;
    const resolved = await resolveExisting(archive, workspace);
    if (resolved.ok && resolved.value.stats.isFile()) return true;
  }
  return false;
}
