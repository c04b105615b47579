// The one road: (tool, arguments, workspace) → reply. Every face goes along it, so every face prints the same.
import { readArguments } from "./dialects/parameters.ts";
import { firstUnits } from "./dialects/wording/cap.ts";
import type { Failure } from "./failure.ts";
import type { CallContext, Dialect, Reply } from "./tool.ts";
import { artifactUrl, keepArtifact } from "./workspace/artifacts.ts";
import { noteUse, type Workspace } from "./workspace/workspace.ts";

const MAX_REFUSAL_CHARS = 8_000;
/** More calls at once are not taken in: most of them would only wait. */
const MAX_CALLS = 2_000;

export type CallRequest = Pick<CallContext, "workspace" | "signal"> & Partial<Pick<CallContext, "progress">>;

/** Calls a tool. What the caller can cause is a reply; only cancellation and our own mistakes throw. */
export async function call(dialect: Dialect, name: string, args: unknown, { workspace, signal, progress = ignore }: CallRequest): Promise<Reply> {
  const refuse = (failure: Failure): Reply => ({
    text: printable(dialect.explain(failure, { tool: name, directory: workspace.session.directory })),
    outcome: "error",
  });
  const tool = dialect.tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return refuse({ code: "unknown-tool", name, known: dialect.tools.map((known) => known.name) });
  const read = readArguments(args, tool.inputSchema, tool.alsoTakes);
  if (!read.ok) return refuse(read.failure);
  if (workspace.session.calls >= MAX_CALLS) return refuse({ code: "too-busy", calls: workspace.session.calls });
  workspace.session.calls++;
  noteUse(workspace.session);
  try {
    const context = { settings: workspace.settings, directory: workspace.session.directory };
    const query = tool.parse(read.value, context);
    if (!query.ok) return refuse(query.failure);
    const found = await tool.run(query.value, { workspace, signal, progress });
    return found.ok ? kept(tool.render(found.value, query.value, context), workspace) : refuse(found.failure);
  } finally {
    workspace.session.calls--;
  }
}

/** What did not fit into a reply stays in the session, and the reply says where. */
function kept({ whole, ...reply }: Reply, workspace: Workspace): Reply {
  return whole === undefined ? reply : { ...reply, text: whole.textWith(artifactUrl(keepArtifact(whole.text, workspace))) };
}

function ignore(): void {}

/** Half of a pair is no character: clients that check would throw the whole message away. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** A refusal quotes what a caller sent and what stands on the disk: neither may flood a model or steer a terminal. */
function printable(text: string): string {
  const bounded = text.length <= MAX_REFUSAL_CHARS ? text : `${firstUnits(text, MAX_REFUSAL_CHARS)}… (${text.length} characters in all)`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return wellFormed(bounded).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
