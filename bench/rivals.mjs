// Other search engines for Node, each in a process of its own: one that times its own calls, so that nothing of ours is added to theirs, and of fff a second one
// that is asked over MCP, as we are. They are no dependencies: fff needs a foreign function interface, pi-natives weighs 350 MB and is made for Bun.
// Installed on demand into the scratch folder, without scripts of theirs.
import { fork } from "node:child_process";
import path from "node:path";
import { install } from "../scripts/scratch.mjs";
import { McpProcess } from "./mcp-process.mjs";
import { timed } from "./numbers.mjs";
import { memoryOf } from "./server.mjs";
import { progress } from "./table.mjs";

const FFF = "@ff-labs/fff-node@0.9.6";
const PI = "@oh-my-pi/pi-natives@18.2.3";
const RIVALS = {
  fff: { spec: FFF, start: (folder, directory) => Host.start("fff", folder, directory) },
  fffOverMcp: { spec: FFF, start: (folder, directory) => OverMcp.start(folder, directory) },
  pi: { spec: PI, start: (folder, directory) => Host.start("pi", folder, directory) },
};

/** Those that load here, by name. */
export async function startRivals(directory) {
  const started = {};
  for (const [name, { spec, start }] of Object.entries(RIVALS)) {
    try {
      progress(`${name}: ${spec} gets ready`);
      const { ms: readyMs, value: rival } = await timed(() => start(install(spec), directory));
      started[name] = Object.assign(rival, { readyMs: rival.readyMs ?? readyMs });
    } catch (error) {
      progress(`${name} is left out: ${error.message}`);
    }
  }
  return started;
}

class Host {
  #child;

  static async start(name, folder, directory) {
    const rival = new Host();
    rival.#child = fork(path.join(import.meta.dirname, "rival-host.mjs"), [name, folder, directory], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    const { error, readyMs } = await rival.#answer();
    if (error !== undefined) throw new Error(error);
    rival.readyMs = readyMs;
    return rival;
  }

  /** Milliseconds; undefined where it has no such mode, or found nothing. */
  async ask(query, mode) {
    this.#child.send({ query, mode });
    return (await this.#answer()).ms;
  }

  memory() {
    return memoryOf(this.#child.pid);
  }

  close() {
    this.#child.kill();
  }

  #answer() {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error("its process has ended"));
      this.#child.once("exit", ended);
      this.#child.once("message", (message) => {
        this.#child.off("exit", ended);
        resolve(message);
      });
    });
  }
}

class OverMcp {
  #process;

  static async start(folder, directory) {
    const rival = new OverMcp();
    rival.#process = await McpProcess.start([path.join(import.meta.dirname, "rival-server.mjs"), folder, directory]);
    return rival;
  }

  async ask(query, mode) {
    const { ms, value: text } = await timed(() => this.#process.call("grep", { query, mode }));
    return text === "" ? undefined : ms;
  }

  memory() {
    return memoryOf(this.#process.pid);
  }

  close() {
    return this.#process.close();
  }
}
