// The first call of a server that has just started, against ripgrep.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { grepArguments } from "./modes.mjs";
import { median, timed } from "./numbers.mjs";
import { Server } from "./server.mjs";

const STARTS = 7;
/** Between greeting and first call; a model takes longer to think of one. ripgrep starts after the same rest: processors wake up slowly. */
const PAUSE_MS = 1_000;

/**
 * Medians of so many starts, and of how many times as long as ripgrep each took: as its runs right before and after it, for the machine is not always
 * equally fast. `cache` undefined: as on a machine that has never seen the tree.
 */
export async function coldStarts(directory, query, mode, { ripgrep, cache, scratch }) {
  const alone = async () => {
    await sleep(PAUSE_MS);
    return mode.group === "content" ? await ripgrep.content(query) : (await ripgrep.list(query)).newestMs;
  };
  await alone(); // what is not in memory any more is read by this
  const [first, rg] = [[], [await alone()]];
  for (let i = 0; i < STARTS; i++) {
    const own = cache ?? fs.mkdtempSync(path.join(scratch, "cold-"));
    const server = await Server.start(directory, { cache: own });
    await sleep(PAUSE_MS);
    first.push((await timed(() => server.grep(grepArguments(query, mode)))).ms);
    await server.close();
    rg.push(await alone());
  }
  return { firstMs: median(first), rgMs: median(rg), ratio: median(first.map((ms, i) => (2 * ms) / (rg[i] + rg[i + 1]))) };
}
