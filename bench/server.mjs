// Our server as its clients have it: a process spoken to over stdio.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { McpProcess } from "./mcp-process.mjs";

const MAIN = path.join(import.meta.dirname, "../dist/main.js");
/** Lists are to be complete. */
const MAX_OUTPUT = "100000000";

export class Server {
  #process;
  #log = openLog();
  #logged = 0;
  #way = "";
  /** Those that the log has not told of. */
  #calls = 0;

  /** Starts a server of Claude Code's dialect and greets it. Its caches are below `cache`, not the user's. */
  static async start(directory, { flags = [], cache }) {
    const server = new Server();
    const args = [MAIN, "mcp", "--dialect", "claude-code", "--workdir", directory, "--max-output", MAX_OUTPUT, "--log-level", "debug", "--log-format", "json"];
    server.#process = await McpProcess.start([...args, ...flags], { stderr: server.#log, env: { ...process.env, XDG_CACHE_HOME: cache } });
    return server;
  }

  /** The text of Grep's answer. */
  grep(args) {
    this.#calls++;
    return this.#process.call("Grep", args);
  }

  /** The way the last search took, as the log has it, which is written after the answer. */
  async way() {
    for (let isLogged = false; !isLogged; await sleep(1)) {
      const bytes = Buffer.alloc(fs.fstatSync(this.#log).size - this.#logged);
      this.#logged += fs.readSync(this.#log, bytes, 0, bytes.length, this.#logged);
      const logged = bytes
        .toString()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      this.#way = logged.findLast(({ way }) => way !== undefined)?.way ?? this.#way;
      this.#calls -= logged.filter(({ message }) => message === "call").length;
      isLogged = this.#calls === 0;
    }
    return this.#way;
  }

  /** Memory of its process and of those it has started, by what they are: now, and at most. */
  memory() {
    const { pid } = this.#process;
    const rows = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)], { encoding: "utf8" }).stdout.split("\n");
    const host = rows.find((row) => row.includes("index/host.js"));
    return { server: memoryOf(pid), index: host === undefined ? undefined : memoryOf(Number.parseInt(host, 10)) };
  }

  async close() {
    await this.#process.close();
    fs.closeSync(this.#log);
  }
}

/** A file without a name: a pipe would wake us with every line, and who does not ask for a log this long is never woken. */
function openLog() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "fossick-log-"));
  const log = fs.openSync(path.join(directory, "log"), "a+");
  fs.rmSync(directory, { recursive: true });
  return log;
}

/** Linux only. */
export function memoryOf(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
    return { now: field("VmRSS"), most: field("VmHWM") };
  } catch {
    return undefined;
  }
}
