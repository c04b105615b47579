// A process that nobody waits for: it runs when no other wants to.
import fs from "node:fs";
import os from "node:os";

/** Linux has a priority for each thread, which those it starts take over: the first one steps back, and then those that it has started by then. */
export function stepBack(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
    for (const thread of process.platform === "linux" ? fs.readdirSync(`/proc/${pid}/task`) : [])
      os.setPriority(Number(thread), os.constants.priority.PRIORITY_LOW);
  } catch {
    // it is over already
  }
}
