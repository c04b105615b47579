// A guest: whoever asks over the socket, with directories of their own. They are answered only where that shows nothing that the
// server's own clients may not see, and where the answer is what they would find themselves.
import { residentOf } from "../../search/index/resident.ts";
import { resolveRipgrep } from "../../search/ripgrep/resolve.ts";
import type { Fence } from "../../workspace/fence.ts";
import { Limiter } from "../../workspace/limiter.ts";
import type { RawPath } from "../../workspace/raw-path.ts";
import { createWorkspace, newSession, type Session, type Workspace } from "../../workspace/workspace.ts";
import { placesOf } from "./places.ts";
import type { Question } from "./protocol.ts";

/** Guests leave room for the server's own clients. */
const MAX_SEARCHES = 4;
const MAX_MEMORIES = 8;

export class Guests {
  readonly #workspace: Workspace;
  readonly #version: string;
  readonly #searches: Limiter;
  /** What is remembered between searches, by fence: a guest behind the same one shares the server's. */
  readonly #memories: Map<string, Session["memory"]>;

  constructor(workspace: Workspace, version: string) {
    this.#workspace = workspace;
    this.#version = version;
    this.#searches = new Limiter(MAX_SEARCHES, workspace.searches);
    this.#memories = new Map([[keyOf(workspace.fence), workspace.session.memory]]);
  }

  /** A workspace in which to search for a guest, or why there is none. */
  async admit({ version, workdir, allowDirs, denyDirs, denySecrets, places, ripgrep }: Question): Promise<Workspace | string> {
    const { settings, fence } = this.#workspace;
    if (version !== this.#version) return "another version";
    const resident = residentOf(this.#workspace);
    if (!resident.isReady) return "no index yet";
    const found = await resolveRipgrep(settings.ripgrep, settings.workdir);
    if (!found.ok || found.value.path !== ripgrep.path || (found.value.environment.HOME ?? "") !== ripgrep.home) return "another ripgrep or home";
    const own = createWorkspace({ ...settings, workdir, allowDirs, denyDirs, denySecrets });
    if (!own.ok || placesOf(own.value.fence).join() !== places.join()) return "other directories";
    if (!isWithin(own.value.fence, fence)) return "other rules";
    const memory = this.#memoryFor(own.value.fence).set("resident index", resident);
    const session = newSession(own.value.session.directory, memory);
    return { ...this.#workspace, settings: own.value.settings, fence: own.value.fence, searches: this.#searches, session };
  }

  #memoryFor(fence: Fence): Session["memory"] {
    const key = keyOf(fence);
    const memory = this.#memories.get(key) ?? new Map<string, unknown>();
    this.#memories.delete(key);
    this.#memories.set(key, memory);
    for (const oldest of this.#memories.keys()) if (this.#memories.size > MAX_MEMORIES) this.#memories.delete(oldest);
    return memory;
  }
}

/**
 * Every directory of the inner fence is inside the outer one, and below it the same is denied. Where anything is denied, the directories
 * must be the same, too: other names of denied files are looked for in all that is allowed.
 */
function isWithin(inner: Fence, outer: Fence): boolean {
  if (outer.denied.length > 0 && inner.allowed.join("\0") !== outer.allowed.join("\0")) return false;
  const isSame = (directory: RawPath): boolean => inner.denyGlobsBelow(directory).join("\0") === outer.denyGlobsBelow(directory).join("\0");
  return inner.allowed.every((directory) => outer.judge(directory, "directory").inside && isSame(directory)) && deniedPaths(inner) === deniedPaths(outer);
}

function deniedPaths(fence: Fence): string {
  return fence.deniedPaths.map(({ path }) => path).join("\0");
}

function keyOf({ allowed, denied }: Fence): string {
  return JSON.stringify([allowed, denied]);
}
