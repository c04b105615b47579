// A client and its model: runs the one against the other, and brings back what the model was shown.
/** @import { ModelClient, Run, Seen } from "./types.ts" */
import path from "node:path";
import { startModel } from "./model.mjs";
import { runProgram } from "./start.mjs";

/**
 * @param {ModelClient} client
 * @param {Run} run
 * @returns {Promise<Seen>}
 */
export async function converse(client, { file, folder, project, server, calls, stop }) {
  const home = path.join(folder, "home");
  const model = await startModel(client, calls, path.join(folder, "requests.jsonl"));
  try {
    const { add, args, env } = client.prepare({ home, server, model: model.address });
    const start = (/** @type {readonly string[]} */ given) =>
      runProgram({ file, args: given, env: { ...proxied(model.address), ...env }, home, cwd: project, folder, stop });
    const trouble = (add && (await start(add))) ?? (await start(args));
    return { ...model.seen(), trouble };
  } finally {
    model.close();
  }
}

/**
 * Sends what is not for loopback to where it is refused.
 * @param {string} proxy
 */
function proxied(proxy) {
  const local = "127.0.0.1,localhost";
  return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy, NO_PROXY: local, no_proxy: local };
}
