// One call before anybody makes one, by a client of our own, in a workspace of its own: code that has run once is loaded and compiled,
// and the first answer does not wait for that.
import { once } from "node:events";
import path from "node:path";
import { PassThrough } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createWorkspace } from "../workspace/workspace.ts";
import { makeServer, type ServerParts } from "./mcp-server.ts";

/** After the first message; clients that call at once are not held up. */
const QUIET_MS = 100;
const MAX_MS = 2_000;
/** Some files that are certainly there: our own. */
const PLACE = path.resolve(import.meta.dirname);

/** Warms up some time from now, unless somebody calls before or the workspace is closed. */
export function warmUpSoon(parts: ServerParts): void {
  const { closed, session } = parts.workspace;
  const timer = setTimeout(() => {
    if (session.calls === 0) void warmUp(parts).catch(() => {}); // nobody waits for it; the first call tells what is wrong
  }, QUIET_MS);
  closed.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

/** Resolves when the answer is there. */
export async function warmUp({ workspace, dialect, version }: ServerParts): Promise<void> {
  const tool = dialect.tools.find(({ role }) => role === "search");
  const { settings } = workspace;
  const fenced = { workdir: PLACE, allowDirs: [], denyDirs: [], denySecrets: false };
  const own = createWorkspace({ ...settings, ...fenced, index: { ...settings.index, use: "off" }, searchTimeoutMs: MAX_MS });
  if (tool === undefined || !own.ok) return;
  workspace.onClose(() => own.value.close());
  const [questions, answers] = [new PassThrough(), new PassThrough()];
  const handle = serve(() => makeServer({ dialect, version, workspace: own.value, log: () => {} }), {
    transport: new StdioServerTransport(questions, answers),
  });
  try {
    const greeting = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "warm-up", version } };
    for (const message of [
      { id: 1, method: "initialize", params: greeting },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: tool.name, arguments: { pattern: "import" } } },
    ])
      questions.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    for (let rest = 2; rest > 0; ) {
      const [chunk] = (await once(answers, "data", { signal: own.value.closed })) as [Buffer];
      rest -= chunk.toString().split("\n").length - 1;
    }
  } finally {
    await Promise.allSettled([handle.close(), own.value.close()]);
  }
}
