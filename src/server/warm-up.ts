// Some calls before anybody makes one, by a client of our own, in a workspace of its own: code that has run is loaded and compiled, and the
// first answer does not wait for that.
import { once } from "node:events";
import path from "node:path";
import { PassThrough } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createWorkspace, type Workspace } from "../workspace/workspace.ts";
import { makeServer, type ServerParts } from "./mcp-server.ts";

/** After the first message; who calls sooner than a model would is not held up. */
const QUIET_MS = 300;
/** So often, code is compiled; more often is hardly faster. */
const CALLS = 6;
const MAX_MS = 2_000;
/** Some hundred files that are certainly there: our own. */
const PLACE = path.join(import.meta.dirname, "../search");
const GREETING = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "warm-up", version: "1" } };

/** Warms up some time from now, unless somebody calls or the workspace is closed before. */
export function warmUpSoon(parts: ServerParts): void {
  const timer = setTimeout(() => {
    if (!parts.workspace.session.isUsed) void warmUp(parts).catch(() => {}); // nobody waits for it; the first call tells what is wrong
  }, QUIET_MS);
  parts.workspace.closed.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

/** Ends early when somebody calls in earnest. */
async function warmUp(parts: ServerParts): Promise<void> {
  const { workspace, dialect } = parts;
  const tool = dialect.tools.find(({ role }) => role === "search");
  const own = ownWorkspace(workspace);
  if (tool === undefined || own === undefined) return;
  const client = new Client({ ...parts, workspace: own, log: () => {} });
  workspace.onClose(() => client.close());
  try {
    await client.ask("initialize", GREETING);
    for (let rest = CALLS; rest > 0 && !workspace.session.isUsed; rest--) await client.ask("tools/call", { name: tool.name, arguments: { pattern: "import" } });
  } finally {
    await client.close();
  }
}

function ownWorkspace({ settings }: Workspace): Workspace | undefined {
  const fenced = { workdir: PLACE, allowDirs: [], denyDirs: [], denySecrets: false };
  const own = createWorkspace({ ...settings, ...fenced, index: { ...settings.index, use: "off" }, searchTimeoutMs: MAX_MS });
  return own.ok ? own.value : undefined;
}

/** Asks one thing after the other. */
class Client {
  readonly #questions = new PassThrough();
  readonly #answers = new PassThrough();
  readonly #workspace: Workspace;
  readonly #handle: ReturnType<typeof serve>;

  constructor(parts: ServerParts) {
    this.#workspace = parts.workspace;
    this.#handle = serve(() => makeServer(parts), { transport: new StdioServerTransport(this.#questions, this.#answers) });
  }

  /** Resolves when an answer is there, whatever it is; rejects when the workspace is closed. */
  async ask(method: string, params: object): Promise<void> {
    const answered = once(this.#answers, "data", { signal: this.#workspace.closed });
    this.#questions.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`);
    await answered;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#handle.close(), this.#workspace.close()]);
  }
}
