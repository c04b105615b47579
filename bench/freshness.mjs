// What it costs that something changed a moment ago, and whether the answer knows of it. Files of ours are made in the tree for it, and removed.
import fs from "node:fs";
import path from "node:path";
import { median, timed } from "./numbers.mjs";
import { whenReady } from "./ready.mjs";

const TIMES = 30;
/** By then a changed file has been read again. */
const SETTLE_MS = 150;
const OURS = "fossick-bench-";

/** What is done, and the name of the file that has the line then. */
const CHANGES = {
  "an edit": () => `${OURS}edited.txt`,
  "a new file": (i) => `${OURS}new-${i}.txt`,
  "a new directory": (i) => `${OURS}${i}/new.txt`,
};

/** For each kind of change, milliseconds of a search after it and without one; undefined if the tree cannot be written. */
export async function freshness(server, directory) {
  const made = new Set();
  const remove = () => {
    for (const name of made) fs.rmSync(path.join(directory, name.split("/")[0]), { recursive: true, force: true });
    made.clear();
  };
  process.once("exit", remove);
  try {
    fs.writeFileSync(path.join(directory, CHANGES["an edit"]()), "not yet edited\n", { flag: "wx" });
  } catch {
    return undefined;
  }
  made.add(CHANGES["an edit"]());
  await whenReady(server);
  const write = (name, text) => {
    made.add(name);
    fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    fs.writeFileSync(path.join(directory, name), text);
  };
  const measured = [];
  for (const [change, nameOf] of Object.entries(CHANGES)) {
    measured.push({ change, ...(await changing(server, { nameOf, write, remove })) });
    remove();
  }
  return measured;
}

/** One pattern throughout: the line it finds says which change the answer knows of. */
async function changing(server, { nameOf, write, remove }) {
  const [changed, quiet] = [[], []];
  let stale = 0;
  for (let i = 0; i < TIMES; i++) {
    const [name, marker] = [nameOf(i), `benchmarker_${i}_end`];
    const search = async () => {
      const { ms, value } = await timed(() => server.grep({ pattern: "benchmarker_\\w+_end", output_mode: "content" }));
      if (value !== `${name}:1:${marker}`) stale++;
      return ms;
    };
    write(name, `${marker}\n`);
    changed.push(await search());
    await settled();
    quiet.push(await search());
    if (name !== nameOf(i + 1)) {
      remove();
      await settled();
    }
  }
  return { changedMs: median(changed), quietMs: median(quiet), stale, searches: 2 * TIMES };
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}
