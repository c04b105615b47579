// What it costs that something changed a moment ago, and whether the answer knows of it. A file of ours is made in the tree for it, and removed.
import fs from "node:fs";
import path from "node:path";
import { median, timed } from "./numbers.mjs";
import { whenReady } from "./ready.mjs";

const EDITS = 30;
/** By then a changed file has been read again. */
const SETTLE_MS = 150;
const NAME = "fossick-bench-edited.txt";

/** Milliseconds of a search after an edit and without one; undefined if the tree cannot be written. */
export async function freshness(server, directory) {
  const file = path.join(directory, NAME);
  const remove = () => fs.rmSync(file, { force: true });
  process.once("exit", remove);
  try {
    fs.writeFileSync(file, "not yet edited\n", { flag: "wx" });
  } catch {
    return undefined;
  }
  try {
    await whenReady(server); // a new name: the tree is listed again
    return await editing(server, file);
  } finally {
    remove();
  }
}

/** One pattern throughout: the line it finds says which edit the answer knows of. */
async function editing(server, file) {
  const [edited, quiet] = [[], []];
  let stale = 0;
  for (let i = 0; i < EDITS; i++) {
    const marker = `benchmarker_${i}_end`;
    const search = async () => {
      const { ms, value } = await timed(() => server.grep({ pattern: "benchmarker_\\w+_end", output_mode: "content" }));
      if (value !== `${NAME}:1:${marker}`) stale++;
      return ms;
    };
    fs.writeFileSync(file, `${marker}\n`);
    edited.push(await search());
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    quiet.push(await search());
  }
  return { editedMs: median(edited), quietMs: median(quiet), stale, searches: 2 * EDITS };
}
