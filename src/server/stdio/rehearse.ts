// A call before anybody can make one, while the protocol is still being loaded: code that has run is compiled, and who calls at once does not wait for that.
import path from "node:path";
import { call } from "../../call.ts";
import type { Dialect } from "../../tool.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { ownWorkspace } from "./served.ts";

/** Some files that are certainly there, of our own; more take longer. */
const FEW = path.join(import.meta.dirname, "../../cli");
/** On nearly every line. */
export const COMMON_PATTERN = "e";
export const MAX_MS = 2_000;

/** One search for lines: it goes through most of what any search does. A second one would hardly help, and all of it delays the greeting. */
export async function rehearse(dialect: Dialect, workspace: Workspace): Promise<void> {
  const tool = dialect.tools.find(({ role }) => role === "search");
  const own = ownWorkspace(workspace, FEW, MAX_MS);
  if (tool === undefined || own === undefined) return;
  const asked = { pattern: COMMON_PATTERN, output_mode: "content" };
  const args = tool.roleArguments?.(asked, { settings: own.settings, directory: own.session.directory }) ?? asked;
  try {
    await call(dialect, tool.name, args, { workspace: own, signal: own.closed });
  } catch {
    // it was closed, or what is wrong a call in earnest will tell
  } finally {
    await own.close();
  }
}
