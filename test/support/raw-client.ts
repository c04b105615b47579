// A client that speaks plain JSON-RPC lines to a real server process, and can die as clients do. Free of the test runner.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
/** A process between us and the server: killing it closes the server's stdin, as the death of a client does. */
const MIDDLEMAN = `
const { spawn } = require("node:child_process");
const server = spawn(process.execPath, process.argv.slice(1), { stdio: ["pipe", "inherit", "inherit"] });
process.stdin.pipe(server.stdin);
process.stderr.write("server " + server.pid + "\\n");`;

export interface Answer {
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

export interface RawClient {
  /** The server's process id. */
  readonly server: number;
  call(tool: string, args: unknown): { readonly id: number; readonly answer: Promise<Answer> };
  notify(method: string, params: unknown): void;
  /** Ends the server in one of the ways there are. */
  end(how: "stdin closed" | "client killed" | "SIGTERM" | "SIGINT"): void;
  /** Resolves when the server's stdout is closed: it has ended, and so has everybody who could have held it. */
  readonly gone: Promise<unknown>;
}

/** Starts a server for a directory, and greets it. */
export async function connect(workdir: string, flags: readonly string[] = []): Promise<RawClient> {
  const child = spawn(process.execPath, ["-e", MIDDLEMAN, SERVER, "mcp", "--workdir", workdir, ...flags], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {}); // it may be gone before we are
  const server = await serverPid(child);
  const waiting = answersOf(child);
  const gone = once(child.stdout, "close");
  let lastId = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method: string, params: unknown): { id: number; answer: Promise<Answer> } => {
    const id = ++lastId;
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return { id, answer };
  };
  await request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } }).answer;
  send({ method: "notifications/initialized" });
  return {
    server,
    gone,
    call: (name, args) => request("tools/call", { name, arguments: args }),
    notify: (method, params) => send({ method, params }),
    end: (how) => {
      if (how === "stdin closed") child.stdin.end();
      else if (how === "client killed") child.kill("SIGKILL");
      else process.kill(server, how);
    },
  };
}

async function serverPid(child: ChildProcess): Promise<number> {
  let text = "";
  for await (const chunk of child.stderr as NodeJS.ReadableStream) {
    text += chunk;
    const pid = /server (\d+)\n/.exec(text)?.[1];
    if (pid !== undefined) return Number(pid);
  }
  throw new Error(`the server did not start: ${text}`);
}

function answersOf(child: ChildProcess): Map<number, (answer: Answer) => void> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() as string;
    for (const line of lines) {
      const { id, ...answer } = JSON.parse(line) as Answer & { id?: number };
      if (id !== undefined) waiting.get(id)?.(answer);
    }
  });
  return waiting;
}
