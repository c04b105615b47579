// What is served, and what a server asks itself before somebody calls, made in one place: code that was compiled for objects that were made here is thrown
// away when it meets others, however alike, and then nobody gains from what was asked before.
import { residentOf } from "../../search/index/resident.ts";
import { shareLeftOut } from "../../search/receipt-by-index.ts";
import type { Settings } from "../../settings.ts";
import { createWorkspace, newSession, type Session, type Workspace } from "../../workspace/workspace.ts";
import type { Log } from "../log.ts";
import type { ServerParts } from "../mcp-server.ts";
import { wayText } from "../way-text.ts";

/** For who calls. */
export function servedParts(parts: ServerParts): ServerParts {
  const { settings, session } = parts.workspace;
  return made(parts, remade(parts.workspace, changed(settings, {}), session), parts.log);
}

/** The same workspace for calls of our own, in a session of its own: what a session was shown decides what it may change. */
export function partsBeside(parts: ServerParts, changes: Partial<Settings>): ServerParts {
  const { workspace } = parts;
  const memory = new Map<string, unknown>([["resident index", residentOf(workspace)]]);
  shareLeftOut(workspace, memory);
  const session = newSession(workspace.session.directory, memory);
  return made(parts, remade(workspace, changed(workspace.settings, changes), session), () => {});
}

/** For calls of our own elsewhere. */
export function partsIn(parts: ServerParts, workspace: Workspace): ServerParts {
  return made(parts, workspace, () => {});
}

/** A workspace in a directory of ours, too small for an index of its own. It is closed as soon as somebody calls: what runs there ends at once. */
export function ownWorkspace({ settings, session, onClose }: Workspace, workdir: string, searchTimeoutMs: number): Workspace | undefined {
  const fenced = { workdir, allowDirs: [], denyDirs: [], denySecrets: false };
  const own = createWorkspace(
    changed(settings, { ...fenced, index: { ...settings.index, minFiles: Number.POSITIVE_INFINITY }, searchTimeoutMs, isDefaultSearchTimeout: false }),
  );
  if (!own.ok) return undefined;
  const { value } = own;
  session.onUse.add(() => void value.close());
  onClose(() => value.close());
  return remade(value, value.settings, value.session);
}

function made({ dialect, version }: ServerParts, workspace: Workspace, log: Log): ServerParts {
  workspace.session.onWay = (way) => log("debug", "search", { way: wayText(way) });
  return { dialect, workspace, version, log };
}

function remade(workspace: Workspace, settings: Settings, session: Session): Workspace {
  return { ...workspace, settings, session };
}

function changed(settings: Settings, changes: Partial<Settings>): Settings {
  return { ...settings, ...changes };
}
