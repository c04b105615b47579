// Other search engines for Node, each in a process of its own that times its own calls, so nothing of ours is added to theirs. They are no dependencies:
// fff needs a foreign function interface, pi-natives weighs 350 MB and is made for Bun. Installed on demand into the scratch folder, without scripts of theirs.
import { fork } from "node:child_process";
import path from "node:path";
import { install } from "../scripts/scratch.mjs";
import { memoryOf } from "./server.mjs";
import { progress } from "./table.mjs";

const RIVALS = { fff: "@ff-labs/fff-node@0.9.6", pi: "@oh-my-pi/pi-natives@18.2.3" };

/** Those that load here, by name. */
export async function startRivals(directory) {
  const started = {};
  for (const [name, spec] of Object.entries(RIVALS)) {
    try {
      progress(`${name}: ${spec} gets ready`);
      started[name] = await Rival.start(name, install(spec), directory);
    } catch (error) {
      progress(`${name} is left out: ${error.message}`);
    }
  }
  return started;
}

class Rival {
  #child;

  static async start(name, folder, directory) {
    const rival = new Rival();
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
