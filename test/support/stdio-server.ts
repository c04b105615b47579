// The built server as a child process, spoken to over stdio. Free of vitest: long runs use it, too.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import fs from "node:fs";
import readline from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
}

interface ServerOptions {
  readonly workdir: string;
  readonly flags?: readonly string[];
  /** Descriptors the process may have. */
  readonly maxDescriptors?: number;
}

interface Message {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

export class StdioServer {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, { resolve: (message: Message) => void; reject: (error: Error) => void }>();
  readonly #gone: Promise<void>;
  #lastId = 0;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    child.stdin.on("error", () => undefined); // it was killed
    this.#gone = new Promise((resolve) => child.once("close", () => resolve()));
    void this.#gone.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the server is gone"));
    });
    readline.createInterface({ input: child.stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Message;
      if (message.id === undefined) return;
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    });
  }

  /** Starts a server and greets it. */
  static async start({ workdir, flags = [], maxDescriptors }: ServerOptions): Promise<StdioServer> {
    const args = [MAIN, "mcp", "--workdir", workdir, ...flags];
    const command =
      maxDescriptors === undefined ? [process.execPath, ...args] : ["/bin/sh", "-c", `ulimit -n ${maxDescriptors}; exec "$@"`, "sh", process.execPath, ...args];
    const server = new StdioServer(spawn(command[0] as string, command.slice(1), { stdio: ["pipe", "pipe", "ignore"] }));
    await server.#request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } });
    server.#send({ method: "notifications/initialized" });
    return server;
  }

  async call(name: string, args: unknown): Promise<ToolReply> {
    const { result, error } = await this.#request("tools/call", { name, arguments: args });
    if (result === undefined) throw new Error(error?.message ?? "no result");
    return { text: result.content?.[0]?.text ?? "", isError: result.isError === true };
  }

  /** The most memory it has had, in bytes. Linux only. */
  peakMemory(): number {
    const status = fs.readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#gone;
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    await this.#gone;
  }

  #request(method: string, params: unknown): Promise<Message> {
    const id = ++this.#lastId;
    const reply = new Promise<Message>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    return reply;
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
