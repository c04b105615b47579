// Does ahead what the first search would have to wait for: ripgrep is found and asked for its version. To start a process for the first time takes ten times as
// long as later.
import type { Workspace } from "../workspace/workspace.ts";
import { majorVersion, resolveRipgrep } from "./ripgrep/resolve.ts";

/** Who calls at once is not held up by it. */
const SOON_MS = 100;

export function prepareSearches(workspace: Workspace): void {
  const timer = setTimeout(() => void askForVersion(workspace), SOON_MS);
  timer.unref();
}

/** What goes wrong, the first search will tell. */
async function askForVersion({ settings, closed }: Workspace): Promise<void> {
  const ripgrep = closed.aborted ? undefined : await resolveRipgrep(settings.ripgrep, settings.workdir);
  if (ripgrep?.ok) await majorVersion(ripgrep.value).catch(() => {});
}
