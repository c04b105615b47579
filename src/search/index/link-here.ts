// The index of a small tree, in this very process: a message to another takes as long as many an answer.
import type { Link } from "./link.ts";
import type { FromHost } from "./protocol.ts";
import { TreeHost } from "./tree-host.ts";

export function linkHere(hear: (message: FromHost) => void, gone: () => void): Link {
  const host = new TreeHost(hear, () => {
    gone();
    void host.close();
  });
  return { isHere: true, say: (message) => host.hear(message), close: () => host.close() };
}
