// A process that speaks MCP over stdio, asked one thing at a time.
import { spawn } from "node:child_process";

const LINE_FEED = 10;
const GREETING = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };

export class McpProcess {
  #child;
  #waiting = new Map();
  #chunks = [];
  #lastId = 0;

  /** Starts it with Node, and greets it. */
  static async start(args, { env = process.env, stderr = "ignore" } = {}) {
    const started = new McpProcess();
    started.#child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", stderr], env });
    started.#child.stdout.on("data", (chunk) => started.#read(chunk));
    started.#child.once("exit", () => started.#fail(new Error("its process has ended")));
    await started.#request("initialize", GREETING);
    started.#send({ method: "notifications/initialized" });
    return started;
  }

  get pid() {
    return this.#child.pid;
  }

  /** The text of a tool's answer. */
  async call(name, args) {
    const { result, error } = await this.#request("tools/call", { name, arguments: args });
    if (result === undefined || result.isError) throw new Error(error?.message ?? result.content[0].text);
    return result.content[0].text;
  }

  async close() {
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin.end();
    await gone;
  }

  #request(method, params) {
    const id = ++this.#lastId;
    const reply = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    return reply;
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Answers come one at a time here, so a message ends where a chunk does. */
  #read(chunk) {
    this.#chunks.push(chunk);
    if (chunk.at(-1) !== LINE_FEED) return;
    const lines = Buffer.concat(this.#chunks.splice(0)).toString().trimEnd().split("\n");
    for (const message of lines.map((line) => JSON.parse(line))) {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    }
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}
